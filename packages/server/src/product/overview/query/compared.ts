import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** The same figure at three times; undefined where nothing of that time is known. */
export interface Compared {
  readonly now: number
  readonly yesterday: number | undefined
  readonly lastWeek: number | undefined
}

/**
 * The last 24 hours. They end with a whole step of the clock: a page that is opened twice within one shows the same figures, and the
 * running step is the only part that the days before have and this one does not.
 */
export function lastDay(now: number): TimeRange {
  const to = (Math.floor(now / LIMITS.overview.stepMs) + 1) * LIMITS.overview.stepMs
  return { from: to - DAY_MS, to }
}

/**
 * Counts a range, the same range a day earlier and the same range a week earlier. A range that begins before the first event of the
 * project, or that retention has reached, is not counted: its figure would be too small, and every day would look worse than it.
 */
export async function compare(
  { firstEventAt, settings }: Pick<Project, 'firstEventAt' | 'settings'>,
  range: TimeRange,
  now: number,
  count: (range: TimeRange) => Promise<number>,
): Promise<Compared> {
  const known = Math.max(firstEventAt ?? now, now - settings.retentionDays * DAY_MS)
  const earlier = async (byMs: number) => {
    const moved = { from: range.from - byMs, to: range.to - byMs }
    return moved.from < known ? undefined : count(moved)
  }
  const [today, yesterday, lastWeek] = await Promise.all([count(range), earlier(DAY_MS), earlier(WEEK_MS)])
  return { now: today, yesterday, lastWeek }
}
