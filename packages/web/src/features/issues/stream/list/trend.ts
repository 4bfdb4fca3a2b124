/** Fewer are an accident, not a trend. */
const ENOUGH = 10
const LATEST_PART = 4

/** `rising`: the latest quarter of the time has more than half of the events. */
export function trendOf(values: readonly number[]): 'rising' | undefined {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)
  const all = sum(values)
  const latest = sum(values.slice(-Math.ceil(values.length / LATEST_PART)))
  const before = values.slice(0, -Math.ceil(values.length / LATEST_PART)).some((value) => value > 0)
  return before && all >= ENOUGH && latest > all / 2 ? 'rising' : undefined
}
