import { LOWEST_RATE, shareOut, steady } from './keep-rates.ts'
import { type ByWorth, WORTHS, type Worth, byWorth } from './worth.ts'

const MINUTE_MS = 60_000
const MINUTES = 60

/** Of the budget, so that the noise of sampling does not carry an hour beyond it. */
const AIM = 0.95
/** Of an even share: what a minute gets after earlier ones spent the hour's budget, so that nothing becomes invisible. */
const LEAST = 0.05
/** Of what is left of the budget: each time so much was kept within one minute, rates are halved for the rest of it. */
const BURST = 1 / 20
const MOST_HALVINGS = 6
/** How much more of a worth may be kept before. */
const PATIENCE: ByWorth<number> = { error: 2, slow: 2, new_release: 1, ordinary: 1 }

/** What has to be known from one batch to the next. Numbers of spans, but for the minute since the epoch. */
export interface BudgetState {
  readonly minute: number
  readonly keptInHour: number
  readonly keptInMinute: ByWorth<number>
  readonly allowance: number
  readonly seen: ByWorth<number>
  /** In a minute, by the last few of them. */
  readonly demand: ByWorth<number>
  readonly rates: ByWorth<number>
}

export interface HourlyBudget {
  /** Everything until the next call was received at this time. */
  enter(receivedAt: number): void
  /** The share of traces that is kept now. */
  rateOf(worth: Worth): number
  count(worth: Worth, spans: number, isKept: boolean): void
  state(): BudgetState
}

const ZEROS = byWorth(() => 0)
const ONES = byWorth(() => 1)

/** Before anything is known about the traffic everything is kept; `BURST` bounds what that may cost. */
export const NEW_BUDGET: BudgetState = {
  minute: 0,
  keptInHour: 0,
  keptInMinute: ZEROS,
  allowance: 0,
  seen: ZEROS,
  demand: ZEROS,
  rates: ONES,
}

export function createHourlyBudget(spansPerHour: number, before: BudgetState): HourlyBudget {
  let now = before
  let kept = { ...before.keptInMinute }
  let seen = { ...before.seen }
  const state = (): BudgetState => ({ ...now, keptInMinute: kept, seen })
  return {
    enter(receivedAt) {
      const minute = Math.floor(receivedAt / MINUTE_MS)
      if (!isLater(now.minute, minute)) return
      now = nextMinute(state(), minute, spansPerHour)
      kept = { ...ZEROS }
      seen = { ...ZEROS }
    },
    rateOf(worth) {
      const unit =
        Math.max((spansPerHour * AIM - now.keptInHour) * BURST, 2 * now.allowance) * PATIENCE[worth]
      const halvings = Math.min(MOST_HALVINGS, Math.floor(upTo(worth, kept) / unit))
      return Math.max(LOWEST_RATE, now.rates[worth] / 2 ** halvings)
    },
    count(worth, spans, isKept) {
      seen[worth] += spans
      if (isKept) kept[worth] += spans
    },
    state,
  }
}

/** Of this worth and better ones: a burst of ordinary traces does not cost traces with an error. */
function upTo(worth: Worth, kept: ByWorth<number>): number {
  return WORTHS.slice(0, WORTHS.indexOf(worth) + 1).reduce((sum, one) => sum + kept[one], 0)
}

/** Requests may be a little out of order; a clock that was set back by more than an hour starts anew. */
const isLater = (last: number, minute: number): boolean => minute > last || minute < last - MINUTES

function nextMinute(last: BudgetState, minute: number, spansPerHour: number): BudgetState {
  const passed = minute - last.minute
  const isKnown = passed > 0 && passed <= MINUTES
  const isSameHour = Math.floor(minute / MINUTES) === Math.floor(last.minute / MINUTES)
  const keptInHour = isKnown && isSameHour ? last.keptInHour + upTo('ordinary', last.keptInMinute) : 0
  const evenShare = (spansPerHour * AIM) / MINUTES
  const left = (spansPerHour * AIM - keptInHour) / (MINUTES - (minute % MINUTES))
  const allowance = Math.max(left, evenShare * LEAST)
  const demand = byWorth((worth) =>
    isKnown ? ((last.demand[worth] + last.seen[worth]) / 2) * 0.5 ** (passed - 1) : 0,
  )
  const rates = shareOut(allowance, demand)
  return {
    minute,
    keptInHour,
    keptInMinute: ZEROS,
    allowance,
    seen: ZEROS,
    demand,
    rates: isKnown ? steady(last.rates, rates) : rates,
  }
}
