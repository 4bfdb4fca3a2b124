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
  const [errors] = await telemetry.breakdowns(errorScope(scope), {
    of: [{ by: 'route', keys: routes }],
    measure: 'events',
    withUsers: true,
    limit: routes.length,
  })
  return new Map(errors!.values.map((value) => [value.key, countOf(value)]))
}

const countOf = ({ count, users }: Breakdown['values'][number]): ErrorCount => ({
  events: count,
  users: users ?? 0,
})

/** The errors of one route by issue. */
export async function readRouteErrors(
  { telemetry, issues }: Stores,
  project: Project,
  scope: RouteScope & { readonly route: string },
): Promise<RouteErrors> {
  const [all, byIssue] = await telemetry.breakdowns(errorScope(scope), {
    of: [{ by: 'route', keys: [scope.route] }, { by: 'issue' }],
    measure: 'events',
    withUsers: true,
    limit: CANDIDATES,
  })
  const top = byIssue!.values
    .map((value) => Object.assign(countOf(value), { id: value.key }))
    .toSorted((a, b) => b.users - a.users || b.events - a.events)
    .slice(0, SHOWN)
  const known = new Map((await issues.byIds(top.map(({ id }) => id))).map((issue) => [issue.id, issue]))
  return {
    ...(all!.values[0] === undefined ? NO_ERRORS : countOf(all!.values[0])),
    issues: top.flatMap(({ id, ...counts }) => {
      const issue = known.get(id)
      if (issue === undefined) return []
      const { number, title, culprit, level } = issue
      return [{ id, shortId: shortIdOf(project.slug, number), title, culprit, level, ...counts }]
    }),
  }
}
