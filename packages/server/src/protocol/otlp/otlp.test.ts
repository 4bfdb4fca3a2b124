import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { FUZZ_RUNS } from '#protocol/fuzz-runs.ts'
import { otlpFormatOf, readOtlpTraces, surveyOtlpTraces, type OtlpFormat } from '#protocol/otlp.ts'
import { encodeOtlpProtobuf } from '#protocol/testing/encode-otlp.ts'
import { encodeOtlpJson } from './encode-json.ts'
import {
  arbitraryRequestProperty,
  exportRequest,
  mutatedRequestProperty,
  sameAsParseProperty,
  sameInBothFormatsProperty,
  surveyedIsReadProperty,
} from './otlp.property.ts'
import type { OtlpSpan, OtlpTraces } from './traces.ts'

const TRACE = '5b8efff798038103d269b633813fc60c'
const SPAN = 'eee19b7ec3c1b174'
const FORMATS = ['json', 'protobuf'] as const

const request = (...spans: JsonObject[]): JsonObject => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeSpans: [{ scope: { name: 'lib', version: '1.2' }, spans }],
    },
  ],
})
const aSpan = (over: JsonObject = {}): JsonObject => ({ traceId: TRACE, spanId: SPAN, ...over })
const written = (sent: JsonObject, format: OtlpFormat): Buffer =>
  format === 'json' ? Buffer.from(JSON.stringify(sent)) : encodeOtlpProtobuf(sent)

function read(bytes: Uint8Array, format: OtlpFormat): OtlpTraces {
  const traces = readOtlpTraces(bytes, format)
  if (traces instanceof Drop) throw new Error(traces.detail)
  return traces
}
const only = (sent: JsonObject, format: OtlpFormat): OtlpSpan =>
  read(written(sent, format), format).groups[0]!.spans[0]!
const json = (text: string) => surveyOtlpTraces(Buffer.from(text), 'json')
/** The bytes of one field with a length. */
const field = (number: number, bytes: Uint8Array) => {
  const head: number[] = [(number << 3) | 2]
  let length = bytes.length
  while (length > 127) {
    head.push((length & 127) | 128)
    length >>>= 7
  }
  return Buffer.concat([Buffer.from([...head, length]), bytes])
}

describe.each(FORMATS)('[IN69] an export request in %s', (format) => {
  it('is read with everything that a span says', () => {
    const sent = aSpan({
      parentSpanId: 'AAAAAAAAAAAAAAA1',
      traceState: 'vendor=1',
      name: 'GET /users/:id',
      kind: 2,
      startTimeUnixNano: '1544712660123456789',
      endTimeUnixNano: '1544712661000001000',
      attributes: [{ key: 'http.request.method', value: { stringValue: 'GET' } }],
      droppedAttributesCount: 3,
      events: [{ timeUnixNano: '1544712660500000000', name: 'exception', attributes: [] }],
      links: [{ traceId: TRACE, spanId: SPAN, attributes: [{ key: 'a', value: { boolValue: true } }] }],
      status: { code: 2, message: 'failed' },
      flags: 257,
    })
    expect(read(written(request(sent), format), format)).toEqual({
      groups: [
        {
          resource: { 'service.name': 'shop' },
          scope: { name: 'lib', version: '1.2' },
          spans: [
            {
              traceId: TRACE,
              spanId: SPAN,
              parentSpanId: 'aaaaaaaaaaaaaaa1',
              traceState: 'vendor=1',
              name: 'GET /users/:id',
              kind: 2,
              startedAt: 1544712660123.456,
              endedAt: 1544712661000.001,
              attributes: { 'http.request.method': 'GET' },
              droppedAttributesCount: 3,
              events: [{ at: 1544712660500, name: 'exception', attributes: {} }],
              links: [{ traceId: TRACE, spanId: SPAN, attributes: { a: true } }],
              status: { code: 2, message: 'failed' },
              flags: 257,
            },
          ],
        },
      ],
      survey: { spans: 1, badIds: 0, beyondLimit: 0 },
      unreadable: 0,
    })
  })

  it.each<[string, JsonObject, Json]>([
    ['a text', { stringValue: 'x' }, 'x'],
    ['a whole number', { intValue: '-5' }, -5],
    ['a number beyond 2^53, which stays exact', { intValue: '9223372036854775807' }, '9223372036854775807'],
    ['a fraction', { doubleValue: 0.5 }, 0.5],
    ['not a number', { doubleValue: 'NaN' }, 'NaN'],
    ['bytes', { bytesValue: 'AQID' }, 'AQID'],
    ['a list', { arrayValue: { values: [{ intValue: '1' }, {}] } }, [1, null]],
    ['an object', { kvlistValue: { values: [{ key: 'k', value: { boolValue: false } }] } }, { k: false }],
    ['nothing', {}, null],
  ])('has plain values: %s', (_, value, expected) => {
    const { attributes } = only(request(aSpan({ attributes: [{ key: 'a', value }] })), format)
    expect(attributes).toEqual({ a: expected })
  })

  it('is read without what would change a prototype or what the stores refuse', () => {
    const named = (key: string) => ({ key, value: { stringValue: 'a\0b' } })
    const { attributes } = only(request(aSpan({ attributes: [named('__proto__'), named('x\0')] })), format)
    expect(attributes).toEqual({ 'x\u{fffd}': 'a\u{fffd}b' })
  })

  it('leaves out links without valid ids', () => {
    const links = [
      { traceId: TRACE, spanId: 'ab' },
      { traceId: '0'.repeat(32), spanId: SPAN },
    ]
    expect(only(request(aSpan({ links })), format).links).toEqual([])
  })

  it('nests values as deep as the limit, and no deeper', () => {
    let value: JsonObject = { stringValue: 'deep' }
    for (let level = 0; level < 60; level++) value = { arrayValue: { values: [value] } }
    let found = only(request(aSpan({ attributes: [{ key: 'a', value }] })), format).attributes['a']!
    let depth = 0
    for (; Array.isArray(found); found = found[0]!) depth++
    expect([depth, found]).toEqual([LIMITS.otlp.valueDepth, null])
  })
})

const YEAR_2248 = 2 ** 43

describe('[IN69] an export request in JSON', () => {
  it.each<[string, JsonObject, Partial<OtlpSpan>]>([
    [
      'ids in upper case',
      { traceId: TRACE.toUpperCase(), spanId: SPAN.toUpperCase() },
      { traceId: TRACE, spanId: SPAN },
    ],
    ['times as numbers', { startTimeUnixNano: 1544712660000000000 }, { startedAt: 1544712660000 }],
    [
      'names of enums',
      { kind: 'SPAN_KIND_CLIENT', status: { code: 'STATUS_CODE_ERROR' } },
      { kind: 3, status: { code: 2, message: '' } },
    ],
    [
      'whole numbers as numbers',
      { attributes: [{ key: 'a', value: { intValue: 7 } }] },
      { attributes: { a: 7 } },
    ],
    ['unknown fields', { unknown: [{}], status: { other: 1 } }, { status: { code: 0, message: '' } }],
    [
      'fields of the wrong type',
      { name: 5, kind: {}, attributes: 'x', flags: -1 },
      { name: '', kind: 0, attributes: {}, flags: 0 },
    ],
    ['a parent of zeros, which is none', { parentSpanId: '0'.repeat(16) }, { parentSpanId: undefined }],
    [
      'null',
      { parentSpanId: null, name: null, events: null },
      { parentSpanId: undefined, name: '', events: [] },
    ],
  ])('may have %s', (_, over, expected) => {
    expect(only(request(aSpan(over)), 'json')).toMatchObject(expected)
  })

  it('keeps the microseconds of times as far away as numbers have them', () => {
    const startTimeUnixNano = '4486179674109605000'
    const { groups } = read(written(request(aSpan({ startTimeUnixNano })), 'json'), 'json')
    expect(JSON.stringify(encodeOtlpJson(groups))).toContain(`"${startTimeUnixNano}"`)
  })

  it('comes back the same after it was encoded again', () => {
    fc.assert(
      fc.property(exportRequest, (sent) => {
        const { groups } = read(written(sent, 'json'), 'json')
        const times = JSON.stringify(groups).matchAll(/"(?:at|startedAt|endedAt)":([\d.]+)/g)
        // A number has no microseconds any more then.
        if ([...times].some(([, at]) => Number(at) >= YEAR_2248)) return
        const again = read(Buffer.from(JSON.stringify(encodeOtlpJson(groups))), 'json')
        expect(again.groups).toEqual(groups)
      }),
      { numRuns: FUZZ_RUNS / 20 },
    )
  })
})

describe('[IN69] both formats', () => {
  it('say the same', () => {
    fc.assert(sameInBothFormatsProperty(), { numRuns: FUZZ_RUNS / 10 })
  })

  it('are told by the media type', () => {
    const types = ['application/json; charset=utf-8', 'Application/X-Protobuf', 'text/plain', '', undefined]
    expect(types.map(otlpFormatOf)).toEqual(['json', 'protobuf', undefined, undefined, undefined])
  })
})

describe('[IN70] hostile bytes', () => {
  it('never make the reader throw, and what the intake counts is what is read', () => {
    fc.assert(surveyedIsReadProperty(), { numRuns: FUZZ_RUNS / 20 })
    fc.assert(mutatedRequestProperty(), { numRuns: FUZZ_RUNS / 5 })
    fc.assert(arbitraryRequestProperty(), { numRuns: FUZZ_RUNS })
  })

  it('are JSON for the intake exactly where they are for JSON.parse', () => {
    fc.assert(sameAsParseProperty(), { numRuns: FUZZ_RUNS })
  })

  it.each([
    ['is no JSON', '{"resourceSpans":[{}', 'malformed'],
    ['has something behind it', '{}{}', 'malformed'],
    ['is no object', '[]', 'malformed'],
    ['has an object for a list', '{"resourceSpans":{}}', 'malformed'],
    ['has a number for a span', '{"resourceSpans":[{"scopeSpans":[{"spans":[1]}]}]}', 'malformed'],
    ['hides spans behind others of the name', '{"resourceSpans":[],"resourceSpans":[]}', 'malformed'],
    ['hides them behind an escaped name', '{"resourceSpans":[],"resource\\u0053pans":[]}', 'malformed'],
    ['is empty', '', 'empty'],
    ['nests too deep', '{"a":'.repeat(300) + '1' + '}'.repeat(300), 'too_deep'],
    ['is millions of brackets', `{"a":[${'[],'.repeat(LIMITS.otlp.parts)}1]}`, 'too_many_items'],
  ])('JSON that %s is refused', (_, text, reason) => {
    expect(json(text)).toMatchObject({ reason })
    expect(readOtlpTraces(Buffer.from(text), 'json')).toMatchObject({ reason })
  })

  it('finds spans under an escaped name, as JSON.parse does', () => {
    const escaped = JSON.stringify(request(aSpan())).replace('"spans"', '"s\\u0070ans"')
    expect(json(escaped)).toEqual({ spans: 1, badIds: 0, beyondLimit: 0 })
  })

  it.each([
    ['a length beyond the end', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a message longer than the one around it', field(1, Buffer.from([0x12, 0x05, 0x0a]))],
    ['a varint without an end', Buffer.alloc(20, 0xff)],
    ['field number 0', Buffer.from([0x02, 0x00])],
    ['nested groups', Buffer.alloc(1_000_000, 0x0b)],
    ['an end of a group', Buffer.from([0x0c])],
    ['half a number', Buffer.from([0x09, 1, 2])],
  ])('protobuf with %s is refused', (_, bytes) => {
    expect(surveyOtlpTraces(bytes, 'protobuf')).toMatchObject({ reason: 'malformed' })
    expect(readOtlpTraces(bytes, 'protobuf')).toMatchObject({ reason: 'malformed' })
  })

  it('protobuf of millions of fields is refused by the intake', () => {
    const bytes = Buffer.alloc(2 * LIMITS.otlp.parts + 2, Buffer.from([0x08, 1]))
    expect(surveyOtlpTraces(bytes, 'protobuf')).toMatchObject({ reason: 'too_many_items' })
  })

  it('a span with broken contents costs none of the others', () => {
    const ids = [field(1, Buffer.from(TRACE, 'hex')), field(2, Buffer.from(SPAN, 'hex'))]
    const broken = field(2, Buffer.concat([...ids, field(9, Buffer.from([0x0a, 0x7f]))]))
    const whole = field(2, Buffer.concat(ids))
    const bytes = field(1, field(2, Buffer.concat([broken, whole])))
    const { groups, unreadable } = read(bytes, 'protobuf')
    expect([groups[0]?.spans.length, unreadable]).toEqual([1, 1])
  })
})

describe.each(FORMATS)('[IN72] spans in %s that cannot be stored', (format) => {
  it.each([
    ['no trace id', { traceId: '' }],
    ['a short trace id', { traceId: TRACE.slice(2) }],
    ['a trace id of zeros', { traceId: '0'.repeat(32) }],
    ['a long span id', { spanId: `${SPAN}ab` }],
    ['a span id of zeros', { spanId: '0'.repeat(16) }],
    ['a short parent', { parentSpanId: 'abcd' }],
  ])('are those with %s', (_, over) => {
    const bytes = written(request(aSpan(over), aSpan()), format)
    const survey = { spans: 2, badIds: 1, beyondLimit: 0 }
    expect(surveyOtlpTraces(bytes, format)).toEqual(survey)
    const { groups, survey: found } = read(bytes, format)
    expect([groups[0]!.spans.length, found]).toEqual([1, survey])
  })

  it('are those beyond the limit of one request', () => {
    const bytes = written(request(...Array.from({ length: LIMITS.otlp.spans + 2 }, () => aSpan())), format)
    expect(surveyOtlpTraces(bytes, format)).toMatchObject({ badIds: 0, beyondLimit: 2 })
    expect(read(bytes, format).groups[0]!.spans).toHaveLength(LIMITS.otlp.spans)
  })
})
