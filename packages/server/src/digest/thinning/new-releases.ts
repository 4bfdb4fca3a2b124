import { LIMITS } from '#domain/limits.ts'
import { useLatest } from './latest.ts'

export type FirstSeen = ReadonlyArray<readonly [version: string, at: number]>

export interface NewReleases {
  /** Whether a release was first seen within a day before this moment. */
  isNew(version: string, at: number): boolean
  state(): FirstSeen
}

const DAY_MS = 86_400_000

export function createNewReleases(before: FirstSeen): NewReleases {
  const seen = new Map(before)
  return {
    isNew(version, at) {
      // A sender that makes up releases must neither make everything new nor push the real ones out.
      if (!seen.has(version) && newOnes(seen, at) >= LIMITS.thinning.newReleases) return false
      return isRecent(
        useLatest(seen, version, LIMITS.thinning.releases, () => at),
        at,
      )
    },
    state: () => [...seen],
  }
}

const isRecent = (first: number, at: number): boolean => at - first < DAY_MS

function newOnes(seen: ReadonlyMap<string, number>, at: number): number {
  let count = 0
  for (const first of seen.values()) if (isRecent(first, at)) count += 1
  return count
}
