import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { readStoreBody } from './store-body.ts'

const JSON_TEXT = '{"event_id":"d107b9062e9e40beac9b56b35112e656","message":"hé"}'

function read(body: string | Uint8Array): { text: string; event: unknown } | Drop {
  const stored = readStoreBody(Buffer.from(body as string))
  return stored instanceof Drop ? stored : { text: Buffer.from(stored.json).toString(), event: stored.event }
}

describe('[IN7] a store body becomes plain JSON', () => {
  it.each([
    ['JSON', JSON_TEXT],
    ['base64 of JSON', Buffer.from(JSON_TEXT).toString('base64')],
    ['base64 of a zlib stream', deflateSync(JSON_TEXT).toString('base64')],
    [
      'base64 with line breaks',
      deflateSync(JSON_TEXT)
        .toString('base64')
        .replaceAll(/(.{20})/g, '$1\n'),
    ],
  ])('from %s', (_, body) => {
    expect(read(body)).toEqual({ text: JSON_TEXT, event: JSON.parse(JSON_TEXT) })
  })

  it('from JSON behind white space, byte for byte', () => {
    expect(read(` \r\n\t${JSON_TEXT}`)).toMatchObject({ text: ` \r\n\t${JSON_TEXT}` })
  })

  it('with bytes that are not UTF-8 replaced, so that what is stored is text', () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect(read(body)).toEqual({ text: '{"a":"\ufffd\ufffd"}', event: { a: '\ufffd\ufffd' } })
  })
})

describe('[IN5] what is no event is refused', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['broken JSON', '{"a":', 'malformed'],
    ['an array', '[1]', 'malformed'],
    ['words', 'hello there!', 'malformed'],
    ['punctuation', '!!!', 'malformed'],
    ['base64 of something else', Buffer.from([1, 2, 3, 4, 5]).toString('base64'), 'malformed'],
    ['10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'too_deep'],
    ['a zlib bomb', deflateSync(Buffer.alloc(LIMITS.storeBytes * 8)).toString('base64'), 'too_large'],
    ['too much JSON', `{"a":"${'x'.repeat(LIMITS.storeBytes)}"}`, 'too_large'],
  ])('%s', (_, body, reason) => {
    expect(read(body)).toMatchObject({ reason })
  })
})
