import { Drop } from '#domain/intake/outcome.ts'
import { generateEventId } from '#protocol/event-id.ts'
import { readSecurityReports } from '#protocol/security-report.ts'
import type { Accepted, Intake, IntakeRequest } from './intake-request.ts'
import { makeReceipt } from './make-receipt.ts'
import { overQuota, refusalOf, type Refusal } from '#ingest/http/refusal.ts'

export function acceptSecurity(intake: Intake, request: IntakeRequest, body: Buffer): Accepted | Refusal {
  const reports = readSecurityReports(body)
  if (reports instanceof Drop) return refusalOf(reports)
  request.items = reports.length
  if (reports.length === 0) return { eventId: undefined, rateLimits: undefined, record: undefined }
  const limit = intake.quotas.consume(request.entry!, 'security', reports.length, request.receivedAt)
  if (limit !== undefined) return overQuota([limit], false)
  const eventId = generateEventId()
  const record = { receipt: makeReceipt(request, 'security', eventId), body }
  return { eventId, rateLimits: undefined, record }
}
