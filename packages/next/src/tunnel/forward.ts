import { discardRest, Refusal, withEnvelope, type ReadPiece } from './body.ts'
import { readDsn, type Target } from './dsn.ts'
import { limitRate } from './rate.ts'

export interface TunnelOptions {
  /** The DSN that the pages use. Envelopes for another key, host or project are refused. */
  dsn: string | undefined
  /** Bytes of the largest request; 20 MiB. */
  maxBytes?: number
  /** Requests of one address in a minute; 1000. */
  requestsPerMinute?: number
  /** The address of a visitor; the first of `x-forwarded-for`. */
  addressOf?: (header: ReadHeader) => string | undefined
}

export type ReadHeader = (name: string) => string | undefined

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
}

const MAX_BYTES = 20 * 1024 * 1024
const REQUESTS_PER_MINUTE = 1000
/** Largest requests that may be in memory at once. */
const CONCURRENT = 4
const TIMEOUT_MS = 30_000
const LONGEST_ADDRESS = 64
const PASSED_ON = ['retry-after', 'x-sentry-rate-limits']

/** Takes a request to the tunnel, and says how to answer it. Nothing else of the other server's answer is passed on. */
export function createForwarder(
  options: TunnelOptions,
): (header: ReadHeader, read: ReadPiece) => Promise<Answer> {
  const target = readDsn(options.dsn)
  const mistake = new TypeError('@hindcast/next: `dsn` of the tunnel is not a DSN.')
  // Without any it fails at the first request: Next.js loads this during a build too, where variables may be missing.
  if (target === undefined && options.dsn) throw mistake
  const {
    maxBytes = MAX_BYTES,
    requestsPerMinute = REQUESTS_PER_MINUTE,
    addressOf = firstForwarded,
  } = options
  const secondsToWait = limitRate(requestsPerMinute, Date.now)
  const budget = { free: maxBytes * CONCURRENT }

  const decide = async (header: ReadHeader, read: ReadPiece): Promise<Answer | Refusal> => {
    if (target === undefined) throw mistake
    const address = addressOf(header)?.slice(0, LONGEST_ADDRESS)
    const seconds = secondsToWait(address ?? '')
    if (seconds !== undefined) return new Refusal(429, seconds)
    // A compressed header cannot be checked; SDKs for browsers do not compress.
    if (!/^(?:identity)?$/i.test(header('content-encoding') ?? '')) return new Refusal(415)
    const length = Number(header('content-length'))
    if (length > maxBytes) return new Refusal(413)
    return withEnvelope(read, target, maxBytes, budget, (body) =>
      // On the edge and behind middleware, Next.js cuts bodies at 10 MB; half an envelope is worth nothing.
      body.length < length ? new Refusal(413) : send(target, body, address, header('user-agent')),
    )
  }

  return async (header, read) => {
    const answer = await decide(header, read)
    if (!(answer instanceof Refusal)) return answer
    void discardRest(read)
    const { status, retryAfter } = answer
    return { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } }
  }
}

async function send(
  target: Target,
  body: Uint8Array<ArrayBuffer>,
  address: string | undefined,
  agent: string | undefined,
): Promise<Answer> {
  try {
    const headers = new Headers({ 'content-type': 'application/x-sentry-envelope' })
    if (address !== undefined) headers.set('x-forwarded-for', address)
    if (agent !== undefined) headers.set('user-agent', agent)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const init = { method: 'POST', headers, body, signal, cache: 'no-store', redirect: 'manual' } as const
    const response = await fetch(target.url, init)
    await response.body?.cancel()
    const passedOn = PASSED_ON.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    // A redirect would lead the visitor to the other server.
    const status =
      response.status >= 200 && (response.status < 300 || response.status >= 400) ? response.status : 502
    return { status, headers: Object.fromEntries(passedOn) }
  } catch {
    // What failed may name the other server's address; the visitor learns only that it failed.
    return { status: 502, headers: {} }
  }
}

function firstForwarded(header: ReadHeader): string | undefined {
  return header('x-forwarded-for')?.split(',', 1)[0]?.trim() || undefined
}
