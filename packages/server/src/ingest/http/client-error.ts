import type { Duplex } from 'node:stream'
import type { DropReason } from '#domain/intake/outcome.ts'
import { rawAnswer, refusedAnswer } from './answer.ts'
import type { IntakeCounter } from '#ingest/accept/intake-counter.ts'

const TIMED_OUT = {
  status: 408,
  reason: 'incomplete',
  detail: 'the request took too long',
} as const
const HEADERS_TOO_LARGE = {
  status: 431,
  reason: 'too_large',
  detail: 'the request line and headers are too large',
} as const
const NOT_HTTP = {
  status: 400,
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
    socket.end(rawAnswer(refusedAnswer(answer), 'Connection: close\r\n'), () => socket.destroy())
  }
}

function answerFor(error: NodeJS.ErrnoException): Unread {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return TIMED_OUT
  if (error.code === 'HPE_HEADER_OVERFLOW') return HEADERS_TOO_LARGE
  return NOT_HTTP
}

interface Unread {
  readonly status: number
  readonly reason: DropReason
  readonly detail: string
}
