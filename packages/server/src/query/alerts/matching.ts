import type { AlertFor } from '#domain/alerts/alert.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/project.ts'
import type { Condition, TelemetryStore } from '#stores/telemetry.ts'
import type { RecordStore } from '#stores/records.ts'
import { among, selectIssues } from '../issue-selection.ts'
import { criteriaOf } from '../issue-criteria.ts'
import { parseIssueSearch } from '../issue-search.ts'

/** Which issues an alert is for. */
export interface AlertMatcher {
  /** Those of the issues that match all of it. */
  matching(project: Project, scope: AlertFor, issueIds: readonly string[]): Promise<ReadonlySet<string>>
  /** `invalid_input` says what is wrong with the query, and where. */
  check(project: Project, query: string): Promise<void>
}

export function createAlertMatcher(deps: {
  readonly records: Pick<RecordStore, 'issues' | 'people'>
  readonly telemetry: TelemetryStore
  readonly now: () => number
}): AlertMatcher {
  const { records, telemetry, now } = deps

  async function criteria({ organizationId }: Project, query: string) {
    const members = () => records.people.members([organizationId])
    return criteriaOf(parseIssueSearch(query), { userId: undefined, members })
  }

  return {
    async matching(project, { query, environments, levels }, issueIds) {
      const asked = [...new Set(issueIds)].slice(0, LIMITS.search.issues)
      if (asked.length === 0) return new Set()
      const { records: own, events } = await criteria(project, query)
      const where = [...events, ...eventConditions({ environments, levels: [] })]
      const stores = { issues: records.issues, telemetry }
      const filter = await selectIssues(
        stores,
        project.id,
        { records: own, events: where.length === 0 ? [] : [...where, among(asked)] },
        now(),
      )
      const ids = filter.ids === undefined ? asked : asked.filter((id) => filter.ids!.includes(id))
      const limited = { ...filter, ids, ...(levels.length > 0 && { levels: both(filter.levels, levels) }) }
      return new Set(await records.issues.ids(limited, { sort: 'last_seen', limit: asked.length }))
    },
    async check(project, query) {
      await criteria(project, query)
    },
  }
}

function both<T>(some: readonly T[] | undefined, others: readonly T[]): readonly T[] {
  return some === undefined ? others : some.filter((one) => others.includes(one))
}

/** What the telemetry itself can tell of an event. */
export function eventConditions({
  environments,
  levels,
}: Pick<AlertFor, 'environments' | 'levels'>): readonly Condition[] {
  return [
    ...(environments.length > 0
      ? [{ dimension: 'environment', op: 'is', values: environments } as const]
      : []),
    ...(levels.length > 0 ? [{ dimension: 'level', op: 'is', values: levels } as const] : []),
  ]
}
