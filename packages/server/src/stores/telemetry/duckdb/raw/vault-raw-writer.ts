import type { DatabaseSync } from 'node:sqlite'

import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { encodeRawItems } from '#stores/telemetry/duckdb/block-codec.ts'
import { BLOCK_BYTES, BLOCK_ITEMS, receiptsOf } from '#stores/telemetry/duckdb/block-size.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** Writes raw items inside the caller's transaction. */
export function createRawWriter(db: DatabaseSync): (items: readonly RawItemRow[]) => void {
  const insert = db.prepare(`
    insert into raw_blocks
    (project_id, item_type, last_seq, first_received_at, last_received_at, items, data)
    values (?, ?, ?, ?, ?, ?, ?)`)
  const lastSeq = db.prepare(`
    select coalesce(max(last_seq), -1) as last from raw_blocks where project_id = ? and item_type = ?`)

  /** Several items of one request share a log position, so paging needs a number for each. */
  function numbered(group: readonly RawItemRow[]): readonly RawItemRow[] {
    const { projectId, itemType } = group[0]!
    let last = Number(lastSeq.get(requireDecimalId(projectId), itemType.toWellFormed())?.['last'])
    const rows: RawItemRow[] = []
    for (const item of group.toSorted((a, b) => a.seq - b.seq)) {
      last = Math.max(item.seq, last + 1)
      rows.push({ ...item, seq: last })
    }
    return rows
  }

  return (items) => {
    const groups = Map.groupBy(items, ({ projectId, itemType }) => `${projectId} ${itemType.toWellFormed()}`)
    for (const group of groups.values())
      for (const block of cutIntoBlocks(numbered(group))) {
        const { projectId, itemType } = block[0]!
        const project = requireDecimalId(projectId)
        const [first, last] = receiptsOf(block)
        const lastSeq = block.at(-1)!.seq
        const data = encodeRawItems(block)
        insert.run(project, itemType.toWellFormed(), lastSeq, first, last, block.length, data)
      }
  }
}

function cutIntoBlocks(items: readonly RawItemRow[]): readonly RawItemRow[][] {
  const blocks: RawItemRow[][] = []
  let bytes = Infinity
  for (const item of items) {
    if (bytes >= BLOCK_BYTES || blocks.at(-1)!.length >= BLOCK_ITEMS) {
      blocks.push([])
      bytes = 0
    }
    blocks.at(-1)!.push(item)
    bytes += item.header.length + ('blob' in item.body ? 0 : item.body.byteLength)
  }
  return blocks
}
