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
