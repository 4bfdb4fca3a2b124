import type { Level } from '#domain/events/level.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RouteScope } from '#stores/telemetry/routes.ts'
import { errorScope } from '#product/events/query/error-scope.ts'
import type { Breakdown, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Errors that were stored, not extrapolated, and the users who met them. */
export interface ErrorCount {
  readonly events: number
  readonly users: number
}

export interface RouteIssue extends ErrorCount {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly culprit: string
  readonly level: Level
}

export interface RouteErrors extends ErrorCount {
  /** Those that most users met first. */
  readonly issues: readonly RouteIssue[]
}

export const NO_ERRORS: ErrorCount = { events: 0, users: 0 }

const SHOWN = 5
/** The most frequent issues, of which those that most users met are shown. */
const CANDIDATES = 100

interface Stores {
  readonly telemetry: Pick<TelemetryStore, 'breakdowns'>
  readonly issues: Pick<RecordStore['issues'], 'byIds'>
}

/** By route, of those that were asked for and have any. */
export async function countErrors(
  { telemetry }: Pick<Stores, 'telemetry'>,
  scope: RouteScope,
  routes: readonly string[],
): Promise<ReadonlyMap<string, ErrorCount>> {
  if (routes.length === 0) return new Map()
  const [[events], [users]] = await Promise.all(
    (['events', 'users'] as const).map((measure) =>
      telemetry.breakdowns(errorScope(scope), {
        of: [{ by: 'route', keys: routes }],
        measure,
        limit: routes.length,
      }),
    ) as [Promise<readonly Breakdown[]>, Promise<readonly Breakdown[]>],
  )
  const usersOf = new Map(users!.values.map(({ key, count }) => [key, count]))
  return new Map(
    events!.values.map(({ key, count }) => [key, { events: count, users: usersOf.get(key) ?? 0 }]),
  )
}

/** The errors of one route by issue. */
export async function readRouteErrors(
  { telemetry, issues }: Stores,
  project: Project,
  scope: RouteScope & { readonly route: string },
): Promise<RouteErrors> {
  const asked = errorScope(scope)
  const of = [{ by: 'route', keys: [scope.route] }, { by: 'issue' }] as const
  const [[all, byIssue], [allUsers, usersByIssue]] = (await Promise.all(
    (['events', 'users'] as const).map((measure) =>
      telemetry.breakdowns(asked, { of, measure, limit: CANDIDATES }),
    ),
  )) as [readonly Breakdown[], readonly Breakdown[]]
  const users = new Map(usersByIssue!.values.map(({ key, count }) => [key, count]))
  const top = byIssue!.values
    .map(({ key, count }) => ({ id: key, events: count, users: users.get(key) ?? 0 }))
    .toSorted((a, b) => b.users - a.users || b.events - a.events)
    .slice(0, SHOWN)
  const known = new Map((await issues.byIds(top.map(({ id }) => id))).map((issue) => [issue.id, issue]))
  return {
    events: all!.values[0]?.count ?? 0,
    users: allUsers!.values[0]?.count ?? 0,
    issues: top.flatMap(({ id, ...counts }) => {
      const issue = known.get(id)
      if (issue === undefined) return []
      const { number, title, culprit, level } = issue
      return [{ id, shortId: shortIdOf(project.slug, number), title, culprit, level, ...counts }]
    }),
  }
}
