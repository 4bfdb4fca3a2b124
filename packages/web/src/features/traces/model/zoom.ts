import type { Interval, TimeScale } from './time-scale.ts'

/** Nothing is measured more exactly than this. */
const LEAST_MS = 0.01

/** Keeps a window inside the whole, as long as it was where that is possible. */
export function clampWindow(window: Interval, whole: Interval): Interval {
  const most = whole.to - whole.from
  const length = Math.min(Math.max(window.to - window.from, Math.min(LEAST_MS, most)), most)
  const from = Math.min(Math.max(window.from, whole.from), whole.to - length)
  return { from, to: from + length }
}

/** A factor below 1 zooms in; what is at `around` stays where it is. */
export function zoomBy(window: Interval, factor: number, around: number, whole: Interval): Interval {
  return clampWindow(
    { from: around - (around - window.from) * factor, to: around + (window.to - around) * factor },
    whole,
  )
}

/** By a share of what is on show. */
export function panBy(window: Interval, share: number, whole: Interval): Interval {
  const by = (window.to - window.from) * share
  return clampWindow({ from: window.from + by, to: window.to + by }, whole)
}

export function isWhole(window: Interval, whole: Interval): boolean {
  return window.from <= whole.from && window.to >= whole.to
}

/** Round moments inside the window, `most` of them at most. */
export function ticksOf({ from, to }: Interval, most: number): readonly number[] {
  const length = to - from
  if (!(length > 0) || most < 1) return []
  const rough = length / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step)
}

/** Round moments of the time that is drawn as it passed, each with its place in folded time. */
export function axisTicks(
  scale: TimeScale,
  window: Interval,
  most: number,
): ReadonlyArray<{ readonly at: number; readonly ms: number }> {
  const ends = [
    ...scale.gaps.map(({ at, drawn }) => ({ from: at, to: at + drawn })),
    { from: Infinity, to: Infinity },
  ]
  let from = window.from
  return ends.flatMap((gap) => {
    const stretch = { from: Math.max(from, window.from), to: Math.min(gap.from, window.to) }
    from = gap.to
    if (stretch.to <= stretch.from) return []
    const share = Math.round((most * (stretch.to - stretch.from)) / (window.to - window.from))
    const shift = scale.unfold(stretch.from) - stretch.from
    const real = { from: stretch.from + shift, to: stretch.to + shift }
    return ticksOf(real, Math.max(1, share)).map((ms) => ({ at: ms - shift, ms }))
  })
}
