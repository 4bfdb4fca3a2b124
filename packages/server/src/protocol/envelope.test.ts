import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { encodeEnvelope } from './encode-envelope.ts'
import { parseEnvelope, type Envelope } from './envelope.ts'

function parse(text: string): Envelope {
  const parsed = parseEnvelope(Buffer.from(text, 'latin1'))
  if (parsed instanceof Drop) throw new Error(parsed.detail)
  return parsed
}

function problem(bytes: string | Uint8Array): string {
  const parsed = parseEnvelope(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  if (!(parsed instanceof Drop)) throw new Error('was parsed')
  return `${parsed.reason}: ${parsed.detail}`
}

const payloads = (envelope: Envelope) =>
  envelope.items.map((item) => Buffer.from(item.payload).toString('latin1'))

describe('[IN4] the grammar of an envelope', () => {
  it('takes a header alone, with or without a line feed', () => {
    expect(parse('{}')).toEqual({ header: {}, items: [] })
    expect(parse('{"a":1}\n')).toEqual({ header: { a: 1 }, items: [] })
  })

  it('ends a payload without length at the line feed or the end', () => {
    const envelope = parse('{}\n{"type":"event"}\n{"a":1}\n{"type":"session"}\n{}')
    expect(envelope.items.map((item) => item.type)).toEqual(['event', 'session'])
    expect(payloads(envelope)).toEqual(['{"a":1}', '{}'])
  })

  it('takes exactly as many bytes as length says, line feeds included', () => {
    expect(payloads(parse('{}\n{"type":"a","length":5}\na\nb\n\n\n{"type":"b"}\nx'))).toEqual([
      'a\nb\n\n',
      'x',
    ])
  })

  it('trims nothing: an attachment may end in a line feed that is the last byte', () => {
    expect(payloads(parse('{}\n{"type":"attachment","length":3}\n\u001a\r\n'))).toEqual(['\u001a\r\n'])
  })

  it('takes empty payloads before a blank line and before the end', () => {
    expect(payloads(parse('{}\n{"type":"a","length":0}\n\n{"type":"a","length":0}\n'))).toEqual(['', ''])
    expect(payloads(parse('{}\n{"type":"a"}'))).toEqual([''])
  })

  it('takes one line feed more at the very end', () => {
    expect(payloads(parse('{}\n{"type":"a"}\nx\n'))).toEqual(['x'])
    expect(payloads(parse('{}\n{"type":"a"}\nx\n\n'))).toEqual(['x'])
  })

  it('leaves a carriage return to the line it is in', () => {
    expect(payloads(parse('{}\r\n{"type":"a"}\r\nx\r\n'))).toEqual(['x\r'])
  })

  it('gives the header line as it was sent', () => {
    const [item] = parse('{}\n{"type":"a", "x":1}\nx').items
    expect(Buffer.from(item!.headerLine).toString()).toBe('{"type":"a", "x":1}')
    expect(item!.header).toEqual({ type: 'a', x: 1 })
  })

  it('takes null for no length', () => {
    expect(payloads(parse('{}\n{"type":"a","length":null}\nx'))).toEqual(['x'])
  })
})

describe('[IN5] what is not an envelope is refused with the place where it stops being one', () => {
  it.each([
    ['', 'empty: the body is empty'],
    ['\n', 'malformed: empty line instead of an envelope header (byte 0)'],
    ['nonsense', 'malformed: envelope header is not JSON (byte 0)'],
    ['[]', 'malformed: envelope header is not an object (byte 0)'],
    ['{}\n\n{"type":"a"}\nx', 'malformed: item 0: empty line instead of an item header (byte 3)'],
    [
      '{}\n{"type":"a"}\nx\n\n{"type":"a"}\n',
      'malformed: item 1: empty line instead of an item header (byte 18)',
    ],
    ['{}\n{}\nx', 'malformed: item 0: item header has no type (byte 3)'],
    ['{}\n{"type":1}\nx', 'malformed: item 0: item header has no type (byte 3)'],
    ['{}\n{"type":"a","length":9}\nx', 'malformed: item 0: payload ends after 1 of 9 bytes (byte 28)'],
    [
      '{}\n{"type":"a","length":1}\nxy',
      'malformed: item 0: no line feed behind a payload of 1 bytes (byte 28)',
    ],
    ['{}\n{"type":"a","length":-1}\nx', 'malformed: item 0: length is not a whole number (byte 28)'],
    ['{}\n{"type":"a","length":"1"}\nx', 'malformed: item 0: length is not a whole number (byte 29)'],
    ['{"a":"\xff"}', 'malformed: envelope header is not UTF-8 (byte 0)'],
  ])('%j', (text, expected) => {
    expect(problem(text)).toBe(expected)
  })

  it('takes a replacement character that was really sent', () => {
    expect(parseEnvelope(Buffer.from('{"a":"\ufffd"}'))).toEqual({ header: { a: '\ufffd' }, items: [] })
  })

  it('names a header line that is too long, and one that is too deep', () => {
    expect(problem(`{"a":"${'x'.repeat(LIMITS.headerLineBytes)}"}`)).toContain('longer than')
    expect(problem(`{"a":${'['.repeat(9999)}${']'.repeat(9999)}}`)).toContain('too_deep')
  })

  it('counts items', () => {
    const items = Array.from({ length: LIMITS.itemsPerEnvelope }, () => ({ type: 'a', payload: '{}' }))
    expect(parseEnvelope(encodeEnvelope({}, items))).toMatchObject({ header: {} })
    expect(problem(encodeEnvelope({}, [...items, items[0]!]))).toContain('too_many_items')
  })
})
