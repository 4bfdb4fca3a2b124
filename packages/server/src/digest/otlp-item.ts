import { isObject } from '#domain/json.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import { OTLP_MEDIA_TYPES, otlpFormatOf, readOtlpTraces, type OtlpFormat } from '#protocol/otlp.ts'
import type { OtlpTraces } from '#protocol/otlp/traces.ts'

/** The type of the item that an export request of OpenTelemetry is. */
export const OTLP_TRACES = 'otlp_traces'

export function otlpHeader(format: OtlpFormat): { readonly type: string; readonly content_type: string } {
  return { type: OTLP_TRACES, content_type: OTLP_MEDIA_TYPES[format] }
}

interface OtlpItem {
  readonly header: Uint8Array
  readonly payload: Uint8Array
}

export function readOtlpItem({ header, payload }: OtlpItem): Outcome<OtlpTraces> {
  return readOtlpTraces(payload, formatIn(header))
}

function formatIn(header: Uint8Array): OtlpFormat {
  try {
    const said: unknown = JSON.parse(Buffer.from(header).toString('utf8'))
    const type = isObject(said) ? said['content_type'] : undefined
    return (typeof type === 'string' ? otlpFormatOf(type) : undefined) ?? 'json'
  } catch {
    return 'json'
  }
}
