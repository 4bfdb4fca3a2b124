import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'

import { decodeEvents, decodeRawItems, encodeEvents, encodeRawItems, parseEventLine } from './block-codec.ts'
import { EVENT_ID_BYTES, parseDecimalId, requireEventId } from './identifiers.ts'
import { inTransaction } from './vault-file.ts'
import { createIdentifierEraser } from '#stores/telemetry/duckdb/errors/vault-identifiers.ts'

/** Blocks per transaction, and pages given back to the file system per step: a few milliseconds each. */
const SLICE_BLOCKS = 50
const SLICE_PAGES = 500

type BlockRow = Record<string, null | number | bigint | string | Uint8Array>

/** Whole blocks go at once; one that straddles the moment is written again without what is older. */
export function createVaultExpiry(
  db: DatabaseSync,
): (projectId: string, before: number, stop: AbortSignal) => Promise<void> {
  const expireEvents = createEventExpiry(db)
  const expireRaw = createRawExpiry(db)
  return async (projectId, before, stop) => {
    const project = parseDecimalId(projectId)
    if (project === undefined) return
    for (const expire of [expireEvents, expireRaw])
      while (!stop.aborted && inTransaction(db, () => expire(project, before)) > 0) await setImmediate()
    const freePages = db.prepare('pragma freelist_count')
    while (!stop.aborted && Number(freePages.get()?.['freelist_count']) > 0) {
      db.exec(`pragma incremental_vacuum(${SLICE_PAGES})`)
      await setImmediate()
    }
  }
}

type ExpireSlice = (project: bigint, before: number) => number

function createEventExpiry(db: DatabaseSync): ExpireSlice {
  const select = selectOld(db, 'event_blocks')
  const remove = db.prepare('delete from event_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update event_blocks set first_received_at = ?, items = ?, ids = ?, data = ? where block_id = ?`)
  const forgetIdentifiers = createIdentifierEraser(db)
  const forget = db.prepare('delete from event_ids where project_id = ? and event_id = ? and block_id = ?')

  return (project, before) => {
    const blocks: readonly BlockRow[] = select.all(project, before, SLICE_BLOCKS)
    for (const { block_id: blockId, ids, data, last_received_at: last } of blocks) {
      const forgetAll = (gone: Uint8Array) => {
        for (let offset = 0; offset < gone.length; offset += EVENT_ID_BYTES) {
          const id = gone.subarray(offset, offset + EVENT_ID_BYTES)
          if (forget.run(project, id, blockId!).changes !== 0) forgetIdentifiers(project, id)
        }
      }
      if (Number(last) < before) {
        forgetAll(ids as Uint8Array)
        remove.run(blockId!)
        continue
      }
      const events = decodeEvents(data as Uint8Array).map((line) => ({ line, event: parseEventLine(line) }))
      const idsOf = (part: typeof events) =>
        Buffer.concat(part.map(({ event }) => requireEventId(event.eventId)))
      const kept = events.filter(({ event }) => event.receivedAt >= before)
      forgetAll(idsOf(events.filter(({ event }) => event.receivedAt < before)))
      const first = Math.min(...kept.map(({ event }) => event.receivedAt))
      rewrite.run(first, kept.length, idsOf(kept), encodeEvents(kept.map(({ line }) => line)), blockId!)
    }
    return blocks.length
  }
}

function createRawExpiry(db: DatabaseSync): ExpireSlice {
  const select = selectOld(db, 'raw_blocks')
  const remove = db.prepare('delete from raw_blocks where block_id = ?')
  const rewrite = db.prepare(`
    update raw_blocks set first_received_at = ?, items = ?, data = ? where block_id = ?`)

  return (project, before) => {
    const blocks: readonly BlockRow[] = select.all(project, before, SLICE_BLOCKS)
    for (const { block_id: blockId, data, last_received_at: last } of blocks) {
      if (Number(last) < before) {
        remove.run(blockId!)
        continue
      }
      const kept = decodeRawItems(data as Uint8Array).filter(({ receivedAt }) => receivedAt >= before)
      const first = Math.min(...kept.map(({ receivedAt }) => receivedAt))
      rewrite.run(first, kept.length, encodeRawItems(kept), blockId!)
    }
    return blocks.length
  }
}

function selectOld(db: DatabaseSync, table: 'event_blocks' | 'raw_blocks'): StatementSync {
  const columns =
    table === 'event_blocks' ? 'block_id, last_received_at, ids, data' : 'block_id, last_received_at, data'
  return db.prepare(`select ${columns} from ${table} where project_id = ? and first_received_at < ? limit ?`)
}
