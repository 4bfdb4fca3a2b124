import type { IncomingHttpHeaders } from 'node:http'
import type { DataCategory } from '#domain/intake/category.ts'
import type { Log } from '#domain/log.ts'
import type { Credentials } from '#protocol/auth.ts'
import type { PartialSuccess } from '#protocol/otlp/encode-answer.ts'
import type { SentryQuery } from '#protocol/sentry-query.ts'
import type { Receipt, Spool } from '#spool/spool.ts'
import type { Address } from '#ingest/auth/address-book.ts'
import { emptyHold, type BodyMemory, type Hold } from '#ingest/body/body-memory.ts'
import type { IntakeCounter } from './intake-counter.ts'
import type { KeyDirectory, KeyEntry } from '#ingest/auth/key-directory.ts'
import type { Pace } from '#ingest/quota/pace.ts'
import type { EverySecond, ProgressWatch } from '#ingest/quota/progress-watch.ts'
import type { QuotaBook } from '#ingest/quota/quota.ts'
import type { Route } from '#ingest/http/route.ts'
import type { LoggedRequest } from '#ingest/http/logged-request.ts'

export interface IngestDeps {
  readonly spool: Pick<Spool, 'append' | 'refusal'>
  readonly keys: KeyDirectory
  readonly count: IntakeCounter
  readonly now: () => number
  readonly log: Log
  /** Called once per request, when its answer is known. */
  readonly observe?: (request: LoggedRequest) => void
  readonly limits?: IngestLimits
  /** Called when a body is needed no more, with what it held. */
  readonly released?: (bytes: number) => void
  /** Without it responses are never delayed. */
  readonly pace?: Pick<Pace, 'turn'>
  /** What was taken from quotas, where other nodes are told of it. */
  readonly quotas?: QuotaBook
  /** Tests let the seconds pass themselves. */
  readonly everySecond?: EverySecond
}

export interface IngestLimits {
  readonly requestBytes: number
  readonly envelopeBytes: number
  readonly inflightBytes: number
}

/** What every stage of one intake needs. */
export interface Intake extends Omit<IngestDeps, 'limits' | 'quotas'> {
  readonly limits: IngestLimits
  readonly memory: BodyMemory
  readonly progress: ProgressWatch
  readonly quotas: QuotaBook
}

/** What HTTP says of a request before its body. */
export interface RequestHead {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** The peer of the socket. */
  readonly peer: string | undefined
}

/** One request on its way in. The fields without `readonly` become known as it goes. */
export interface IntakeRequest extends RequestHead {
  readonly route: Route
  readonly query: Readonly<SentryQuery>
  readonly receivedAt: number
  readonly hold: Hold
  credentials: Credentials | undefined
  entry: KeyEntry | undefined
  /** What a refusal of the whole request is counted as. */
  category: DataCategory
  bytes: number
  /** The body as it was sent, where one gzip was all there was to undo. */
  gzip: Buffer | undefined
  items: number
}

/** What to store of a request, and the response once it is stored. */
export interface Accepted {
  readonly eventId: string | undefined
  readonly rateLimits: string | undefined
  /** Spans that were not taken with the others; only OpenTelemetry's answers can say so. */
  readonly partial?: PartialSuccess | undefined
  /** Nothing, where there was nothing in it. */
  readonly record: { readonly receipt: Receipt; readonly body: Uint8Array } | undefined
}

export function createIntakeRequest(
  { method, headers, peer }: RequestHead,
  { route, query }: Address,
  receivedAt: number,
): IntakeRequest {
  return {
    method,
    headers,
    peer,
    route,
    query,
    receivedAt,
    hold: emptyHold(peer ?? ''),
    credentials: undefined,
    entry: undefined,
    category: CATEGORY[route.endpoint],
    bytes: 0,
    gzip: undefined,
    items: 0,
  }
}

const CATEGORY: Readonly<Record<Route['endpoint'], DataCategory>> = {
  envelope: 'default',
  store: 'error',
  security: 'security',
  otlp: 'span',
  unsupported: 'default',
}
