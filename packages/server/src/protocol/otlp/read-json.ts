import { isObject, type Json, type JsonObject } from '#domain/json.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { isNoParent, isSpanId, isTraceId } from './ids.ts'
import { createTally, type Tally } from './survey.ts'
import { surveyOtlpJson } from './survey-json.ts'
import type {
  OtlpAttributes,
  OtlpEvent,
  OtlpLink,
  OtlpScope,
  OtlpSpan,
  OtlpSpans,
  OtlpTraces,
} from './traces.ts'
import {
  cleanText,
  doubleValue,
  enumValue,
  integerValue,
  isWithin,
  millisecondsOf,
  setAttribute,
  SPAN_KINDS,
  STATUS_CODES,
  TOO_DEEP,
} from './values.ts'

/** Unknown fields and values of the wrong type are treated as if they had not been sent, as protobuf does. */
export function readOtlpJson(body: Uint8Array): Outcome<OtlpTraces> {
  // First, since parsing what this refuses could take seconds.
  const survey = surveyOtlpJson(body)
  if (survey instanceof Drop) return survey
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const request = JSON.parse(text) as JsonObject
  const tally = createTally()
  const groups = objectsOf(request['resourceSpans']).flatMap((resourceSpans) => {
    const resource = attributesOf(member(resourceSpans['resource'], 'attributes'))
    return objectsOf(resourceSpans['scopeSpans']).map((scopeSpans) => readGroup(resource, scopeSpans, tally))
  })
  return { groups: groups.filter(({ spans }) => spans.length > 0), survey: tally.survey, unreadable: 0 }
}

function readGroup(resource: OtlpAttributes, scopeSpans: JsonObject, tally: Tally): OtlpSpans {
  const spans: OtlpSpan[] = []
  for (const span of objectsOf(scopeSpans['spans'])) {
    if (tally.count(hasGoodIds(span))) spans.push(readSpan(span))
  }
  return { resource, scope: scopeOf(scopeSpans['scope']), spans }
}

function hasGoodIds({ traceId, spanId, parentSpanId }: JsonObject): boolean {
  if (!isTraceId(traceId) || !isSpanId(spanId)) return false
  if (parentSpanId === undefined || parentSpanId === null) return true
  return typeof parentSpanId === 'string' && (isNoParent(parentSpanId) || isSpanId(parentSpanId))
}

function readSpan(span: JsonObject): OtlpSpan {
  const parent = span['parentSpanId']
  return {
    traceId: (span['traceId'] as string).toLowerCase(),
    spanId: (span['spanId'] as string).toLowerCase(),
    parentSpanId: isSpanId(parent) ? parent.toLowerCase() : undefined,
    name: textOf(span['name']),
    kind: enumValue(SPAN_KINDS, span['kind']),
    startedAt: timeOf(span['startTimeUnixNano']),
    endedAt: timeOf(span['endTimeUnixNano']),
    attributes: attributesOf(span['attributes']),
    droppedAttributesCount: unsignedOf(span['droppedAttributesCount']),
    status: {
      code: enumValue(STATUS_CODES, member(span['status'], 'code')),
      message: textOf(member(span['status'], 'message')),
    },
    events: objectsOf(span['events']).map(readEvent),
    links: objectsOf(span['links']).flatMap(readLink),
    traceState: textOf(span['traceState']),
    flags: unsignedOf(span['flags']),
  }
}

function readEvent(event: JsonObject): OtlpEvent {
  return {
    name: textOf(event['name']),
    at: timeOf(event['timeUnixNano']),
    attributes: attributesOf(event['attributes']),
  }
}

/** A link without valid ids leads nowhere. */
function readLink({ traceId, spanId, attributes }: JsonObject): OtlpLink[] {
  if (!isTraceId(traceId) || !isSpanId(spanId)) return []
  return [
    {
      traceId: traceId.toLowerCase(),
      spanId: spanId.toLowerCase(),
      attributes: attributesOf(attributes),
    },
  ]
}

function scopeOf(scope: Json | undefined): OtlpScope {
  return { name: textOf(member(scope, 'name')), version: textOf(member(scope, 'version')) }
}

function attributesOf(list: Json | undefined, depth = 1): Record<string, Json> {
  const attributes: Record<string, Json> = {}
  for (const { key, value } of objectsOf(list)) {
    if (typeof key === 'string') setAttribute(attributes, key, valueOf(value, depth))
  }
  return attributes
}

function valueOf(value: Json | undefined, depth: number): Json {
  if (!isObject(value)) return null
  if (!isWithin(depth)) return TOO_DEEP
  const { stringValue, boolValue, intValue, doubleValue: double, bytesValue } = value
  if (typeof stringValue === 'string') return cleanText(stringValue)
  if (typeof boolValue === 'boolean') return boolValue
  if (intValue !== undefined) return intOf(intValue)
  if (double !== undefined) return doubleOf(double)
  if (typeof bytesValue === 'string') return cleanText(bytesValue)
  const { arrayValue, kvlistValue } = value
  if (isObject(arrayValue)) return listOf(arrayValue['values']).map((each) => valueOf(each, depth + 1))
  return isObject(kvlistValue) ? attributesOf(kvlistValue['values'], depth + 1) : null
}

const INTEGER = /^-?\d{1,20}$/

function bigOf(value: Json | undefined): bigint | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined
  return typeof value === 'string' && INTEGER.test(value) ? BigInt(value) : undefined
}

function intOf(value: Json): Json {
  const big = bigOf(value)
  return big === undefined ? null : integerValue(big)
}

function doubleOf(value: Json): Json {
  if (typeof value === 'number') return doubleValue(value)
  return typeof value === 'string' && value !== '' ? doubleValue(Number(value)) : null
}

function timeOf(value: Json | undefined): number {
  const nanoseconds = bigOf(value) ?? 0n
  return nanoseconds >= 0n && nanoseconds < 2n ** 64n ? millisecondsOf(nanoseconds) : 0
}

function unsignedOf(value: Json | undefined): number {
  const number = Number(bigOf(value) ?? 0n)
  return number >= 0 && number < 2 ** 32 ? number : 0
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? cleanText(value) : ''
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject)
}
