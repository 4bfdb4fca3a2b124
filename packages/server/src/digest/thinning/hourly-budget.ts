import { type BudgetState, MINUTES, demandAt } from './budget-state.ts'
import { LOWEST_RATE, shareOut, steady } from './keep-rates.ts'
import { type OtherSpools, type OthersInMinute, othersIn } from './other-spools.ts'
import { type ByWorth, type Worth, ZEROS, byWorth, sumOf, upTo } from './worth.ts'

const MINUTE_MS = 60_000

/** Of the budget, so that the noise of sampling does not carry an hour beyond it. */
const AIM = 0.95
/** Of an even share: what a minute gets after earlier ones spent the hour's budget, so that nothing becomes invisible. */
const LEAST = 0.05
/** Of what is left of the budget: each time so much was kept within one minute, rates are halved for the rest of it. */
const BURST = 1 / 20
const MOST_HALVINGS = 8
/** The same, at most, where a minute may have more than that. */
const MOST_BURST = 1 / 10
/** How much more of a worth may be kept before. */
const PATIENCE: ByWorth<number> = { error: 2, slow: 2, new_release: 1, ordinary: 1 }

export interface HourlyBudget {
  /** Everything until the next call was received at this time. */
  enter(receivedAt: number): void
  /** The share of traces that is kept now. */
  rateOf(worth: Worth): number
  count(worth: Worth, spans: number, isKept: boolean): void
  state(): BudgetState
}

/**
 * Of all spools together: each knows what the others told it last, sets rates by what all of them see and have kept, and
 * so has its part of the budget by its part of the traffic. The state is that of this spool alone.
 */
export function createHourlyBudget(
  spansPerHour: number,
  before: BudgetState,
  heard?: OtherSpools,
): HourlyBudget {
  let now = before
  let kept = { ...before.keptInMinute }
  let seen = { ...before.seen }
  let others = othersIn(before.minute, heard)
  let part = partOf(before, others)
  const state = (): BudgetState => ({ ...now, keptInMinute: kept, seen })

  /** A burst of ordinary traces does not cost traces with an error. What others kept since they told is guessed by what this one did. */
  function keptByAll(worth: Worth): number {
    const then = upTo(worth, others.ownThen)
    return upTo(worth, others.keptInMinute) + then + (upTo(worth, kept) - then) / part
  }

  return {
    enter(receivedAt) {
      const minute = Math.floor(receivedAt / MINUTE_MS)
      if (!isLater(now.minute, minute)) return
      others = othersIn(minute, heard)
      now = nextMinute(state(), minute, spansPerHour, others)
      part = partOf(now, others)
      kept = { ...ZEROS }
      seen = { ...ZEROS }
    },
    rateOf(worth) {
      const left = spansPerHour * AIM - now.keptInHour - others.keptInHour
      const unit = burstUnit(worth, { left, allowance: now.allowance, spansPerHour })
      const halvings = Math.min(MOST_HALVINGS, Math.floor(keptByAll(worth) / unit))
      return Math.max(LOWEST_RATE, now.rates[worth] / 2 ** halvings)
    },
    count(worth, spans, isKept) {
      seen[worth] += spans
      if (isKept) kept[worth] += spans
    },
    state,
  }
}

/**
 * Twice what a minute may have is no burst. But the last minutes of a quiet hour may have all that is left of it, and a
 * flood in one of them must not have it several times.
 */
function burstUnit(worth: Worth, of: { left: number; allowance: number; spansPerHour: number }): number {
  const { left, allowance, spansPerHour } = of
  const least = 2 * leastAllowance(spansPerHour)
  return Math.max(
    PATIENCE[worth] * Math.max(least, left * BURST),
    Math.min(PATIENCE[worth] * 2 * allowance, left * MOST_BURST),
  )
}

const leastAllowance = (spansPerHour: number): number => ((spansPerHour * AIM) / MINUTES) * LEAST

/** Of the traffic of all; one that is new to it is taken for one like the others. */
function partOf({ demand }: BudgetState, others: OthersInMinute): number {
  const own = sumOf(demand)
  const all = own + sumOf(others.demand)
  return Math.max(1 / (others.spools + 1), all === 0 ? 0 : own / all)
}

/** Requests may be a little out of order; a clock that was set back by more than an hour starts anew. */
const isLater = (last: number, minute: number): boolean => minute > last || minute < last - MINUTES

function nextMinute(
  last: BudgetState,
  minute: number,
  spansPerHour: number,
  others: OthersInMinute,
): BudgetState {
  const passed = minute - last.minute
  const isKnown = passed > 0 && passed <= MINUTES
  const isSameHour = Math.floor(minute / MINUTES) === Math.floor(last.minute / MINUTES)
  const keptInHour = isKnown && isSameHour ? last.keptInHour + sumOf(last.keptInMinute) : 0
  const left = (spansPerHour * AIM - keptInHour - others.keptInHour) / (MINUTES - (minute % MINUTES))
  const allowance = Math.max(left, leastAllowance(spansPerHour))
  const demand = isKnown ? demandAt(last, minute) : ZEROS
  const rates = shareOut(
    allowance,
    byWorth((worth) => demand[worth] + others.demand[worth]),
  )
  return {
    minute,
    keptInHour,
    keptInMinute: ZEROS,
    allowance,
    seen: ZEROS,
    demand,
    rates: others.lead?.rates ?? (isKnown ? steady(last.rates, rates) : rates),
  }
}
