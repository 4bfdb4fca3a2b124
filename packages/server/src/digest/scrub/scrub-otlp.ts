import { Drop } from '#domain/intake/outcome.ts'
import type { Json } from '#domain/json.ts'
import type { Scrubbed } from '#domain/events/stored-event.ts'
import { encodeOtlpJson } from '#protocol/otlp/encode-json.ts'
import type { OtlpSpans } from '#protocol/otlp/traces.ts'
import { otlpHeader, readOtlpItem } from '#digest/otlp-item.ts'
import type { RecordItem } from '#digest/record-items.ts'
import { scrubJson } from './scrub.ts'
import type { ScrubRules } from './scrub-walk.ts'

interface ScrubbedOtlp {
  readonly header: string
  readonly body: Uint8Array
  readonly scrubbed: readonly Scrubbed[]
}

/**
 * An export request without its secrets, as JSON whatever it was. On the wire the name of an attribute is a value beside
 * it, where no rule for names finds it. Undefined where it cannot be read.
 */
export function scrubOtlp(
  item: Pick<RecordItem, 'header' | 'payload'>,
  rules: ScrubRules,
): ScrubbedOtlp | undefined {
  const traces = readOtlpItem(item)
  if (traces instanceof Drop) return undefined
  const { value, scrubbed } = scrubJson(traces.groups as unknown as Json, rules)
  const request = encodeOtlpJson(value as unknown as readonly OtlpSpans[])
  return {
    header: JSON.stringify(otlpHeader('json')),
    body: Buffer.from(JSON.stringify(request)),
    scrubbed,
  }
}
