import { LIMITS } from '#domain/limits.ts'
import type { IssueFilter, IssueRecords } from '#stores/records.ts'
import type { Condition, TelemetryStore } from '#stores/telemetry.ts'
import { everything } from './activity.ts'
import type { IssueCriteria } from './issue-criteria.ts'

export interface IssueStores {
  readonly issues: IssueRecords
  readonly telemetry: TelemetryStore
}

/**
 * The criteria as a filter of the records: conditions on events become the ids of the issues that meet them. Where
 * more than `limit` do, the records choose first if that is fewer; else the issues seen last are looked at.
 */
export async function selectIssues(
  { issues, telemetry }: IssueStores,
  projectId: string,
  { records, events }: IssueCriteria,
  now: number,
  limit: number = LIMITS.search.issues,
): Promise<IssueFilter> {
  const filter = { projectIds: [projectId], ...records }
  if (events.length === 0) return filter
  const meeting = async (where: readonly Condition[]) => {
    const scope = { ...everything(projectId, now), where }
    const options = { by: 'issue', measure: 'events', order: 'latest' } as const
    const { values } = await telemetry.breakdown(scope, { ...options, limit: limit + 1 })
    return values.map(({ key }) => key)
  }
  const ids = await meeting(events)
  if (ids.length <= limit) return { ...filter, ids }
  const candidates = await issues.ids(filter, { sort: 'last_seen', limit: limit + 1 })
  if (candidates.length > limit) return { ...filter, ids: ids.slice(0, limit) }
  return { ...filter, ids: await meeting([...events, among(candidates)]) }
}

export function among(issueIds: readonly string[]): Condition {
  return { dimension: 'issue', op: 'is', values: issueIds }
}
