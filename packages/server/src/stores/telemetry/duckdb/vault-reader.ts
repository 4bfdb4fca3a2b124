import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '#domain/app-error.ts'

import { FROM_ANOTHER_SPOOL, type EventSummary, type StoredEvent } from '#stores/telemetry/events.ts'
import { decodeEvents, parseEventLine, parseEventSummary } from './block-codec.ts'
import { EVENT_ID_BYTES, parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'

export interface VaultReader {
  watermark(spoolId: string): number
  known(projectId: string, eventIds: readonly string[], spoolId: string): ReadonlyMap<string, number>
  get(projectId: string, eventId: string): StoredEvent | undefined
  /** Those that are there, in this order. Opens each block once. */
  summaries(events: readonly EventName[]): readonly EventSummary[]
}

export interface EventName {
  readonly projectId: string
  readonly eventId: string
}

export function createVaultReader(db: DatabaseSync): VaultReader {
  const position = db.prepare('select position from watermarks where spool_id = ?')
  const originOf = db.prepare('select position, spool from event_ids where project_id = ? and event_id = ?')
  const spoolNumber = db.prepare('select spool from watermarks where spool_id = ?')
  const blockOf = db.prepare(`
    select ids, data from event_ids join event_blocks using (block_id)
    where event_ids.project_id = ? and event_id = ?`)
  const linesOf = rememberLatest(decodeEvents)

  const read = <T>(projectId: string, eventId: string, parse: (line: string) => T): T | undefined => {
    const project = parseDecimalId(projectId)
    const id = parseEventId(eventId)
    if (project === undefined || id === undefined) return undefined
    const block = blockOf.get(project, id)
    return block && eventIn(block['ids'] as Uint8Array, block['data'] as Uint8Array, id, linesOf, parse)
  }

  return {
    watermark: (spoolId) => Number(position.get(spoolId)?.['position'] ?? 0),

    known(projectId, eventIds, spoolId) {
      const found = new Map<string, number>()
      const project = parseDecimalId(projectId)
      if (project === undefined) return found
      const spool = spoolNumber.get(spoolId)?.['spool']
      for (const eventId of eventIds) {
        const id = parseEventId(eventId)
        const row = id && originOf.get(project, id)
        if (row) found.set(eventId, row['spool'] === spool ? Number(row['position']) : FROM_ANOTHER_SPOOL)
      }
      return found
    },

    get: (projectId, eventId) => read(projectId, eventId, parseEventLine),
    summaries: createSummaryReader(db, linesOf),
  }
}

/** Most of the work is to read and open a block, and events of one bug share blocks. */
function createSummaryReader(db: DatabaseSync, linesOf: typeof decodeEvents): VaultReader['summaries'] {
  const placeOf = db.prepare('select block_id from event_ids where project_id = ? and event_id = ?')
  const blockAt = db.prepare('select ids, data from event_blocks where block_id = ?')
  return (events) => {
    const places = events.flatMap(({ projectId, eventId }, order) => {
      const project = parseDecimalId(projectId)
      const id = parseEventId(eventId)
      const place = project === undefined || id === undefined ? undefined : placeOf.get(project, id)
      return place === undefined ? [] : [{ order, id: id!, blockId: Number(place['block_id']) }]
    })
    const found: EventSummary[] = []
    for (const [blockId, own] of Map.groupBy(places, (place) => place.blockId)) {
      const block = blockAt.get(blockId)
      if (block === undefined) continue
      for (const { order, id } of own) {
        const event = eventIn(
          block['ids'] as Uint8Array,
          block['data'] as Uint8Array,
          id,
          linesOf,
          parseEventSummary,
        )
        if (event !== undefined) found[order] = event
      }
    }
    return found.flat()
  }
}

/** Those of one batch lie in so many blocks or fewer, where it is not among the largest. */
const OPEN_BLOCKS = 8

/** Events that are read one after the other often lie in the same blocks; comparing bytes costs less than opening them. */
function rememberLatest(decode: typeof decodeEvents): typeof decodeEvents {
  const latest: Array<{ readonly data: Uint8Array; readonly lines: readonly string[] }> = []
  return (data) => {
    const at = latest.findIndex((block) => block.data === data || Buffer.compare(block.data, data) === 0)
    const [block = { data, lines: decode(data) }] = at === -1 ? [] : latest.splice(at, 1)
    latest.unshift(block)
    latest.length = Math.min(latest.length, OPEN_BLOCKS)
    return block.lines
  }
}

function eventIn<T>(
  ids: Uint8Array,
  data: Uint8Array,
  id: Buffer,
  linesOf: typeof decodeEvents,
  parse: (line: string) => T,
): T | undefined {
  const index = positionOf(Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength), id)
  try {
    const line = linesOf(data)[index]
    return line === undefined ? undefined : parse(line)
  } catch (cause) {
    throw new AppError(
      'store_unavailable',
      `The stored document of event ${id.toString('hex')} is damaged.`,
      {
        cause,
      },
    )
  }
}

function positionOf(ids: Buffer, id: Buffer): number {
  // Step by whole ids: the bytes of one id may also occur across the border of two others.
  for (let offset = 0; offset < ids.length; offset += EVENT_ID_BYTES)
    if (ids.compare(id, 0, EVENT_ID_BYTES, offset, offset + EVENT_ID_BYTES) === 0)
      return offset / EVENT_ID_BYTES
  return -1
}
