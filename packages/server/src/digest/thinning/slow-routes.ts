import { LIMITS } from '#domain/limits.ts'
import { useLatest } from './latest.ts'

/** How often durations of each length were seen: one number per step of a quarter, the shortest first. */
export type DurationsByRoute = ReadonlyArray<readonly [route: string, counts: readonly number[]]>

export interface SlowRoutes {
  /** Whether a duration is longer than 19 of 20 that the route had lately. Counts it as well. */
  isSlow(route: string, durationMs: number): boolean
  state(): DurationsByRoute
}

const STEP = Math.log(1.25)
/** The last one begins at 17 minutes. */
const STEPS = 64
const SLOW_SHARE = 0.05
/** Fewer durations say nothing about what is usual. */
const ENOUGH = 20
/** Then all counts are halved, so that last week is forgotten. */
const MANY = 1_000

export function createSlowRoutes(before: DurationsByRoute): SlowRoutes {
  const routes = new Map(before.map(([route, counts]) => [route, [...counts]]))
  return {
    isSlow(route, durationMs) {
      const counts = useLatest(routes, route, LIMITS.thinning.routes, () => [])
      const step = stepOf(durationMs)
      const isSlow = isAbove(counts, step)
      while (counts.length <= step) counts.push(0)
      counts[step]! += 1
      if (sum(counts) > MANY) for (const [at, count] of counts.entries()) counts[at] = Math.floor(count / 2)
      return isSlow
    },
    state: () => [...routes],
  }
}

function stepOf(durationMs: number): number {
  return Math.min(STEPS - 1, Math.max(0, Math.round(Math.log(Math.max(durationMs, 1)) / STEP)))
}

/** Whether at most one of 20 is that long or longer. */
function isAbove(counts: readonly number[], step: number): boolean {
  const all = sum(counts)
  return all >= ENOUGH && sum(counts.slice(step)) <= all * SLOW_SHARE
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
