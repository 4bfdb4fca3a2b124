import type { Transform } from 'node:stream'
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { LIMITS } from '#domain/limits.ts'
import { Drop, type Outcome } from '#domain/intake/outcome.ts'

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
])

const NONE: readonly Coding[] = []
const GZIP: readonly Coding[] = ['gzip']

/** Codings in the order to undo them. Unknown names mean identity, as they do for Relay (sentry-ruby sends ''). */
export function codingsOf(contentEncoding: string | undefined): Outcome<readonly Coding[]> {
  if (contentEncoding === undefined || contentEncoding === '') return NONE
  if (contentEncoding === 'gzip') return GZIP
  const found: Coding[] = []
  for (const name of contentEncoding.split(',')) {
    const coding = CODINGS.get(name.trim().toLowerCase())
    if (coding !== undefined) found.unshift(coding)
  }
  if (found.length <= LIMITS.contentCodings) return found
  return new Drop('bad_encoding', `more than ${LIMITS.contentCodings} content codings`)
}

/** What RFC 9659 asks of a decoder, and the most one stream may make us allocate. */
const ZSTD_WINDOW_LOG = 23
const ZSTD_PARAMS = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG }

const DECODER_BYTES: Readonly<Record<Coding, number>> = {
  gzip: 128 * 1024,
  deflate: 128 * 1024,
  br: 16 * 1024 * 1024,
  zstd: 8 * 1024 * 1024,
}

/** What an open decoder may hold besides its output. `start`: its first bytes, as far as they are known. */
export function decoderBytes(coding: Coding, start: Buffer): number {
  return coding === 'br' && start.length > 0 ? brotliWindowBytes(start) + BROTLI_BYTES : DECODER_BYTES[coding]
}

/** What brotli holds beside its window. */
const BROTLI_BYTES = 256 * 1024
/** Of brotli, whose decoder fills its whole window before it gives out a byte: this takes under a millisecond. */
const WINDOW_AT_ONCE_BYTES = 256 * 1024

/** RFC 7932, 9.1: the first bits of a stream say how much its decoder has to remember. */
export function brotliWindowBytes(stream: Buffer): number {
  const bits = stream[0]!
  if ((bits & 1) === 0) return 2 ** 16
  const large = (bits >> 1) & 7
  if (large > 0) return 2 ** (17 + large)
  const small = (bits >> 4) & 7
  return 2 ** (small === 0 ? 17 : 8 + small)
}

type AtOnce = (bytes: Buffer, maxOutputLength: number) => Buffer

const AT_ONCE: Readonly<Record<Coding, AtOnce>> = {
  gzip: (bytes, maxOutputLength) => gunzipSync(bytes, { maxOutputLength, chunkSize: outputHint(bytes) }),
  deflate: (bytes, maxOutputLength) =>
    isZlib(bytes) ? inflateSync(bytes, { maxOutputLength }) : inflateRawSync(bytes, { maxOutputLength }),
  br: (bytes, maxOutputLength) => brotliDecompressSync(bytes, { maxOutputLength }),
  zstd: (bytes, maxOutputLength) => zstdDecompressSync(bytes, { maxOutputLength, params: ZSTD_PARAMS }),
}

/** Undoes one coding in one call, or returns undefined when that would be too much for one turn. */
export function decodeAtOnce(
  coding: Coding,
  bytes: Buffer,
  maxOutputLength: number,
): Outcome<Buffer> | undefined {
  if (coding === 'br' && bytes.length > 0 && brotliWindowBytes(bytes) > WINDOW_AT_ONCE_BYTES) return undefined
  try {
    return AT_ONCE[coding](bytes, maxOutputLength)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    return badEncoding(coding, error)
  }
}

const CHUNKS = { chunkSize: 64 * 1024 }

const DECODERS: Readonly<Record<Coding, (start: Buffer) => Transform>> = {
  gzip: () => createGunzip(CHUNKS),
  deflate: (start) => (isZlib(start) ? createInflate(CHUNKS) : createInflateRaw(CHUNKS)),
  br: () => createBrotliDecompress(CHUNKS),
  zstd: () => createZstdDecompress({ ...CHUNKS, params: ZSTD_PARAMS }),
}

/** `start`: the first bytes it will be given, as far as they are known. */
export function createDecoder(coding: Coding, start: Buffer): Transform {
  return DECODERS[coding](start)
}

export function badEncoding(coding: Coding, error: unknown): Drop {
  const message = error instanceof Error ? error.message : String(error)
  return new Drop('bad_encoding', `the body is not ${coding}: ${message}`)
}

/** The trailer names the output size. It may lie: it only sizes the first output buffer. */
function outputHint(gzip: Buffer): number {
  const size = gzip.length < 18 ? 0 : gzip.readUInt32LE(gzip.length - 4)
  return Math.min(Math.max(size + 1, 1024), 128 * 1024)
}

/** RFC 9110 says `deflate` is a zlib stream; some senders leave its header out. */
function isZlib(bytes: Buffer): boolean {
  if (bytes.length < 2) return true
  return (bytes[0]! & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0
}
