import { type ByWorth, ZEROS, byWorth } from './worth.ts'

export const MINUTES = 60

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

/** Before anything is known about the traffic everything is kept; `BURST` bounds what that may cost. */
export const NEW_BUDGET: BudgetState = {
  minute: 0,
  keptInHour: 0,
  keptInMinute: ZEROS,
  allowance: 0,
  seen: ZEROS,
  demand: ZEROS,
  rates: byWorth(() => 1),
}

/** What is to be expected in a minute: half of it is what came in the one before. Nothing after an hour without spans. */
export function demandAt(
  last: Pick<BudgetState, 'minute' | 'seen' | 'demand'>,
  minute: number,
): ByWorth<number> {
  const passed = minute - last.minute
  if (passed <= 0) return last.demand
  if (passed > MINUTES) return ZEROS
  return byWorth((worth) => ((last.demand[worth] + last.seen[worth]) / 2) * 0.5 ** (passed - 1))
}
