import { readDsn, type Target } from './dsn.ts'

/** Longer than any header that an SDK writes. */
const HEADER_BYTES = 16 * 1024
const NEWLINE = 10
const BUSY_SECONDS = 10

/** The next piece of a body; undefined at its end. */
export type ReadPiece = () => Promise<Uint8Array | undefined>

/** The answer to a request that is not passed on. */
export class Refusal {
  readonly status: 400 | 403 | 413 | 415 | 429 | 503
  /** Seconds. */
  readonly retryAfter: number | undefined
  constructor(status: Refusal['status'], retryAfter?: number) {
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Bytes that all requests of one tunnel may still take. */
export interface Budget {
  free: number
}

/**
 * Reads an envelope for the target, and gives its bytes to `use`, which does not fail. Refuses it as soon as its first line says that it is
 * for somebody else, or is longer than any header.
 */
export async function withEnvelope<T>(
  read: ReadPiece,
  target: Target,
  maxBytes: number,
  budget: Budget,
  use: (body: Uint8Array<ArrayBuffer>) => Promise<T> | Refusal,
): Promise<T | Refusal> {
  // One buffer that grows: a list of pieces of one byte each would take a hundred times their memory.
  let buffer = new Uint8Array(HEADER_BYTES)
  let size = 0
  let taken = 0
  let isKnown = false
  try {
    for (let piece = await read(); piece !== undefined; piece = await read()) {
      const start = size
      size += piece.length
      if (size > maxBytes) return new Refusal(413)
      if (size > buffer.length) buffer = grown(buffer, Math.min(maxBytes, Math.max(size, buffer.length * 2)))
      budget.free -= buffer.length - taken
      taken = buffer.length
      if (budget.free < 0) return new Refusal(503, BUSY_SECONDS)
      buffer.set(piece, start)
      if (isKnown || (size < HEADER_BYTES && !piece.includes(NEWLINE))) continue
      const refusal = checkHeader(buffer.subarray(0, Math.min(size, HEADER_BYTES)), target)
      if (refusal !== undefined) return refusal
      isKnown = true
    }
    // SDKs end every header with a new line.
    return isKnown ? await use(buffer.subarray(0, size)) : new Refusal(400)
  } catch {
    // The visitor left: nobody reads this answer, and it is no error of the application.
    return new Refusal(400)
  } finally {
    budget.free += taken
  }
}

function checkHeader(start: Uint8Array, target: Target): Refusal | undefined {
  const end = start.indexOf(NEWLINE)
  if (end === -1) return new Refusal(400)
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(start.subarray(0, end)))
    if (typeof header !== 'object' || header === null) return new Refusal(400)
    const { dsn } = header as { readonly dsn?: unknown }
    return readDsn(dsn)?.identity === target.identity ? undefined : new Refusal(403)
  } catch {
    return new Refusal(400)
  }
}

function grown(buffer: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size)
  larger.set(buffer)
  return larger
}

/** More than any SDK sends, so that honest ones hear why they were refused. */
const DISCARDED_BYTES = 100 * 1024 * 1024

/** Reads on after a refusal: a client that is still sending does not hear the answer when the connection breaks. */
export async function discardRest(read: ReadPiece): Promise<void> {
  try {
    for (let left = DISCARDED_BYTES; left > 0;) {
      const piece = await read()
      if (piece === undefined) return
      left -= piece.length
    }
  } catch {
    // The visitor left.
  }
}
