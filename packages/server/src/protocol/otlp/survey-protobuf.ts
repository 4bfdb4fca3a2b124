import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'
import { createTally, type OtlpSurvey } from './survey.ts'
import { SPAN_ID_BYTES, TRACE_ID_BYTES } from './values.ts'
import { eachField, openWire, TooManyParts, type Field, type Wire } from './wire.ts'

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto. */
export const RESOURCE_SPANS = 1
export const SCOPE_SPANS = 2
export const SPANS = 2
const TRACE_ID = 1
const SPAN_ID = 2
const PARENT_SPAN_ID = 4

export function surveyOtlpProtobuf(body: Uint8Array): Outcome<OtlpSurvey> {
  const tally = createTally()
  const wire = openWire(body, LIMITS.otlp.parts)
  const inScope: Field = (_, number, end) => {
    if (number === SPANS && end !== undefined) tally.count(hasGoodIds(wire, end))
    return false
  }
  const inResource: Field = (_, number, end) => {
    if (number === SCOPE_SPANS && end !== undefined) eachField(wire, end, inScope)
    return false
  }
  return withinWire(() => {
    eachField(wire, body.length, (_, number, end) => {
      if (number === RESOURCE_SPANS && end !== undefined) eachField(wire, end, inResource)
      return false
    })
    return tally.survey
  })
}

/** Reads the whole span, as far as it has fields of its own: what is cut off or overlong is found here. */
export function hasGoodIds(wire: Wire, end: number): boolean {
  let hasTraceId = false
  let hasSpanId = false
  let hasBadParent = false
  eachField(wire, end, ({ reader, bytes }, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === TRACE_ID) hasTraceId = isId(bytes, reader.pos, fieldEnd, TRACE_ID_BYTES)
    else if (number === SPAN_ID) hasSpanId = isId(bytes, reader.pos, fieldEnd, SPAN_ID_BYTES)
    else if (number === PARENT_SPAN_ID) hasBadParent = isBadParent(fieldEnd - reader.pos)
    return false
  })
  return hasTraceId && hasSpanId && !hasBadParent
}

export function isId(bytes: Buffer, start: number, end: number, length: number): boolean {
  return end - start === length && !isZero(bytes, start, end)
}

/** All zeros, as some write the absent parent of a root, are no bad one. */
function isBadParent(length: number): boolean {
  return length !== 0 && length !== SPAN_ID_BYTES
}

function isZero(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0) return false
  return true
}

/** The reader throws on bytes that are no protobuf, in many ways. */
export function withinWire<T>(read: () => T): Outcome<T> {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooManyParts) {
      return new Drop('too_many_items', `more than ${LIMITS.otlp.parts} fields`)
    }
    const why = error instanceof Error ? error.message : String(error)
    return new Drop('malformed', `the body is not an export request: ${why}`)
  }
}
