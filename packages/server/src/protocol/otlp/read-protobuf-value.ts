import type { Json } from '#domain/json.ts'
import { cleanText, doubleValue, integerValue, isWithin, setAttribute, TOO_DEEP } from './values.ts'
import { eachField, WireType, type Wire } from './wire.ts'

export function readString({ reader, bytes }: Wire, end: number): string {
  return cleanText(bytes.toString('utf8', reader.pos, end))
}

/** A `KeyValue`. */
export function readAttribute(wire: Wire, end: number, into: Record<string, Json>, depth = 1): void {
  let key = ''
  let value: Json = null
  eachField(wire, end, (_, number, fieldEnd) => {
    if (fieldEnd === undefined) return false
    if (number === 1) key = readString(wire, fieldEnd)
    else if (number === 2) value = readValue(wire, fieldEnd, depth)
    return false
  })
  setAttribute(into, key, value)
}

/** An `AnyValue`: one of seven fields; where there are several, the last. */
function readValue(wire: Wire, end: number, depth: number): Json {
  if (!isWithin(depth)) return TOO_DEEP
  let value: Json = null
  eachField(wire, end, ({ reader }, number, fieldEnd, type) => {
    if (fieldEnd !== undefined) value = readLong(wire, number, fieldEnd, depth) ?? value
    else if (number === 2 && type === WireType.Varint) value = reader.bool()
    else if (number === 3 && type === WireType.Varint) value = integerValue(BigInt(reader.int64()))
    else if (number === 4 && type === WireType.Bit64) value = doubleValue(reader.double())
    else return false
    return true
  })
  return value
}

function readLong(wire: Wire, number: number, end: number, depth: number): Json | undefined {
  const { reader, bytes } = wire
  if (number === 1) return readString(wire, end)
  if (number === 5) return readArray(wire, end, depth)
  if (number === 6) return readKeyValues(wire, end, depth)
  return number === 7 ? bytes.toString('base64', reader.pos, end) : undefined
}

function readArray(wire: Wire, end: number, depth: number): Json[] {
  const values: Json[] = []
  eachField(wire, end, (_, number, fieldEnd) => {
    if (number === 1 && fieldEnd !== undefined) values.push(readValue(wire, fieldEnd, depth + 1))
    return false
  })
  return values
}

function readKeyValues(wire: Wire, end: number, depth: number): Record<string, Json> {
  const values: Record<string, Json> = {}
  eachField(wire, end, (_, number, fieldEnd) => {
    if (number === 1 && fieldEnd !== undefined) readAttribute(wire, fieldEnd, values, depth + 1)
    return false
  })
  return values
}
