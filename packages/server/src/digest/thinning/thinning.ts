import { hash } from 'node:crypto'
import { LIMITS } from '#domain/limits.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { type BudgetState, NEW_BUDGET } from './budget-state.ts'
import { createHourlyBudget } from './hourly-budget.ts'
import { useLatest } from './latest.ts'
import { type FirstSeen, createNewReleases } from './new-releases.ts'
import type { OtherSpools } from './other-spools.ts'
import { type DurationsByRoute, createSlowRoutes } from './slow-routes.ts'
import { WORTHS, type Worth, betterOf } from './worth.ts'

/** Keeps as many spans of a project as it wants to keep: whole traces, the most telling first. */
export interface Thinning {
  /** An error was received: spans of its trace that come from now on are kept first. */
  sawError(traceId: string, receivedAt: number): void
  /** Those of the spans that are kept, each with the share of its like that is. In the order of the log. */
  keep<Span extends ThinnedSpan>(spans: readonly Span[]): readonly Span[]
  state(): ThinningState
}

/** What has to be known of a span. */
export type ThinnedSpan = Pick<
  SpanRow,
  'traceId' | 'receivedAt' | 'isSegment' | 'op' | 'route' | 'duration' | 'status' | 'release' | 'sampleRate'
>

/** Plain values: it is written as JSON after every batch and read again before the next. */
export interface ThinningState {
  readonly budget: BudgetState
  readonly routes: DurationsByRoute
  readonly releases: FirstSeen
  /** What was decided about the latest traces. */
  readonly traces: ReadonlyArray<readonly [trace: number, rate: number, rank: number]>
  /** What other spools told, where there may be others. */
  readonly heard?: Heard | undefined
}

export interface Heard {
  /** Up to this position of the spool nothing else is listened to: a replay has to decide by the same. */
  readonly until: number
  readonly others?: OtherSpools | undefined
}

export interface ThinningOptions {
  readonly spansPerHour: number
  /**
   * Unknown to senders, who could otherwise choose ids that are always kept; the same for all projects, so that a trace
   * is kept in all of them.
   */
  readonly salt: string
}

export const newThinningState = (releases: FirstSeen): ThinningState => ({
  budget: NEW_BUDGET,
  routes: [],
  releases,
  traces: [],
})

interface Decision {
  rate: number
  worth: Worth
}

/**
 * A trace is kept if the hash of its id, as a number in [0, 1), is below a rate. The rate follows from what its trace is
 * worth when its first part comes, so the parts of a trace have one answer in whatever envelopes they come. A kept span
 * stands for 1 / rate spans.
 */
export function createThinning({ spansPerHour, salt }: ThinningOptions, before: ThinningState): Thinning {
  const budget = createHourlyBudget(spansPerHour, before.budget, before.heard?.others)
  const routes = createSlowRoutes(before.routes)
  const releases = createNewReleases(before.releases)
  const traces = new Map(
    before.traces.map(([trace, rate, rank]) => [trace, { rate, worth: WORTHS[rank] ?? 'ordinary' }]),
  )

  /** Stands for all parts of a trace that follow, unless one of them shows that it is worth more. */
  function decide(trace: number, worth: Worth): Decision {
    const decision = useLatest(traces, trace, LIMITS.thinning.traces, () => decisionOf(worth))
    if (betterOf(decision.worth, worth) !== decision.worth) {
      const better = decisionOf(worth)
      decision.worth = worth
      decision.rate = Math.max(decision.rate, better.rate)
    }
    return decision
  }

  const decisionOf = (worth: Worth): Decision => ({ rate: budget.rateOf(worth), worth })

  function worthOf(spans: readonly ThinnedSpan[]): Worth {
    // All of them are looked at: each one counts for what is usual on its route.
    const isSlow =
      spans.filter((span) => span.isSegment && routes.isSlow(routeOf(span), span.duration)).length > 0
    if (spans.some(({ status }) => status === 'error')) return 'error'
    if (isSlow) return 'slow'
    const isNew = spans.some(
      ({ release, receivedAt }) => release !== undefined && releases.isNew(release, receivedAt),
    )
    return isNew ? 'new_release' : 'ordinary'
  }

  /** The rate by which the spans of one trace are kept; undefined: they are not. */
  function rateOf(traceId: string, spans: readonly ThinnedSpan[]): number | undefined {
    const trace = numberOf(traceId, salt)
    const { rate, worth } = decide(trace, worthOf(spans))
    const isKept = trace < rate * TRACES
    budget.count(worth, spans.length, isKept)
    return isKept ? rate : undefined
  }

  return {
    sawError(traceId, receivedAt) {
      budget.enter(receivedAt)
      decide(numberOf(traceId, salt), 'error')
    },
    keep(spans) {
      if (spans.length === 0) return spans
      budget.enter(spans[0]!.receivedAt)
      const rates = new Map<string, number | undefined>()
      for (const [traceId, ofTrace] of Map.groupBy(spans, (span) => span.traceId))
        rates.set(traceId, rateOf(traceId, ofTrace))
      return spans.flatMap((span) => weighed(span, rates.get(span.traceId)))
    },
    state: () => ({
      budget: budget.state(),
      routes: routes.state(),
      releases: releases.state(),
      traces: Array.from(traces, ([trace, { rate, worth }]) => [trace, rate, WORTHS.indexOf(worth)] as const),
      ...(before.heard !== undefined && { heard: before.heard }),
    }),
  }
}

const TRACES = 2 ** 48

/** Below `TRACES`, evenly spread. */
function numberOf(traceId: string, salt: string): number {
  return Number.parseInt(hash('sha256', salt + traceId).slice(0, 12), 16)
}

/** Page loads and navigations of one route take different times. Without a route there is only the operation to go by. */
const routeOf = ({ op, route }: ThinnedSpan): string => `${op} ${route ?? ''}`

function weighed<Span extends ThinnedSpan>(span: Span, rate: number | undefined): readonly Span[] {
  if (rate === undefined) return []
  return [rate === 1 ? span : { ...span, sampleRate: (span.sampleRate ?? 1) * rate }]
}
