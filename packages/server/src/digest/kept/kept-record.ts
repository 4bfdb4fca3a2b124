import { isObject } from '#domain/json.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { encodeEnvelope } from '#protocol/encode-envelope.ts'
import { normaliseEventId } from '#protocol/event-id.ts'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'
import type { RawItemRow } from '#stores/telemetry/telemetry.ts'
import { decode } from '#digest/decode.ts'

/** A kept item as the record of a log, so that it takes the way of everything else. */
export function keptRecord(row: RawItemRow, body: Uint8Array, position: number): SpoolRecord {
  const { itemType, sentAt, sdk, userAgent } = row
  const eventId = eventIdOf(row, body)
  const receipt: Receipt = {
    receivedAt: row.receivedAt,
    projectId: row.projectId,
    keyId: '',
    form: 'envelope',
    ...(eventId !== undefined && { eventId }),
    ...(sdk !== undefined && { sdk }),
    ...(userAgent !== undefined && { userAgent }),
  }
  const header = sentAt === undefined ? {} : { sent_at: new Date(sentAt).toISOString() }
  const item = { type: itemType, header: headerOf(row), payload: body }
  return {
    position,
    next: position + 1,
    receipt,
    body: encodeEnvelope(header, [item], { length: 'always' }),
  }
}

/** The request's id may be that of another event in it. */
function eventIdOf({ eventId }: RawItemRow, body: Uint8Array): string | undefined {
  const decoded = decode(body)
  const own = decoded instanceof Drop ? undefined : normaliseEventId(decoded.payload['event_id'])
  return own ?? eventId
}

function headerOf({ header }: RawItemRow): JsonObject {
  try {
    const parsed = JSON.parse(header) as Json
    return isObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
