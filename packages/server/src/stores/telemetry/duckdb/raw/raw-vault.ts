import type { DatabaseSync } from 'node:sqlite'

import { decodeRawItems, encodeRawItems } from '#stores/telemetry/duckdb/block-codec.ts'
import type { VaultKind } from '#stores/telemetry/duckdb/kind.ts'
import { type BlockRow, SLICE_BLOCKS } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { createRawWriter } from './vault-raw-writer.ts'

export function createRawVault(db: DatabaseSync): VaultKind {
  const countAll = db.prepare('select coalesce(sum(items), 0) as items from raw_blocks')
  // A block counts where its first item does: none of it has to be read.
  const countReceived = db.prepare(`
    select coalesce(sum(items), 0) as items from raw_blocks
    where project_id = ? and first_received_at >= ? and first_received_at < ?`)
  const write = createRawWriter(db)
  return {
    kind: 'raw',
    write: ({ raw }, position) => write(raw.filter(({ seq }) => seq >= position)),
    expire: createRawExpiry(db),
    count(project, range) {
      const row =
        project === undefined || range === undefined
          ? countAll.get()
          : countReceived.get(project, Math.ceil(range.from), Math.ceil(range.to))
      return Number(row?.['items'])
    },
  }
}

function createRawExpiry(db: DatabaseSync): VaultKind['expire'] {
  const select = db.prepare(`
    select block_id, last_received_at, items, data from raw_blocks
    where project_id = ? and first_received_at < ? limit ?`)
  const remove = db.prepare('delete from raw_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update raw_blocks set first_received_at = ?, items = ?, data = ? where block_id = ?`)

  return (project, before) => {
    let gone = 0
    const blocks: readonly BlockRow[] = select.all(project, before, SLICE_BLOCKS)
    for (const { block_id: blockId, data, items, last_received_at: last } of blocks) {
      if (Number(last) < before) {
        gone += Number(items)
        remove.run(blockId!)
        continue
      }
      const kept = decodeRawItems(data as Uint8Array).filter(({ receivedAt }) => receivedAt >= before)
      gone += Number(items) - kept.length
      const first = Math.min(...kept.map(({ receivedAt }) => receivedAt))
      rewrite.run(first, kept.length, encodeRawItems(kept), blockId!)
    }
    return { isLast: blocks.length === 0, items: gone }
  }
}
