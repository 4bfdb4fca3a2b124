import type { Duplex } from 'node:stream'
import type { DropReason } from '#domain/outcome.ts'
import { CORS_HEADERS, errorBody, headerText } from './answer.ts'
import type { IntakeCounter } from './intake-counter.ts'

const TIMED_OUT = {
  status: '408 Request Timeout',
  reason: 'incomplete',
  detail: 'the request took too long',
} as const
const HEADERS_TOO_LARGE = {
  status: '431 Request Header Fields Too Large',
  reason: 'too_large',
  detail: 'the request line and headers are too large',
} as const
const NOT_HTTP = {
  status: '400 Bad Request',
  reason: 'malformed',
  detail: 'the bytes are not HTTP',
} as const

/**
 * For the server's `clientError`: requests that never became one are answered like all others, with a reason and
 * CORS headers, instead of by the bare lines of node:http.
 */
export function createClientErrorHandler(
  count: Pick<IntakeCounter, 'add'>,
): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const answer = answerFor(error)
    count.add(undefined, 'default', 'refused', answer.reason, 1)
    socket.end(rawAnswer(answer), () => socket.destroy())
  }
}

function answerFor(error: NodeJS.ErrnoException): Answer {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT
  if (error.code === 'HPE_HEADER_OVERFLOW') return HEADERS_TOO_LARGE
  return NOT_HTTP
}

interface Answer {
  readonly status: string
  readonly reason: DropReason
  readonly detail: string
}

function rawAnswer({ status, reason, detail }: Answer): string {
  const body = errorBody({ reason, detail })
  const headers = [
    ...CORS_HEADERS,
    'X-Sentry-Error',
    headerText(`${reason}: ${detail}`),
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Connection',
    'close',
  ]
  let head = `HTTP/1.1 ${status}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}\r\n${body}`
}
