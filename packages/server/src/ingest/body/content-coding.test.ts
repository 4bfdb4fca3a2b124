import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Drop } from '#domain/intake/outcome.ts'
import { brotliWindowBytes, codingsOf, decodeAtOnce } from './content-coding.ts'

const TEXT = Buffer.from('{"a":"some text that repeats, some text that repeats"}')

describe('[IN17] Content-Encoding', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['UTF-8', []],
    ['identity', []],
    ['something', []],
    ['gzip', ['gzip']],
    ['X-GZIP', ['gzip']],
    ['Deflate', ['deflate']],
    ['br', ['br']],
    ['zstd', ['zstd']],
    ['gzip, identity , br', ['br', 'gzip']],
  ])('%j is undone as %j', (header, codings) => {
    expect(codingsOf(header)).toEqual(codings)
  })

  it('is refused when it names more than three', () => {
    expect(codingsOf('gzip, gzip, gzip')).toHaveLength(3)
    expect(codingsOf('gzip, gzip, gzip, gzip')).toMatchObject({ reason: 'bad_encoding' })
  })

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_LGWIN]: 18 } })],
    ['zstd', zstdCompressSync(TEXT)],
  ] as const)('%s is undone', (coding, bytes) => {
    expect(decodeAtOnce(coding, bytes, 1000)).toEqual(TEXT)
    expect(decodeAtOnce(coding, bytes, TEXT.length - 1)).toBeUndefined()
    expect(decodeAtOnce(coding, bytes.subarray(0, bytes.length - 6), 1000)).toBeInstanceOf(Drop)
    expect(decodeAtOnce(coding, Buffer.from('plain text'), 1000)).toMatchObject({ reason: 'bad_encoding' })
  })

  it('does not trust the size in the gzip trailer', () => {
    const lying = gzipSync(Buffer.alloc(500_000, 'ab'))
    lying.writeUInt32LE(3, lying.length - 4)
    expect(decodeAtOnce('gzip', lying, 1_000_000)).toMatchObject({ reason: 'bad_encoding' })
  })
})

describe('[IN59] the window of brotli', () => {
  it.each([10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24])(
    'of %s bits is read from its first byte',
    (bits) => {
      const params = { [constants.BROTLI_PARAM_LGWIN]: bits, [constants.BROTLI_PARAM_QUALITY]: 5 }
      const stream = brotliCompressSync(Buffer.alloc(20 * 1024 * 1024, 'abcdefg'), { params })
      expect(brotliWindowBytes(stream)).toBe(2 ** bits)
    },
  )

  it('decides whether it is decoded at once: a large one is filled before the first byte comes out', () => {
    const bytes = Buffer.alloc(100_000, 'abcdefg')
    const packed = (bits: number) =>
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_LGWIN]: bits, [constants.BROTLI_PARAM_QUALITY]: 5 },
      })
    expect(decodeAtOnce('br', packed(18), 1_000_000)).toEqual(bytes)
    expect(decodeAtOnce('br', packed(24), 1_000_000)).toBeUndefined()
  })
})
