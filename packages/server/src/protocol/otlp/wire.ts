import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'

export { WireType } from '@bufbuild/protobuf/wire'

/** Protobuf on its way through a reader. */
export interface Wire {
  readonly reader: BinaryReader
  readonly bytes: Buffer
  /** Fields that may still come. */
  parts: number
}

/** More fields than anybody reads. */
export class TooManyParts extends Error {}

export function openWire(body: Uint8Array, parts = Number.POSITIVE_INFINITY): Wire {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return { reader: new BinaryReader(bytes), bytes, parts }
}

/** What a field holds: the range of its bytes, or a number that waits to be read where `end` is undefined. */
export type Field = (wire: Wire, number: number, end: number | undefined, type: WireType) => boolean

/**
 * Goes through the fields of a message that ends at `end`. `visit` says whether it has read the field; what it has not is
 * skipped. A field with a length ends where its `end` says, whatever was read of it.
 */
export function eachField(wire: Wire, end: number, visit: Field): void {
  const { reader } = wire
  while (reader.pos < end) {
    const [number, type] = reader.tag()
    if (--wire.parts < 0) throw new TooManyParts()
    // The protocol has no groups, and skipping nested ones would take a stack.
    if (type === WireType.StartGroup || type === WireType.EndGroup) throw new RangeError('a group')
    if (type === WireType.LengthDelimited) {
      const fieldEnd = reader.uint32() + reader.pos
      if (fieldEnd > end) throw new RangeError('a field is longer than its message')
      visit(wire, number, fieldEnd, type)
      reader.pos = fieldEnd
    } else if (!visit(wire, number, undefined, type)) reader.skip(type, number)
  }
  if (reader.pos !== end) throw new RangeError('a field is longer than its message')
}
