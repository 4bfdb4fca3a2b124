import type { DatabaseSync } from 'node:sqlite'

import type { RawItemRow } from '../telemetry.ts'
import { encodeRawItems } from './block-codec.ts'
import { BLOCK_BYTES, BLOCK_ITEMS, receiptsOf } from './block-size.ts'
import { requireDecimalId } from './identifiers.ts'

/** Writes raw items inside the caller's transaction. */
export function createRawWriter(db: DatabaseSync): (items: readonly RawItemRow[]) => void {
  const insert = db.prepare(`
    insert into raw_blocks
    (project_id, item_type, last_seq, first_received_at, last_received_at, items, data)
    values (?, ?, ?, ?, ?, ?, ?)`)
  return (items) => {
    const groups = Map.groupBy(items, ({ projectId, itemType }) => `${projectId} ${itemType.toWellFormed()}`)
    for (const group of groups.values())
      for (const block of cutIntoBlocks(group.toSorted((a, b) => a.seq - b.seq))) {
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
