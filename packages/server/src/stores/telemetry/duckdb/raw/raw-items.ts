import type { DatabaseSync } from 'node:sqlite'

import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { decodeRawItems, encodeRawItems } from '#stores/telemetry/duckdb/block-codec.ts'
import { receiptsOf } from '#stores/telemetry/duckdb/block-size.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { inTransaction } from '#stores/telemetry/duckdb/vault-file.ts'

export interface RawItems {
  rawItems(
    projectId: string,
    options: { readonly itemType: string; readonly after?: number; readonly limit: number },
  ): readonly RawItemRow[]
  rawItemCounts(projectId: string, itemTypes: readonly string[]): ReadonlyMap<string, number>
  removeRawItems(projectId: string, itemType: string, seqs: readonly number[]): void
}

export function createRawItems(db: DatabaseSync): RawItems {
  const blocksFrom = db.prepare(`
    select data from raw_blocks
    where project_id = ? and item_type = ? and last_seq > ? order by last_seq`)
  const countOf = db.prepare(`
    select coalesce(sum(items), 0) as items from raw_blocks where project_id = ? and item_type = ?`)
  const remove = createRemover(db)
  return {
    rawItems(projectId, { itemType, after = -1, limit }) {
      const found: RawItemRow[] = []
      const project = parseDecimalId(projectId)
      if (project === undefined || limit < 1) return found
      for (const block of blocksFrom.iterate(project, itemType.toWellFormed(), after)) {
        for (const item of decodeRawItems(block['data'] as Uint8Array)) if (item.seq > after) found.push(item)
        if (found.length >= limit) break
      }
      return found.slice(0, limit)
    },
    rawItemCounts(projectId, itemTypes) {
      const counts = new Map<string, number>()
      const project = parseDecimalId(projectId)
      if (project === undefined) return counts
      for (const itemType of itemTypes) {
        const items = Number(countOf.get(project, itemType.toWellFormed())?.['items'])
        if (items > 0) counts.set(itemType, items)
      }
      return counts
    },
    removeRawItems(projectId, itemType, seqs) {
      const project = parseDecimalId(projectId)
      if (project !== undefined && seqs.length > 0)
        inTransaction(db, () => remove(project, itemType.toWellFormed(), new Set(seqs)))
    },
  }
}

/** A block keeps its last number even without its last item: the next items are numbered from there on. */
function createRemover(db: DatabaseSync) {
  const blockBehind = db.prepare(`
    select block_id, last_seq, data from raw_blocks
    where project_id = ? and item_type = ? and last_seq > ? order by last_seq limit 1`)
  const drop = db.prepare('delete from raw_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update raw_blocks set first_received_at = ?, last_received_at = ?, items = ?, data = ? where block_id = ?`)

  return (project: bigint, itemType: string, seqs: ReadonlySet<number>): void => {
    const last = Math.max(...seqs)
    let after = Math.min(...seqs) - 1
    while (after < last) {
      const block = blockBehind.get(project, itemType, after)
      if (block === undefined) return
      after = Number(block['last_seq'])
      const items = decodeRawItems(block['data'] as Uint8Array)
      const kept = items.filter(({ seq }) => !seqs.has(seq))
      if (kept.length === items.length) continue
      if (kept.length === 0) drop.run(block['block_id']!)
      else rewrite.run(...receiptsOf(kept), kept.length, encodeRawItems(kept), block['block_id']!)
    }
  }
}
