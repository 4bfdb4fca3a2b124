import { Drop } from '#domain/intake/outcome.ts'
import { generateEventId, normaliseEventId } from '#protocol/event-id.ts'
import { readStoreBody } from '#protocol/store-body.ts'
import type { Accepted, Intake, IntakeRequest } from './intake-request.ts'
import { makeReceipt } from './make-receipt.ts'
import { overQuota, refusalOf, type Refusal } from '#ingest/http/refusal.ts'

export function acceptStore(intake: Intake, request: IntakeRequest, body: Uint8Array): Accepted | Refusal {
  const stored = readStoreBody(body)
  if (stored instanceof Drop) return refusalOf(stored)
  if (stored.event['type'] === 'transaction') request.category = 'transaction'
  request.items = 1
  const limit = intake.quotas.consume(request.entry!, request.category, 1, request.receivedAt)
  if (limit !== undefined) return overQuota([limit], false)
  const eventId = normaliseEventId(stored.event['event_id']) ?? generateEventId()
  const record = { receipt: makeReceipt(request, 'store', eventId), body: stored.json }
  return { eventId, rateLimits: undefined, record }
}
