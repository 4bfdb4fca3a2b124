import type { Json } from '#domain/json.ts'
import { readAttribute, readString } from './read-protobuf-value.ts'
import { isId } from './survey-protobuf.ts'
import type { OtlpEvent, OtlpLink, OtlpSpan, OtlpStatus } from './traces.ts'
import {
  enumValue,
  millisecondsOf,
  SPAN_ID_BYTES,
  SPAN_KINDS,
  STATUS_CODES,
  TRACE_ID_BYTES,
} from './values.ts'
import { eachField, WireType, type Wire } from './wire.ts'

type Draft = { -readonly [Field in keyof OtlpSpan]: OtlpSpan[Field] }

/** Its ids are known to be good. */
export function readSpanFields(wire: Wire, end: number): OtlpSpan {
  const attributes: Record<string, Json> = {}
  const events: OtlpEvent[] = []
  const links: OtlpLink[] = []
  const span: Draft = {
    traceId: '',
    spanId: '',
    parentSpanId: undefined,
    name: '',
    kind: 0,
    startedAt: 0,
    endedAt: 0,
    attributes,
    droppedAttributesCount: 0,
    status: { code: 0, message: '' },
    events,
    links,
    traceState: '',
    flags: 0,
  }
  eachField(wire, end, (_, number, fieldEnd, type) => {
    if (fieldEnd === undefined) return readNumber(wire, number, type, span)
    if (number === 9) readAttribute(wire, fieldEnd, attributes)
    else if (number === 11) events.push(readEvent(wire, fieldEnd))
    else if (number === 13) links.push(...readLink(wire, fieldEnd))
    else readBytes(wire, number, fieldEnd, span)
    return false
  })
  return span
}

function readNumber({ reader }: Wire, number: number, type: WireType, span: Draft): boolean {
  if (number === 6 && type === WireType.Varint) span.kind = enumValue(SPAN_KINDS, reader.int32())
  else if (number === 7 && type === WireType.Bit64) span.startedAt = readTime(reader)
  else if (number === 8 && type === WireType.Bit64) span.endedAt = readTime(reader)
  else if (number === 10 && type === WireType.Varint) span.droppedAttributesCount = reader.uint32()
  else if (number === 16 && type === WireType.Bit32) span.flags = reader.fixed32()
  else return false
  return true
}

function readBytes(wire: Wire, number: number, end: number, span: Draft): void {
  if (number === 1) span.traceId = readHex(wire, end)
  else if (number === 2) span.spanId = readHex(wire, end)
  else if (number === 3) span.traceState = readString(wire, end)
  else if (number === 4) span.parentSpanId = readParent(wire, end)
  else if (number === 5) span.name = readString(wire, end)
  else if (number === 15) span.status = readStatus(wire, end)
}

function readParent(wire: Wire, end: number): string | undefined {
  return isId(wire.bytes, wire.reader.pos, end, SPAN_ID_BYTES) ? readHex(wire, end) : undefined
}

function readStatus(wire: Wire, end: number): OtlpStatus {
  const status = { code: 0, message: '' }
  eachField(wire, end, ({ reader }, number, fieldEnd, type) => {
    if (number === 2 && fieldEnd !== undefined) status.message = readString(wire, fieldEnd)
    if (number !== 3 || type !== WireType.Varint) return false
    status.code = enumValue(STATUS_CODES, reader.int32())
    return true
  })
  return status
}

function readEvent(wire: Wire, end: number): OtlpEvent {
  const attributes: Record<string, Json> = {}
  const event = { name: '', at: 0, attributes }
  eachField(wire, end, ({ reader }, number, fieldEnd, type) => {
    if (number === 2 && fieldEnd !== undefined) event.name = readString(wire, fieldEnd)
    else if (number === 3 && fieldEnd !== undefined) readAttribute(wire, fieldEnd, attributes)
    if (number !== 1 || type !== WireType.Bit64) return false
    event.at = readTime(reader)
    return true
  })
  return event
}

/** A link without valid ids leads nowhere. */
function readLink(wire: Wire, end: number): OtlpLink[] {
  const attributes: Record<string, Json> = {}
  const link = { traceId: '', spanId: '', attributes }
  eachField(wire, end, ({ reader, bytes }, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === 1)
      link.traceId = isId(bytes, reader.pos, fieldEnd, TRACE_ID_BYTES) ? readHex(wire, fieldEnd) : ''
    else if (number === 2)
      link.spanId = isId(bytes, reader.pos, fieldEnd, SPAN_ID_BYTES) ? readHex(wire, fieldEnd) : ''
    else if (number === 4) readAttribute(wire, fieldEnd, attributes)
    return false
  })
  return link.traceId !== '' && link.spanId !== '' ? [link] : []
}

function readHex({ reader, bytes }: Wire, end: number): string {
  return bytes.toString('hex', reader.pos, end)
}

function readTime(reader: Wire['reader']): number {
  return millisecondsOf(BigInt(reader.fixed64()))
}
