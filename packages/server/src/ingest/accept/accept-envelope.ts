import { itemTypeOf } from '#domain/intake/item-type.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { isObject, type JsonObject } from '#domain/json.ts'
import { readEnvelopeDsn } from '#protocol/auth.ts'
import { parseEnvelope, type Envelope, type EnvelopeItem } from '#protocol/envelope.ts'
import { generateEventId, normaliseEventId } from '#protocol/event-id.ts'
import { exceedsDepth } from '#protocol/json-depth.ts'
import { authorise } from '#ingest/auth/authorise.ts'
import type { Accepted, Intake, IntakeRequest } from './intake-request.ts'
import { makeReceipt } from './make-receipt.ts'
import { rateLimitHeader } from '#ingest/http/rate-limit-header.ts'
import { overQuota, Refusal, refusalOf } from '#ingest/http/refusal.ts'
import { selectItems, type RefusedItem, type Selection } from './select-items.ts'

export function acceptEnvelope(intake: Intake, request: IntakeRequest, body: Buffer): Accepted | Refusal {
  const envelope = parseEnvelope(body)
  if (envelope instanceof Drop) return refusalOf(envelope)
  request.items = envelope.items.length
  const stranger = settleSender(intake, request, envelope.header)
  if (stranger !== undefined) return stranger
  const selection = selectItems(envelope.items, request.entry!, intake.quotas, request.receivedAt)
  countRefused(intake, request, selection.refused)
  if (selection.refused.length > 0 && selection.refused.length === envelope.items.length) {
    return nothingLeft(selection)
  }
  const eventId = promisedId(envelope)
  const rateLimits = selection.limits.length === 0 ? undefined : rateLimitHeader(selection.limits)
  if (envelope.items.length === 0) return { eventId, rateLimits, record: undefined }
  const refusedItems = selection.refused.map((item) => item.index)
  const receipt = makeReceipt(request, 'envelope', eventId, refusedItems)
  const record = isKeptAsSent(request.gzip, body, envelope.items.length)
    ? { receipt: { ...receipt, coding: 'gzip' as const }, body: request.gzip }
    : { receipt, body }
  return { eventId, rateLimits, record }
}

/**
 * A quarter of the bytes is a quarter of the time at the disk. Only what is small: a batch is read by its bytes on
 * disk, and must not become a bomb then. And never fewer bytes than items, which take their numbers from them.
 */
function isKeptAsSent(gzip: Buffer | undefined, body: Buffer, items: number): gzip is Buffer {
  return gzip !== undefined && body.length <= LIMITS.keptGzipBytes && gzip.length >= items
}

/**
 * The `dsn` of the header identifies where HTTP did not, and must not contradict where it did. Its host is not
 * compared: behind a proxy or a tunnel the server has names it does not know.
 */
export function settleSender(
  intake: Intake,
  request: IntakeRequest,
  header: JsonObject,
): Refusal | undefined {
  const dsn = readEnvelopeDsn(header['dsn'])
  if (dsn instanceof Drop) return refusalOf(dsn)
  const project = request.route.project ?? request.entry?.project.id
  if (dsn === undefined) {
    if (request.entry !== undefined) return undefined
    return new Refusal('unauthenticated', 'no key in the query, the headers or the dsn of the envelope')
  }
  if (project !== undefined && dsn.projectId !== project) {
    return new Refusal('malformed', 'the dsn of the envelope names another project than the address')
  }
  if (request.entry === undefined) return authorise(intake, request, dsn.publicKey, dsn.projectId)
  if (dsn.publicKey === request.entry.key.publicKey) return undefined
  return new Refusal('malformed', 'the dsn of the envelope names another key than the request')
}

function countRefused(intake: Intake, request: IntakeRequest, refused: readonly RefusedItem[]): void {
  for (const { category, reason, quantity } of refused) {
    intake.count.add(request.entry!.project.id, category, 'refused', reason, quantity)
  }
}

function nothingLeft({ refused, limits }: Selection): Refusal {
  if (limits.length > 0) return overQuota(limits, true)
  const first = refused[0]!
  return new Refusal(first.reason, first.detail.slice(0, 200), { counted: true })
}

function promisedId({ header, items }: Envelope): string | undefined {
  const promised = normaliseEventId(header['event_id'])
  if (promised !== undefined) return promised
  const item = items.find((each) => itemTypeOf(each.type).hasEventId === true)
  return item === undefined ? undefined : (payloadId(item) ?? generateEventId())
}

function payloadId({ type, payload }: EnvelopeItem): string | undefined {
  if (payload.length > LIMITS.itemBytes[type]! || exceedsDepth(payload, LIMITS.jsonDepth)) return undefined
  try {
    const event: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
    return isObject(event) ? normaliseEventId(event['event_id']) : undefined
  } catch {
    return undefined
  }
}
