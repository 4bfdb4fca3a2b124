import { MINUTES } from '#digest/thinning/budget-state.ts'
import { agreed, sumUp, type ToldShare } from '#digest/thinning/other-spools.ts'
import {
  type ThinnedSpan,
  type ThinningState,
  createThinning,
  newThinningState,
} from '#digest/thinning/thinning.ts'

export interface SeveralSpools {
  /** The spool at this place gets the spans, after all of them exchanged what they know as often as they do. */
  keep<Span extends ThinnedSpan>(spool: number, spans: readonly Span[]): readonly Span[]
  /** Now, and not when it is due. */
  exchange(): void
  state(spool: number): ThinningState
}

/** Spools that thin out one project together. Each hears what the others told when it was its turn the last time. */
export function severalSpools(options: {
  readonly count: number
  readonly spansPerHour: number
  readonly exchangeMs: number
}): SeveralSpools {
  const { count, spansPerHour, exchangeMs } = options
  const open = (state: ThinningState) => createThinning({ spansPerHour, salt: 'salt' }, state)
  const spools = Array.from({ length: count }, (_, place) => ({
    id: `spool ${place}`,
    thinning: open(newThinningState([])),
  }))
  const told = new Map<string, ToldShare>()
  let exchangedAt = Number.NEGATIVE_INFINITY

  function exchange(): void {
    const before = [...told.values()]
    for (const spool of spools) {
      const { budget, ...state } = spool.thinning.state()
      told.set(`${spool.id} ${Math.floor(budget.minute / MINUTES)}`, { spoolId: spool.id, share: budget })
      const others = sumUp(
        before.filter(
          ({ spoolId, share }) => spoolId !== spool.id && share.minute > budget.minute - 2 * MINUTES,
        ),
        budget,
      )
      const heard = { until: 0, others }
      spool.thinning = open({ ...state, budget: agreed(budget, spool.id, others), heard })
    }
  }

  return {
    keep(spool, spans) {
      const { receivedAt } = spans[0]!
      if (Math.abs(receivedAt - exchangedAt) >= exchangeMs) {
        exchangedAt = receivedAt
        exchange()
      }
      return spools[spool]!.thinning.keep(spans)
    },
    exchange,
    state: (spool) => spools[spool]!.thinning.state(),
  }
}
