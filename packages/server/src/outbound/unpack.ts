import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const READERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Nothing packed is asked for, but stores of ready packed files send them anyway. Undefined: larger than it may be. */
export async function unpack(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const coding = encoding?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '' || body.byteLength === 0) return body
  const read = READERS.get(coding)
  if (read === undefined) throw new Error(`The answer is packed with ${coding}.`)
  try {
    return await read(body, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
