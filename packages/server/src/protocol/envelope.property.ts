import * as fc from 'fast-check'
import type { Json, JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { encodeEnvelope, type ItemToEncode } from './encode-envelope.ts'
import { parseEnvelope, type Envelope } from './envelope.ts'

/** Only tests import this file. Each function is one property; the caller decides how often it runs. */
const jsonObject = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<JsonObject>

const itemHeader = jsonObject.map((header) => {
  const { type: _type, length: _length, ...rest } = header
  return rest
})

const payload = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc.constantFrom(Buffer.from('\n'), Buffer.from('\n\n'), Buffer.from('{"a":1}\n'), Buffer.alloc(0)),
  fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text)),
)

const item: fc.Arbitrary<ItemToEncode> = fc.record({ type: fc.string(), header: itemHeader, payload })

const envelope = fc.record({
  header: jsonObject,
  items: fc.array(item, { maxLength: 8 }),
  length: fc.constantFrom('always' as const, 'needed' as const),
  closingLineFeed: fc.boolean(),
})

/** What was encoded comes back, byte for byte. */
export function roundTripProperty(): fc.IProperty<[unknown]> {
  return fc.property(envelope, ({ header, items, length, closingLineFeed }) => {
    const parsed = parseEnvelope(encodeEnvelope(header, items, { length, closingLineFeed }))
    if (parsed instanceof Drop) throw new Error(parsed.detail)
    assertSame(parsed.header, header)
    if (parsed.items.length !== items.length)
      throw new Error(`${parsed.items.length} of ${items.length} items`)
    for (const [index, sent] of items.entries()) {
      const got = parsed.items[index]!
      if (got.index !== index || got.type !== sent.type) throw new Error(`item ${index} became another`)
      if (!Buffer.from(got.payload).equals(sent.payload as Uint8Array)) throw new Error(`payload ${index}`)
      const { type: _type, length: _length, ...rest } = got.header
      assertSame(rest, sent.header!)
    }
  })
}

/** A few changes to bytes that were right. */
export const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.constantFrom('flip', 'delete', 'insert', 'cut', 'repeat'),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '{}', '{"type":"event"}\n', '"length":', '9999999', '\r\n', '\u0000', '[['),
    ),
  }),
  { minLength: 1, maxLength: 4 },
)

export type Mutations = typeof mutations extends fc.Arbitrary<infer Value> ? Value : never

export function mutate(source: Uint8Array, changes: Mutations): Buffer {
  let bytes = Buffer.from(source)
  for (const { at, kind, bytes: extra } of changes) {
    const index = Math.floor(at * bytes.length)
    const insert = Buffer.from(extra as Uint8Array)
    if (kind === 'flip' && bytes.length > 0) bytes[index % bytes.length]! ^= insert[0] ?? 1
    else if (kind === 'delete')
      bytes = Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + insert.length)])
    else if (kind === 'cut') bytes = Buffer.from(bytes.subarray(0, index))
    else if (kind === 'repeat') bytes = Buffer.concat([bytes, bytes.subarray(index, index + 200)])
    else bytes = Buffer.concat([bytes.subarray(0, index), insert, bytes.subarray(index)])
  }
  return bytes
}

/** Whatever the bytes: an envelope whose parts lie inside them in order, or a Drop; never a throw. */
export function arbitraryBytesProperty(): fc.IProperty<[unknown]> {
  return fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assertSound(bytes)
  })
}

export function mutatedEnvelopeProperty(
  sources: readonly Uint8Array[] = [],
): fc.IProperty<[unknown, unknown]> {
  const made = envelope.map(({ header, items, length, closingLineFeed }) =>
    encodeEnvelope(header, items, { length, closingLineFeed }),
  )
  const source = sources.length === 0 ? made : fc.oneof(made, fc.constantFrom(...sources))
  return fc.property(source, mutations, (bytes, changes) => {
    assertSound(mutate(bytes, changes))
  })
}

function assertSound(bytes: Uint8Array): void {
  const parsed = parseEnvelope(bytes)
  if (parsed instanceof Drop) {
    if (parsed.detail === '') throw new Error('a Drop that says nothing')
    return
  }
  assertOrdered(parsed, bytes)
}

function assertOrdered(parsed: Envelope, bytes: Uint8Array): void {
  let behind = 0
  for (const [index, item] of parsed.items.entries()) {
    if (item.index !== index) throw new Error('indexes have gaps')
    for (const part of [item.headerLine, item.payload]) {
      if (part.buffer !== bytes.buffer) throw new Error('a copy')
      const start = part.byteOffset - bytes.byteOffset
      if (start < behind || start + part.length > bytes.length) throw new Error('overlaps or is out of range')
      behind = start + part.length
    }
  }
}

function assertSame(got: Json, expected: Json): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(JSON.parse(JSON.stringify(expected)))]
  if (a !== b) throw new Error(`${a} is not ${b}`)
}
