import * as fc from 'fast-check'
import type { JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { readOtlpTraces, surveyOtlpTraces, type OtlpFormat } from '#protocol/otlp.ts'
import { mutate, mutations, type Mutations } from '#protocol/envelope.property.ts'
import { walkJson, skipValue } from '#protocol/json-cursor.ts'
import { encodeOtlpProtobuf } from '#protocol/testing/encode-otlp.ts'
import type { OtlpTraces } from './traces.ts'

/** Only tests import this file. Each function is one property; the caller decides how often it runs. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const hex = (digits: number) => fc.stringMatching(new RegExp(`^[0-9a-fA-F]{${digits}}$`))
/** Whole, broken and absent ones. */
const id = (digits: number) =>
  fc.oneof(
    { weight: 12, arbitrary: hex(digits) },
    fc.constantFrom('', '0'.repeat(digits), '0'.repeat(digits - 2), 'ab'.repeat(digits)),
  )
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)

const { value } = fc.letrec<{ value: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ intValue: fc.maxSafeInteger() }),
    fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.record({ doubleValue: fc.constantFrom('NaN', 'Infinity', '-Infinity') }),
    fc.record({
      bytesValue: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    }),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(keyValue(tie('value')), { maxLength: 3 }) }) }),
    fc.constant({}),
  ),
}))

function keyValue(of: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const key = fc.oneof(text, fc.constantFrom('__proto__', 'http.route', 'a\0b'))
  return fc.record({ key, value: of })
}

const attributes = fc.array(keyValue(value), { maxLength: 3 })

const span = fc.record(
  {
    traceId: id(32),
    spanId: id(16),
    parentSpanId: id(16),
    name: text,
    kind: fc.integer({ min: 0, max: 7 }),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    droppedAttributesCount: fc.nat(),
    status: fc.record({ code: fc.integer({ min: 0, max: 4 }), message: text }),
    events: fc.array(fc.record({ name: text, timeUnixNano: nanoseconds, attributes }), { maxLength: 2 }),
    links: fc.array(fc.record({ traceId: id(32), spanId: id(16), attributes }), { maxLength: 2 }),
    traceState: text,
    flags: fc.nat(),
  },
  { requiredKeys: ['traceId', 'spanId'] },
)

const scopeSpans = fc.record(
  { scope: fc.record({ name: text, version: text }), spans: fc.array(span, { maxLength: 4 }) },
  { requiredKeys: ['spans'] },
)

const resourceSpans = fc.record(
  { resource: fc.record({ attributes }), scopeSpans: fc.array(scopeSpans, { maxLength: 3 }) },
  { requiredKeys: ['scopeSpans'] },
)

export const exportRequest = fc.record({
  resourceSpans: fc.array(resourceSpans, { maxLength: 3 }),
}) as unknown as fc.Arbitrary<JsonObject>

const bytesOf = (request: JsonObject, format: OtlpFormat) =>
  format === 'json' ? Buffer.from(JSON.stringify(request)) : encodeOtlpProtobuf(request)

/** Whichever way a request is written, it says the same. */
export function sameInBothFormatsProperty(): fc.IProperty<[unknown]> {
  return fc.property(exportRequest, (request) => {
    const [json, protobuf] = (['json', 'protobuf'] as const).map((format) => {
      const bytes = bytesOf(request, format)
      return JSON.stringify([readOtlpTraces(bytes, format), surveyOtlpTraces(bytes, format)])
    })
    if (json !== protobuf) throw new Error(`${json}\nis not\n${protobuf}`)
  })
}

/** What the intake counted is what is read afterwards. */
export function surveyedIsReadProperty(): fc.IProperty<[unknown, unknown]> {
  return fc.property(exportRequest, fc.constantFrom('json' as const, 'protobuf' as const), assertCounted)
}

function assertCounted(request: JsonObject, format: OtlpFormat): void {
  assertSound(bytesOf(request, format), format)
}

export function mutatedRequestProperty(): fc.IProperty<[unknown, unknown, unknown]> {
  const format = fc.constantFrom('json' as const, 'protobuf' as const)
  return fc.property(exportRequest, format, mutations, (request, written, changes) =>
    assertSound(mutate(bytesOf(request, written), changes), written),
  )
}

export function arbitraryRequestProperty(): fc.IProperty<[unknown, unknown]> {
  const format = fc.constantFrom('json' as const, 'protobuf' as const)
  return fc.property(fc.uint8Array({ maxLength: 300 }), format, assertSound)
}

/** Both refuse it, or the reader finds as many spans as the survey said. Neither throws. */
function assertSound(bytes: Uint8Array, format: OtlpFormat): void {
  const survey = surveyOtlpTraces(bytes, format)
  const traces = readOtlpTraces(bytes, format)
  if (survey instanceof Drop) {
    if (!(traces instanceof Drop) && spansIn(traces) > 0) throw new Error('read although it was refused')
    return
  }
  // Of protobuf the intake does not look into resources and scopes.
  if (traces instanceof Drop && format === 'protobuf') return
  if (traces instanceof Drop) throw new Error(`refused although it was accepted: ${traces.detail}`)
  const expected = survey.spans - survey.badIds - survey.beyondLimit
  if (spansIn(traces) !== expected) throw new Error(`${spansIn(traces)} spans instead of ${expected}`)
}

const spansIn = ({ groups, unreadable }: OtlpTraces) =>
  groups.reduce((sum, { spans }) => sum + spans.length, unreadable)

/** The walk over JSON and JSON.parse agree on what JSON is. */
export function sameAsParseProperty(): fc.IProperty<[unknown, unknown]> {
  const json = fc.oneof(
    fc.json(),
    fc.jsonValue().map((each) => JSON.stringify(each, undefined, 1)),
  )
  const changed = fc.oneof(mutations, fc.constant<Mutations>([]))
  return fc.property(json, changed, (source, changes) => {
    const bytes = mutate(Buffer.from(source), changes)
    const isWalked = !(walkJson(bytes, Number.POSITIVE_INFINITY, skipValue) instanceof Drop)
    if (isWalked !== isParsed(bytes)) throw new Error(`walked: ${isWalked}, ${bytes.toString('latin1')}`)
  })
}

function isParsed(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
