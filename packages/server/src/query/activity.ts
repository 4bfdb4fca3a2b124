import type { Issue } from '#domain/issue.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry.ts'

export type Period = '24h' | '14d'

const HOUR_MS = 3_600_000
const BUCKETS: Readonly<Record<Period, { readonly bucketMs: number; readonly count: number }>> = {
  '24h': { bucketMs: HOUR_MS, count: 24 },
  '14d': { bucketMs: 24 * HOUR_MS, count: 14 },
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

/** Users and a series for each issue, in one question each however many issues there are. */
export async function activityOf(
  telemetry: TelemetryStore,
  projectId: string,
  issues: readonly Pick<Issue, 'id' | 'firstSeen'>[],
  period: Period,
  now: number,
): Promise<ReadonlyMap<string, Activity>> {
  const ids = issues.map((issue) => issue.id)
  const { bucketMs, count } = BUCKETS[period]
  // Whole buckets, the running one last: a spark whose first bar is cut off would always seem to rise.
  const to = (Math.floor(now / bucketMs) + 1) * bucketMs
  const from = to - count * bucketMs
  if (ids.length === 0) return new Map()

  const where = [{ dimension: 'issue', op: 'is', values: ids }] as const
  const [users, series] = await Promise.all([
    telemetry.breakdown(
      // Nothing of these issues is older than the first of them, and the store can skip what is.
      { projectId, range: { from: Math.min(...issues.map((issue) => issue.firstSeen)), to: now + 1 }, where },
      { by: 'issue', measure: 'users', limit: ids.length },
    ),
    telemetry.timeSeries(
      { projectId, range: { from, to }, where },
      { measure: 'events', bucketMs, by: 'issue', keys: ids },
    ),
  ])
  const usersById = new Map(users.values.map((value) => [value.key, value.count]))
  return new Map(
    ids.map((id) => {
      const values = series.get(id) ?? Array.from({ length: count }, () => 0)
      return [id, { users: usersById.get(id) ?? 0, series: { from, bucketMs, values } }] as const
    }),
  )
}
