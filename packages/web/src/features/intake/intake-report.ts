import type { Intake } from '@hindcast/contract/intake/intake.ts'
import { barOf } from './spans.ts'

export type Outcome = Intake['totals'][number]['outcome']

const OUTCOMES: readonly Outcome[] = ['accepted', 'kept_raw', 'cut', 'scrubbed', 'dropped', 'refused']
/** Those with a number of their own at the top. */
const HEADLINES: readonly Outcome[] = ['accepted', 'kept_raw', 'cut', 'dropped', 'refused']

/** What an item can end as. `cut` and `scrubbed` are none of them: such an item is counted as accepted too. */
export const ENDS = ['accepted', 'kept_raw', 'dropped', 'refused'] as const satisfies readonly Outcome[]

const HOUR_MS = 3_600_000
const LIMITED = 'over_quota'

export interface Headline {
  readonly outcome: Outcome
  readonly quantity: number
  /** Of these, turned away by a quota. */
  readonly limited: number
}

export function headlinesOf(intake: Intake): readonly Headline[] {
  return HEADLINES.map((outcome) => {
    const totals = intake.totals.filter((total) => total.outcome === outcome)
    return {
      outcome,
      quantity: sum(totals),
      limited: sum(totals.filter(({ reason }) => reason === LIMITED)),
    }
  })
}

/** All that was sent, each item once. */
export function sentIn(intake: Intake): number {
  return sum(intake.totals.filter(({ outcome }) => outcome !== 'cut' && outcome !== 'scrubbed'))
}

export interface ReasonRow {
  readonly key: string
  readonly outcome: Outcome
  readonly category: string
  readonly reason: string
  readonly explanation: string
  readonly quantity: number
  /** Of all that was sent, from 0 to 1. */
  readonly share: number
  /** One number per bar. */
  readonly series: readonly number[]
  readonly thisHour: number
  readonly hourBefore: number
}

/** One row per end, kind of data and reason, in the order of the ends, the largest first. */
export function reasonRows(
  intake: Intake,
  only: Outcome | undefined,
  starts: readonly number[],
  now: number,
): readonly ReasonRow[] {
  const sent = Math.max(1, sentIn(intake))
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  return intake.totals
    .filter(({ outcome }) => only === undefined || outcome === only)
    .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || b.quantity - a.quantity)
    .map((total) => {
      const { outcome, category, reason, explanation, quantity } = total
      const cells = intake.cells.filter(
        (cell) => cell.outcome === outcome && cell.category === category && cell.reason === reason,
      )
      const within = (from: number) => sum(cells.filter((cell) => Date.parse(cell.hour) === from))
      return {
        outcome,
        category,
        reason,
        explanation,
        quantity,
        key: JSON.stringify([outcome, category, reason]),
        share: quantity / sent,
        series: seriesOf(cells, starts),
        thisHour: within(hour),
        hourBefore: within(hour - HOUR_MS),
      }
    })
}

/** One number per bar and outcome. */
export function stacksOf(
  intake: Intake,
  outcomes: readonly Outcome[],
  starts: readonly number[],
): ReadonlyArray<Readonly<Partial<Record<Outcome, number>>>> {
  const rows = outcomes.map((outcome) => ({
    outcome,
    series: seriesOf(
      intake.cells.filter((cell) => cell.outcome === outcome),
      starts,
    ),
  }))
  return starts.map((_, bar) =>
    Object.fromEntries(rows.map(({ outcome, series }) => [outcome, series[bar] ?? 0])),
  )
}

function seriesOf(cells: Intake['cells'], starts: readonly number[]): readonly number[] {
  const series = starts.map(() => 0)
  for (const { hour, quantity } of cells) {
    const bar = barOf(starts, Date.parse(hour))
    if (bar >= 0) series[bar] = series[bar]! + quantity
  }
  return series
}

function sum(parts: ReadonlyArray<{ readonly quantity: number }>): number {
  return parts.reduce((total, { quantity }) => total + quantity, 0)
}
