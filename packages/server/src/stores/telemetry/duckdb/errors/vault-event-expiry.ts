import type { DatabaseSync } from 'node:sqlite'

import { decodeEventLines, encodeEventLines, summaryIn } from '#stores/telemetry/duckdb/event-block.ts'
import { EVENT_ID_BYTES, requireEventId } from '#stores/telemetry/sql/identifiers.ts'
import type { VaultKind } from '#stores/telemetry/duckdb/kind.ts'
import { type BlockRow, SLICE_BLOCKS } from '#stores/telemetry/duckdb/vault-expiry.ts'
import { createIdentifierEraser } from './vault-identifiers.ts'

/** Per transaction, whatever blocks they are in. */
const SLICE_EVENTS = 3200

/** Whole blocks go at once; one that straddles the moment is written again without what is older. */
export function createEventExpiry(db: DatabaseSync): VaultKind['expire'] {
  const select = db.prepare(`
    select block_id, last_received_at, items, ids from event_blocks
    where project_id = ? and first_received_at < ? limit ?`)
  const read = db.prepare('select data from event_blocks where block_id = ?')
  const remove = db.prepare('delete from event_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update event_blocks set first_received_at = ?, items = ?, ids = ?, data = ? where block_id = ?`)
  const forgetIdentifiers = createIdentifierEraser(db)
  const forget = db.prepare('delete from event_ids where project_id = ? and event_id = ? and block_id = ?')

  return (project, before) => {
    let gone = 0
    const blocks: readonly BlockRow[] = select.all(project, before, SLICE_BLOCKS)
    for (const { block_id: blockId, ids, last_received_at: last } of blocks) {
      if (gone >= SLICE_EVENTS) break
      const forgetAll = (of: Uint8Array) => {
        gone += of.length / EVENT_ID_BYTES
        for (let offset = 0; offset < of.length; offset += EVENT_ID_BYTES) {
          const id = of.subarray(offset, offset + EVENT_ID_BYTES)
          if (forget.run(project, id, blockId!).changes !== 0) forgetIdentifiers(project, id)
        }
      }
      if (Number(last) < before) {
        forgetAll(ids as Uint8Array)
        remove.run(blockId!)
        continue
      }
      const data = read.get(blockId!)?.['data'] as Uint8Array
      const events = decodeEventLines(data).map((line) => ({ line, event: summaryIn(line) }))
      const idsOf = (part: typeof events) =>
        Buffer.concat(part.map(({ event }) => requireEventId(event.eventId)))
      const kept = events.filter(({ event }) => event.receivedAt >= before)
      forgetAll(idsOf(events.filter(({ event }) => event.receivedAt < before)))
      const first = Math.min(...kept.map(({ event }) => event.receivedAt))
      rewrite.run(first, kept.length, idsOf(kept), encodeEventLines(kept.map(({ line }) => line)), blockId!)
    }
    return { isLast: blocks.length === 0, items: gone }
  }
}
