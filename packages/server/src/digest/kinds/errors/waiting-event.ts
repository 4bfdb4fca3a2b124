import type { EventDocument } from '#domain/events/stored-event.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { AppendedEvent } from '#stores/telemetry/telemetry.ts'
import type { ReadEvent } from './read.ts'
import { digestedEvent } from './event-row.ts'
import { createByteRoom, type ByteRoom } from '#digest/byte-room.ts'
import type { PositionedCount } from '#digest/counts.ts'

/** An event that waits for the rest of its batch: what both stores need, without the parsed payload. */
export interface WaitingEvent {
  readonly row: Omit<AppendedEvent, 'issueId' | 'storedAt'>
  readonly record: DigestedEvent
  readonly grouping: Pick<Grouping, 'version' | 'fingerprint'>
  /** A browser's event that only the server's can explain. */
  readonly lacksServerSide: boolean
  readonly itemType: string
  readonly counts: readonly PositionedCount[]
}

export function waitingEvent(
  { row, itemType, counts, payloadJson }: ReadEvent,
  room: ByteRoom = createByteRoom(),
): WaitingEvent {
  const document = { json: documentJson(row.document, payloadJson, room) }
  const { fingerprint, version } = row.document.grouping
  return {
    row: { ...row, document, fingerprint },
    record: digestedEvent(row),
    grouping: { fingerprint, version },
    lacksServerSide: lacksServerSide(row),
    itemType,
    counts,
  }
}

/** An SDK or a rule of the project that sets a fingerprint knows better. */
function lacksServerSide({ recognised, platform, document: { grouping } }: ReadEvent['row']): boolean {
  return (
    recognised === 'server_render_error' && platform === 'javascript' && grouping.evidence.rule === 'cause'
  )
}

/** Most of a document is its payload, and most payloads are stored as they were sent. */
function documentJson(
  document: EventDocument,
  payloadJson: Uint8Array | undefined,
  room: ByteRoom,
): Uint8Array {
  if (payloadJson === undefined) return room.write(JSON.stringify(document))
  const { payload: _payload, ...rest } = document
  return room.write(`${JSON.stringify(rest).slice(0, -1)},"payload":`, payloadJson, '}')
}
