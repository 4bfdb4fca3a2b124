import { describe, expect, it } from 'vitest'
import { Drop } from '#domain/intake/outcome.ts'
import { decode } from './decode.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('decode', () => {
  it('[PL2] says why the bytes are not an event', () => {
    for (const text of ['', '{', '[]', '7', 'null', '"text"']) {
      expect(decode(bytes(text))).toMatchObject({ reason: 'malformed' })
    }
  })

  it('[PL2] rejects JSON that would overflow the stack of recursive readers', () => {
    for (const levels of [200, 10_000, 1_000_000]) {
      const deep = `{"extra":${'['.repeat(levels)}${']'.repeat(levels)}}`
      expect(decode(bytes(deep))).toMatchObject({ reason: 'too_deep' })
    }
    expect(decode(bytes(`{"extra":${'['.repeat(199)}${']'.repeat(199)}}`))).not.toBeInstanceOf(Drop)
  })

  it('[PL2] replaces invalid UTF-8, because a broken character must not cost the event', () => {
    const broken = Buffer.concat([Buffer.from('{"message":"a'), Buffer.from([0xff]), Buffer.from('b"}')])
    expect(decode(broken)).toEqual({ payload: { message: 'a\u{fffd}b' }, json: undefined })
  })

  it('[PL2] skips a byte order mark', () => {
    expect(decode(bytes('\u{feff}{"a":1}'))).toEqual({ payload: { a: 1 }, json: bytes('{"a":1}') })
  })

  it('[PL2] removes prototypes in disguise, however they are spelled', () => {
    for (const text of [
      '{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1},"b":2}}',
      String.raw`{"\u005f_proto__":{"polluted":1},"a":{"__pr\u006fto__":{"polluted":1},"b":2}}`,
    ]) {
      const decoded = decode(bytes(text))
      expect(JSON.stringify(decoded)).toBe('{"payload":{"a":{"b":2}}}')
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('[PL2] replaces what no store can hold: NUL and half surrogate pairs', () => {
    const decoded = decode(bytes(String.raw`{"a\u0000":"b\u0000\ud800c","d":["\udc00"],"e":"\ud83d\ude00"}`))
    expect(decoded).not.toBeInstanceOf(Drop)
    expect(decoded).toEqual({
      payload: { 'a\u{fffd}': 'b\u{fffd}\u{fffd}c', d: ['\u{fffd}'], e: '\u{1f600}' },
      json: undefined,
    })
  })

  it('[PL67] hands the bytes on where they say the same as the tree, on one line', () => {
    const twice = bytes('{"a":1,"a":2.50}')
    expect(decode(twice)).toEqual({ payload: { a: 2.5 }, json: twice })
    expect(decode(bytes('{\n"a":1}'))).toEqual({ payload: { a: 1 }, json: undefined })
  })
})
