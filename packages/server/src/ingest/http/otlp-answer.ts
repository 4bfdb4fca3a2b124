import { OTLP_MEDIA_TYPES, otlpFormatOf, type OtlpFormat } from '#protocol/otlp.ts'
import { encodeExported, encodeStatus } from '#protocol/otlp/encode-answer.ts'
import type { Accepted, IntakeRequest } from '#ingest/accept/intake-request.ts'
import { CORS_HEADERS, refusalHeaders, type Answer } from './answer.ts'
import { Refusal } from './refusal.ts'

/** What OpenTelemetry asks for: a message of its own, in the format of the request; JSON for one of neither. */
export function otlpAnswer({ headers }: IntakeRequest, outcome: Accepted | Refusal): Answer {
  const format = otlpFormatOf(headers['content-type']) ?? 'json'
  if (!(outcome instanceof Refusal)) return answer(200, format, [], encodeExported(format, outcome.partial))
  const { status, reason, detail } = outcome
  return answer(status, format, refusalHeaders(outcome), encodeStatus(format, status, `${reason}: ${detail}`))
}

function answer(status: number, format: OtlpFormat, more: readonly string[], body: string | Buffer): Answer {
  const length = String(Buffer.byteLength(body))
  const headers = [
    ...CORS_HEADERS,
    'Content-Type',
    OTLP_MEDIA_TYPES[format],
    ...more,
    'Content-Length',
    length,
  ]
  return { status, headers, body }
}
