/** A stretch of time in which no span ran, drawn as long as `drawn`. */
export interface IdleGap {
  readonly from: number
  readonly to: number
  /** Where it is drawn, in folded time. */
  readonly at: number
  readonly drawn: number
}

/**
 * Time as it is drawn: as it passed, but for long gaps in which nothing happened. Folded time has the same unit, and
 * both grow together.
 */
export interface TimeScale {
  readonly gaps: readonly IdleGap[]
  readonly from: number
  readonly to: number
  fold(time: number): number
  unfold(folded: number): number
}

/** A gap is folded from this share of the whole on, and drawn as long as the other share of what is left. */
const FOLDED_FROM = 0.05
const DRAWN_AS = 0.03

export function plainScale(from: number, to: number): TimeScale {
  return { gaps: [], from, to, fold: (time) => time, unfold: (folded) => folded }
}

export interface Interval {
  readonly from: number
  readonly to: number
}

/** Folds what lies between the intervals, which come by start. */
export function foldIdle(intervals: Iterable<Interval>, { from, to }: Interval): TimeScale {
  const idle = longGaps(intervals, { from, to })
  if (idle.length === 0) return plainScale(from, to)
  const busy = to - from - idle.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  const drawn = busy > 0 ? busy * DRAWN_AS : (to - from) * DRAWN_AS
  const gaps: IdleGap[] = []
  let saved = 0
  for (const gap of idle) {
    gaps.push({ ...gap, at: gap.from - saved, drawn })
    saved += gap.to - gap.from - drawn
  }
  return { gaps, from, to: to - saved, fold: foldIn(gaps), unfold: unfoldIn(gaps) }
}

function longGaps(intervals: Iterable<Interval>, { from, to }: Interval): readonly Interval[] {
  const least = (to - from) * FOLDED_FROM
  const gaps: Interval[] = []
  let until = from
  for (const interval of intervals) {
    const next = Math.min(interval.from, to)
    if (next - until > least) gaps.push({ from: until, to: next })
    until = Math.max(until, interval.to)
  }
  if (to - until > least) gaps.push({ from: until, to })
  return gaps
}

function foldIn(gaps: readonly IdleGap[]) {
  return (time: number): number => {
    const gap = lastBefore(gaps, (candidate) => candidate.from <= time)
    if (gap === undefined) return time
    if (time >= gap.to) return gap.at + gap.drawn + (time - gap.to)
    return gap.at + ((time - gap.from) / (gap.to - gap.from)) * gap.drawn
  }
}

function unfoldIn(gaps: readonly IdleGap[]) {
  return (folded: number): number => {
    const gap = lastBefore(gaps, (candidate) => candidate.at <= folded)
    if (gap === undefined) return folded
    if (folded >= gap.at + gap.drawn) return gap.to + (folded - gap.at - gap.drawn)
    return gap.from + ((folded - gap.at) / gap.drawn) * (gap.to - gap.from)
  }
}

/** The last for which it holds, of a list in which it holds for the first ones only. */
function lastBefore<T>(list: readonly T[], holds: (item: T) => boolean): T | undefined {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(list[middle]!)) low = middle + 1
    else high = middle
  }
  return list[low - 1]
}
