import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { otlpFormatOf, surveyOtlpTraces } from '#protocol/otlp.ts'
import type { PartialSuccess } from '#protocol/otlp/encode-answer.ts'
import type { OtlpSurvey } from '#protocol/otlp/survey.ts'
import { overQuota, Refusal, refusalOf } from '#ingest/http/refusal.ts'
import type { Accepted, Intake, IntakeRequest } from './intake-request.ts'
import { makeReceipt } from './make-receipt.ts'

const BAD_IDS = 'a trace id has 32 and a span id 16 hexadecimal digits, not all zero'
const BEYOND_LIMIT = `more than ${LIMITS.otlp.spans} spans in one request`

/** An export request of OpenTelemetry. Spans that cannot be stored are rejected; the others are taken. */
export function acceptOtlp(intake: Intake, request: IntakeRequest, body: Buffer): Accepted | Refusal {
  const format = otlpFormatOf(request.headers['content-type'])!
  const survey = surveyOtlpTraces(body, format)
  if (survey instanceof Drop) return refusalOf(survey)
  request.items = survey.spans
  if (survey.spans === 0) return NOTHING
  const taken = survey.spans - survey.badIds - survey.beyondLimit
  if (taken > 0) {
    const limit = intake.quotas.consume(request.entry!, 'span', taken, request.receivedAt)
    if (limit !== undefined) {
      count(intake, request, 'over_quota', survey.spans)
      return overQuota([limit], true)
    }
  }
  count(intake, request, 'malformed', survey.badIds)
  count(intake, request, 'too_many_items', survey.beyondLimit)
  if (taken === 0) return new Refusal('malformed', BAD_IDS, { counted: true })
  const record = { receipt: makeReceipt(request, `otlp-${format}`, undefined), body }
  return { ...NOTHING, record, partial: partialSuccess(survey) }
}

const NOTHING: Accepted = { eventId: undefined, rateLimits: undefined, record: undefined }

function count(
  intake: Intake,
  { entry }: IntakeRequest,
  reason: 'over_quota' | 'malformed' | 'too_many_items',
  spans: number,
): void {
  if (spans > 0) intake.count.add(entry!.project.id, 'span', 'refused', reason, spans)
}

function partialSuccess({ badIds, beyondLimit }: OtlpSurvey): PartialSuccess | undefined {
  if (badIds + beyondLimit === 0) return undefined
  const reasons = [
    ...(badIds > 0 ? [`${badIds} without valid ids (${BAD_IDS})`] : []),
    ...(beyondLimit > 0 ? [`${beyondLimit} because there were ${BEYOND_LIMIT}`] : []),
  ]
  const rejectedSpans = badIds + beyondLimit
  const message = `${rejectedSpans} spans were rejected, the others are stored: ${reasons.join('; ')}`
  return { rejectedSpans, message }
}
