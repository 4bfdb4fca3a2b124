import type { Issue } from '#domain/issues/issue.ts'
import type { IssueRollups } from '#stores/records/issue-rollups.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { among } from '#product/search/query/select-issues.ts'
import { within, type Within } from '#product/search/query/within.ts'
import { activityOf, bucketsOf, everything, type Period, type Series } from './time-series.ts'

export interface CountStores {
  readonly telemetry: TelemetryStore
  readonly rollups: Pick<IssueRollups, 'hours'>
}

type Counted = Pick<Issue, 'id' | 'projectId' | 'eventCount' | 'userCount'>

/** Events and users of each issue within the range and environments; without them as they were counted when they came. */
export async function countsWithin(
  { telemetry }: CountStores,
  issues: readonly Counted[],
  asked: Within,
  now: number,
): Promise<ReadonlyMap<string, { readonly events: number; readonly users: number }>> {
  if (asked.range === undefined && (asked.environments ?? []).length === 0)
    return new Map(
      issues.map(({ id, eventCount, userCount }) => [id, { events: eventCount, users: userCount }]),
    )
  const counts = new Map(issues.map(({ id }) => [id, { events: 0, users: 0 }]))
  for (const { scope, ids } of scopesOf(issues, asked, now))
    for (const measure of ['events', 'users'] as const) {
      const { values } = await telemetry.breakdown(scope, { by: 'issue', measure, limit: ids.length })
      for (const { key, count } of values) counts.get(key)![measure] = count
    }
  return counts
}

/** The rollups know no environments: with these the events are counted. */
export async function seriesWithin(
  { telemetry, rollups }: CountStores,
  issues: readonly Counted[],
  { environments = [], period }: Within & { readonly period: Period },
  now: number,
): Promise<ReadonlyMap<string, Series>> {
  if (environments.length === 0) {
    const activity = await activityOf(rollups, issues, period, now)
    return new Map([...activity].map(([id, { series }]) => [id, series]))
  }
  const { from, to, bucketMs } = bucketsOf(period, now)
  const all = new Map<string, Series>()
  for (const { scope, ids } of scopesOf(issues, { environments, range: { from, to } }, now)) {
    const asked = { measure: 'events', bucketMs, by: 'issue', keys: ids } as const
    for (const [id, values] of await telemetry.timeSeries(scope, asked))
      all.set(id, { from, bucketMs, values })
  }
  return all
}

export type IssueCountsAsk = Within & { readonly period: Period }

export interface IssueCounts {
  readonly events: number
  readonly users: number
  readonly series: Series
}

/** Both. */
export async function readIssueCounts(
  stores: CountStores,
  issues: readonly Counted[],
  asked: IssueCountsAsk,
  now: number,
): Promise<ReadonlyMap<string, IssueCounts>> {
  const [counts, series] = await Promise.all([
    countsWithin(stores, issues, asked, now),
    seriesWithin(stores, issues, asked, now),
  ])
  return new Map(issues.map(({ id }) => [id, { ...counts.get(id)!, series: series.get(id)! }]))
}

function scopesOf(
  issues: readonly Counted[],
  asked: Within,
  now: number,
): ReadonlyArray<{ readonly scope: Scope; readonly ids: readonly string[] }> {
  return [...Map.groupBy(issues, ({ projectId }) => projectId)].map(([projectId, own]) => {
    const ids = own.map(({ id }) => id)
    return { ids, scope: within({ ...everything(projectId, now), where: [among(ids)] }, asked) }
  })
}
