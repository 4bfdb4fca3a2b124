import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

const MiB = 1024 * 1024

function* spaces(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(MiB, ' ')
  for (let made = 0; made < bytes; made += MiB) yield block
}

/** A brotli stream of a hundred and some bytes that becomes 199 MiB. */
export function brotliBomb(): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return buffer(Readable.from(spaces(199 * MiB)).pipe(createBrotliCompress({ params })))
}

/**
 * The beginning of a gzip stream that is never finished: what there is of it becomes so many bytes, and is large enough
 * on the wire not to be waited for.
 */
export function unfinishedGzip(bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const gzip = createGzip({ level: 9 })
    gzip.on('data', (part: Buffer) => parts.push(part)).once('error', reject)
    gzip.write(Buffer.from(randomBytes(64 * 1024).toString('base64')))
    for (const block of spaces(bytes)) gzip.write(block)
    gzip.flush(constants.Z_SYNC_FLUSH, () => resolve(Buffer.concat(parts)))
  })
}

/** A request whose body is announced in full, begun, and never ended; the connection stays open. */
export function beginRequest(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  part: Buffer,
): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nTransfer-Encoding: chunked\r\n${lines.join('')}\r\n`,
  )
  socket.write(`${part.length.toString(16)}\r\n`)
  socket.write(part)
  socket.write('\r\n')
  return socket
}

/**
 * Requests on one connection whose answers are never read. Each is written only after `settle`, so that the server gets
 * them one by one and not as a heap. Ends when so many were written or nothing can be written for a while.
 */
export async function neverRead(
  origin: string,
  request: Buffer,
  count: number,
  settle: () => Promise<unknown>,
): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).pause()
  socket.setNoDelay(true)
  for (let sent = 0; sent < count && !socket.destroyed; sent += 1) {
    socket.write(request)
    await settle()
  }
  return socket
}
