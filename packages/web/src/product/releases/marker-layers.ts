interface Tick {
  readonly at: string
}

/**
 * The releases of a chart as layers of a background: every chart of one range shares them, and a row of the list costs
 * nothing for it. `none` where there are none.
 */
export function markerLayers(ticks: readonly Tick[], from: number, to: number): string {
  const layers = ticks
    .map(({ at }) => (Date.parse(at) - from) / (to - from))
    .filter((place) => place >= 0 && place <= 1)
    .map(
      (place) =>
        `linear-gradient(var(--accent),var(--accent)) ${(place * 100).toFixed(2)}% 0/1px 100% no-repeat`,
    )
  return layers.length === 0 ? 'none' : layers.join(',')
}

/** The range of a spark, as the server cuts it: whole buckets, the running one last. */
export function sparkRange(
  period: '24h' | '14d',
  now: number,
): { readonly from: number; readonly to: number } {
  const [bucketMs, count] = period === '24h' ? [3_600_000, 24] : [86_400_000, 14]
  const to = (Math.floor(now / bucketMs) + 1) * bucketMs
  return { from: to - count * bucketMs, to }
}
