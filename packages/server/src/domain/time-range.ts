/** Half open: `from` is inside, `to` is not, so adjacent windows never count an event twice. Epoch milliseconds. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** The shortest range that both lie in. */
export const coveringBoth = (one: TimeRange, other: TimeRange): TimeRange => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
})

/** Whether nothing lies between them. */
export const doTouch = (one: TimeRange, other: TimeRange): boolean =>
  one.from <= other.to && other.from <= one.to

const HOUR_MS = 3_600_000
const BUCKETS_MS = [1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR_MS)

/** A step of time with which a chart of the range has about fifty points. */
export function bucketOf({ from, to }: TimeRange): number {
  const wanted = (to - from) / 50
  return BUCKETS_MS.find((size) => size >= wanted) ?? BUCKETS_MS.at(-1)!
}
