import {
  CACHE_STATES,
  NAVIGATION_FAILURES,
  PREFETCH_USES,
  SERVED,
  type NavigationFacts,
} from '../../packages/server/src/domain/traces/navigation.ts'
import type { SessionRow } from '../../packages/server/src/stores/telemetry/sessions.ts'
import type { SpanRow } from '../../packages/server/src/stores/telemetry/spans.ts'
import {
  T0,
  aFeedback,
  aVisit,
  anEvent,
  eventIdOf,
  traceIdOf,
} from '../../packages/server/src/stores/telemetry/telemetry.builders.ts'
import type { AppendedEvent, TelemetryBatch } from '../../packages/server/src/stores/telemetry/telemetry.ts'

export const DAY_MS = 86_400_000
/** Of each kind. More than a node stores at once, so that a million rows are stored sooner. */
const BATCH_ROWS = 5_000

/** Always the same numbers between 0 and 1: a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** About so many rows of errors, sessions and spans in batches of one spool, over a week. */
export function* manyRows(rows: number): Generator<TelemetryBatch> {
  const random = numbers(7)
  const below = (count: number) => Math.floor(random() * count)
  const perKind = Math.ceil(rows / 3)
  for (let from = 0; from < perKind; from += BATCH_ROWS) {
    const seqs = Array.from({ length: Math.min(BATCH_ROWS, perKind - from) }, (_, index) => from + index)
    const at = (seq: number) => T0 + Math.floor((seq / perKind) * 7 * DAY_MS)
    yield {
      spoolId: 'spool',
      from,
      to: from + seqs.length,
      events: seqs.map((seq) => eventAt(seq, at(seq), below)),
      raw: [],
      sessions: seqs.map((seq) => sessionAt(seq, at(seq), below)),
      spans: seqs.map((seq) => visitAt(seq, at(seq), below)),
      feedback: seqs.filter((seq) => seq % 100 === 0).map((seq) => aFeedback({ seq, receivedAt: at(seq) })),
    }
  }
}

type Below = (count: number) => number
const some = <T>(below: Below, value: T): T | undefined => (below(5) === 0 ? undefined : value)

function eventAt(seq: number, receivedAt: number, below: Below): AppendedEvent {
  const issue = below(below(2) === 0 ? 5 : 400)
  const route = some(below, `/items/[id]/${below(20)}`)
  const fingerprint = eventIdOf(`issue ${issue}`)
  const { document } = anEvent({ seq, receivedAt })
  return {
    ...anEvent({
      seq,
      receivedAt,
      projectId: String(1 + below(2)),
      issueId: String(1 + issue),
      level: below(9) === 0 ? 'fatal' : 'error',
      title: `TypeError: nothing of ${issue}`,
      value: `nothing of ${issue} at step ${below(50)} Ünïcode ÄÖ`,
      user: some(below, `id:${below(3000)}`),
      release: some(below, `shop@1.${below(12)}`),
      environment: some(below, below(4) === 0 ? 'staging' : 'production'),
      browser: some(below, `Chrome ${100 + below(20)}`),
      os: some(below, ['Windows 11', 'iOS 18.1', 'Android 15', 'Windows XP'][below(4)]!),
      device: some(below, `Pixel ${below(9)}`),
      url: `https://shop.example/items/${below(500)}`,
      route,
      sentRoute: route,
      sentByServer: below(2) === 0,
      handled: some(below, below(2) === 0),
      tags: [
        ['plan', ['free', 'pro', 'team'][below(3)]!],
        ['ms', String(below(4000) / 4)],
      ],
      fingerprint,
      document: { ...document, grouping: { ...document.grouping, fingerprint } },
    }),
    identifiers: below(50) === 0 ? [{ kind: 'digest', value: String(below(40)) }] : [],
    searchText: `voucher ${below(100)}\nGET /prices/${below(30)}`.toLowerCase(),
    userEmail: some(below, `u${below(3000)}@example.com`),
    stackFiles: `src/cart${below(5)}.ts\nsrc/main.ts`,
    stackFunctions: `pay${below(5)}\nmain`,
  }
}

function sessionAt(seq: number, receivedAt: number, below: Below): SessionRow {
  const status = (['ok', 'ok', 'ok', 'exited', 'errored', 'abnormal', 'unhandled', 'crashed'] as const)[
    below(8)
  ]!
  const session = below(1 << 20)
  return {
    seq,
    projectId: '1',
    receivedAt,
    startedAt: receivedAt - below(60_000),
    release: `shop@1.${session % 12}`,
    environment: some(below, 'production'),
    session: session.toString(16).padStart(16, '0'),
    user: some(below, below(5000).toString(16).padStart(16, 'a')),
    status,
    quantity: below(4) === 0 ? 0 : 1,
  }
}

function visitAt(seq: number, receivedAt: number, below: Below): SpanRow {
  // Few of each, so that each has many: of few values engines take percentiles differently.
  const op = (['pageload', 'navigation', 'http.server'] as const)[below(3)]!
  const route = some(below, `/items/[id]/${below(8)}`)
  const path = `/items/${below(4)}`
  return aVisit(seq, {
    op,
    receivedAt,
    startedAt: receivedAt - 2000,
    duration: below(400_000) / 100,
    traceId: traceIdOf(below(2_000_000)),
    route,
    sentRoute: route,
    sentByServer: op === 'http.server',
    path,
    // The same for all: of what stands for less than others a part is left out by chance, and each engine has its own.
    sampleRate: 0.5,
    status: below(20) === 0 ? 'error' : 'ok',
    release: some(below, `shop@1.${below(4)}`),
    environment: 'production',
    user: some(below, `id:${below(3000)}`),
    browser: `Chrome ${100 + below(20)}`,
    vitals: op === 'pageload' ? { lcp: below(600_000) / 100, cls: below(400) / 1000, ttfb: below(900) } : {},
    navigation: op === 'navigation' ? navigationTo(route, path, below) : undefined,
  })
}

function navigationTo(route: string | undefined, path: string, below: Below): NavigationFacts {
  return {
    kind: 'navigation',
    from: { route: some(below, `/items/[id]/${below(3)}`), path: `/items/${below(2)}` },
    to: { route, path, sentRoute: route },
    served: SERVED[below(SERVED.length)]!,
    waitMs: below(300_000) / 100,
    prefetch: PREFETCH_USES[below(PREFETCH_USES.length)]!,
    cacheState: some(below, CACHE_STATES[below(CACHE_STATES.length)]!),
    failure: below(30) === 0 ? NAVIGATION_FAILURES[below(NAVIGATION_FAILURES.length)]! : undefined,
    isFollowUp: below(20) === 0,
    releaseBefore: undefined,
  }
}
