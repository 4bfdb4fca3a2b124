import type { Issue } from '#domain/issues/issue.ts'
import type { IssueRollups } from '#stores/records/issue-rollups.ts'
import type { Scope } from '#stores/telemetry/telemetry.ts'

export type Period = '24h' | '14d' | '28d'

const HOUR_MS = 3_600_000
const BUCKETS: Readonly<Record<Period, { readonly bucketMs: number; readonly count: number }>> = {
  '24h': { bucketMs: HOUR_MS, count: 24 },
  '14d': { bucketMs: 24 * HOUR_MS, count: 14 },
  '28d': { bucketMs: 24 * HOUR_MS, count: 28 },
}

export interface Series {
  readonly from: number
  readonly bucketMs: number
  readonly values: readonly number[]
}

export interface Activity {
  /** Distinct users among everything stored. */
  readonly users: number
  readonly series: Series
}

/** Everything stored of the project, whatever its age: retention has already removed the rest. */
export function everything(projectId: string, now: number): Scope {
  return { projectId, range: { from: 0, to: now + 1 } }
}

/** Whole buckets, the running one last: a spark whose first bar is cut off would always seem to rise. */
export function bucketsOf(period: Period, now: number) {
  const { bucketMs, count } = BUCKETS[period]
  const to = (Math.floor(now / bucketMs) + 1) * bucketMs
  return { from: to - count * bucketMs, to, bucketMs, count }
}

/** Users and a series for each issue, as they were counted when the events came: no event is looked at. */
export async function activityOf(
  rollups: Pick<IssueRollups, 'hours'>,
  issues: readonly Pick<Issue, 'id' | 'userCount'>[],
  period: Period,
  now: number,
): Promise<ReadonlyMap<string, Activity>> {
  if (issues.length === 0) return new Map()
  const { from, to, bucketMs, count } = bucketsOf(period, now)
  const hours = await rollups.hours(
    issues.map(({ id }) => id),
    { from, to },
  )
  return new Map(
    issues.map(({ id, userCount }) => {
      const values = Array.from({ length: count }, () => 0)
      for (const { hour, events } of hours.get(id) ?? [])
        values[Math.floor((hour * HOUR_MS - from) / bucketMs)]! += events
      return [id, { users: userCount, series: { from, bucketMs, values } }] as const
    }),
  )
}
