import type { DatabaseSync } from 'node:sqlite'

import { AppError } from '#domain/app-error.ts'

import type { EventSummary } from '#stores/telemetry/events.ts'
import { openSummaries } from './event-block.ts'
import { EVENT_ID_BYTES, parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'

/** Of those events that are there, in this order. */
export type ReadSummaries = (
  events: ReadonlyArray<Pick<EventSummary, 'projectId' | 'eventId'>>,
) => readonly EventSummary[]

/** Reads and opens each block once, which is most of the work: events of one bug share blocks. */
export function createSummaryReader(db: DatabaseSync): ReadSummaries {
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
      let summaryAt: ReturnType<typeof openSummaries> | undefined
      for (const { order, id } of own) {
        const event = inBlock(block, id, (data, index) => (summaryAt ??= openSummaries(data))(index))
        if (event !== undefined) found[order] = event
      }
    }
    // Leaves out the places of those that are gone.
    return found.flat()
  }
}

/** What a block says of one event, or which one cannot be read. */
export function inBlock<T>(
  block: Readonly<Record<string, unknown>>,
  id: Buffer,
  read: (data: Uint8Array, index: number) => T,
): T {
  const ids = block['ids'] as Uint8Array
  const index = positionOf(Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength), id)
  try {
    return read(block['data'] as Uint8Array, index)
  } catch (cause) {
    const message = `The stored document of event ${id.toString('hex')} is damaged.`
    throw new AppError('store_unavailable', message, { cause })
  }
}

function positionOf(ids: Buffer, id: Buffer): number {
  // Step by whole ids: the bytes of one id may also occur across the border of two others.
  for (let offset = 0; offset < ids.length; offset += EVENT_ID_BYTES)
    if (ids.compare(id, 0, EVENT_ID_BYTES, offset, offset + EVENT_ID_BYTES) === 0)
      return offset / EVENT_ID_BYTES
  return -1
}
