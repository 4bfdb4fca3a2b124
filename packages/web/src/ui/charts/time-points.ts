/** A moment that a chart marks, and what its readout says about it. */
export interface ChartMark {
  readonly at: number
  readonly text: string
}

export interface TimeSpan {
  /** When the first point begins. */
  readonly from: number
  readonly stepMs: number
  readonly count: number
}

/** What the server counted in steps of time. */
export interface CountedSteps {
  readonly from: string
  readonly bucketSeconds: number
  readonly buckets: readonly unknown[]
}

export function spanOf({ from, bucketSeconds, buckets }: CountedSteps): TimeSpan {
  return { from: Date.parse(from), stepMs: bucketSeconds * 1000, count: buckets.length }
}

const FAR = 10

/** Where a key moves the cursor; undefined where it is no key of the chart. */
export function movedCursor(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  count: number,
): number | undefined {
  const step = shiftKey ? FAR : 1
  const to = { ArrowLeft: at - step, ArrowRight: at + step, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}

/** The marks of each point. */
export function marksByPoint(
  marks: readonly ChartMark[],
  { from, stepMs, count }: TimeSpan,
): ReadonlyArray<readonly ChartMark[]> {
  const points: ChartMark[][] = Array.from({ length: count }, () => [])
  for (const mark of marks) points[Math.floor((mark.at - from) / stepMs)]?.push(mark)
  return points
}

/** The latest point with a value, which is what the readout begins with. */
export function latestPoint(series: ReadonlyArray<ReadonlyArray<number | null>>, count: number): number {
  for (let at = count - 1; at > 0; at -= 1)
    if (series.some((values) => typeof values[at] === 'number')) return at
  return Math.max(0, count - 1)
}
