import type { Outcome } from '#domain/intake/outcome.ts'
import { readOtlpJson } from './otlp/read-json.ts'
import { readOtlpProtobuf } from './otlp/read-protobuf.ts'
import type { OtlpTraces } from './otlp/traces.ts'
import { surveyOtlpJson } from './otlp/survey-json.ts'
import { surveyOtlpProtobuf } from './otlp/survey-protobuf.ts'
import type { OtlpSurvey } from './otlp/survey.ts'

/** The two encodings of OTLP over HTTP; which one it is says the media type. */
export type OtlpFormat = 'json' | 'protobuf'

export const OTLP_MEDIA_TYPES: Readonly<Record<OtlpFormat, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

const FORMATS: ReadonlyMap<string, OtlpFormat> = new Map([
  [OTLP_MEDIA_TYPES.json, 'json'],
  [OTLP_MEDIA_TYPES.protobuf, 'protobuf'],
])

/** By its media type: of a request, or of an item that was kept of one. */
export function otlpFormatOf(contentType: string | undefined): OtlpFormat | undefined {
  if (contentType === undefined) return undefined
  const end = contentType.indexOf(';')
  const mediaType = end === -1 ? contentType : contentType.slice(0, end)
  return FORMATS.get(mediaType.trim().toLowerCase())
}

/** The spans of one export request. */
export function readOtlpTraces(body: Uint8Array, format: OtlpFormat): Outcome<OtlpTraces> {
  return format === 'json' ? readOtlpJson(body) : readOtlpProtobuf(body)
}

/** How many spans a request has and which of them `readOtlpTraces` would leave out, for a fraction of its work. */
export function surveyOtlpTraces(body: Uint8Array, format: OtlpFormat): Outcome<OtlpSurvey> {
  return format === 'json' ? surveyOtlpJson(body) : surveyOtlpProtobuf(body)
}
