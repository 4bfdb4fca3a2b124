import type { AlertFor } from '#domain/alerts/alert.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Condition, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { planFor } from '#product/search/query/requester.ts'
import { narrowed } from '#product/search/query/plan.ts'
import { selectIssues } from '#product/search/query/select-issues.ts'

/** Which issues an alert is for. */
export interface AlertMatcher {
  /** Those of the issues that match all of it. */
  matching(project: Project, scope: AlertFor, issueIds: readonly string[]): Promise<ReadonlySet<string>>
  /** `invalid_input` says what is wrong with the query, and where. */
  check(project: Project, query: string): Promise<void>
}

export function createAlertMatcher(deps: {
  readonly records: Pick<RecordStore, 'issues' | 'people' | 'teams' | 'lifecycle'>
  readonly telemetry: TelemetryStore
  readonly now: () => number
}): AlertMatcher {
  const { records, telemetry, now } = deps
  const planOf = (project: Project, query: string, acceptedBefore: boolean) =>
    planFor(
      { people: records.people, teams: records.teams, lifecycle: records.lifecycle, telemetry },
      project,
      { query, userId: undefined, unattended: true, acceptedBefore },
      'issues',
      now(),
    )
  return {
    async matching(project, { query, environments, levels }, issueIds) {
      const asked = [...new Set(issueIds)].slice(0, LIMITS.search.issues)
      if (asked.length === 0) return new Set()
      if (query === '' && environments.length === 0 && levels.length === 0) return new Set(asked)
      const plan = narrowed(await planOf(project, query, true), {
        issue: [
          { op: 'ids', values: asked },
          ...(levels.length > 0 ? [{ op: 'is', field: 'level', values: levels } as const] : []),
        ],
        event: eventConditions({ environments, levels: [] }),
      })
      const stores = { issues: records.issues, telemetry }
      const { filter } = await selectIssues(stores, project.id, plan, { now: now() })
      return new Set(await records.issues.ids(filter, { sort: 'last_seen', limit: asked.length }))
    },
    async check(project, query) {
      await planOf(project, query, false)
    },
  }
}

/** Fields of an event that the telemetry store has. */
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
