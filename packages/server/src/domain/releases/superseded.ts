import { orderReleases, parseRelease, type SeenRelease } from './release-order.ts'

/** From this moment on a newer release was visited in the same environment. */
export interface SupersededRelease {
  readonly release: string
  readonly environment: string | undefined
  readonly at: number
}

interface Arrival {
  readonly release: string
  readonly environment: string | undefined
  /** Of its first visit. */
  readonly at: number
}

/**
 * A release is old once a newer one of the same scheme has arrived in its environment. Newer ones that had arrived before
 * it do not count: a fix for an earlier version is no old release on its first day.
 */
export function supersededReleases(
  known: readonly SeenRelease[],
  arrivals: readonly Arrival[],
): readonly SupersededRelease[] {
  const ranks = new Map(orderReleases(known).map(({ version }, rank) => [version, rank]))
  const ranked = arrivals.flatMap((arrival) => {
    const rank = ranks.get(arrival.release)
    return rank === undefined ? [] : [{ ...arrival, rank }]
  })
  const lines = Map.groupBy(ranked, ({ release, environment }) =>
    JSON.stringify([environment ?? null, schemeOf(release)]),
  )
  return [...lines.values()].flatMap((line) =>
    line.flatMap(({ release, environment, at, rank }) => {
      const newer = line.filter((one) => one.rank > rank && one.at >= at)
      if (newer.length === 0) return []
      return [{ release, environment, at: Math.min(...newer.map((one) => one.at)) }]
    }),
  )
}

function schemeOf(version: string): string {
  const { kind, package: name } = parseRelease(version)
  return kind === 'opaque' ? 'opaque' : `numbered ${name ?? ''}`
}
