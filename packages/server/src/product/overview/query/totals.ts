import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import { errorScope } from '#product/events/query/error-scope.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { compare, lastDay, type Compared } from './compared.ts'

export interface OverviewTotals {
  readonly range: TimeRange
  readonly errors: Compared
  readonly users: Compared
}

const DAY_MS = 86_400_000

export async function readTotals(
  telemetry: Pick<TelemetryStore, 'windows'>,
  project: Project,
  now: number,
): Promise<OverviewTotals> {
  const range = lastDay(now)
  const measured = (measure: 'events' | 'users') =>
    compare(project, range, now, (asked) =>
      countIn(telemetry, errorScope({ projectId: project.id, range: asked }), measure),
    )
  const [errors, users] = await Promise.all([measured('events'), measured('users')])
  return { range, errors, users }
}

/** A range of a day lies within two days of the calendar: the window of both counts each user of the range once. */
async function countIn(
  telemetry: Pick<TelemetryStore, 'windows'>,
  scope: Scope,
  measure: 'events' | 'users',
): Promise<number> {
  const end = Math.ceil(scope.range.to / DAY_MS) * DAY_MS
  const [window] = await telemetry.windows(scope, {
    by: 'none',
    measure,
    windowMs: 2 * DAY_MS,
    stepMs: DAY_MS,
    ends: { from: end, to: end + 1 },
    atLeast: 1,
    limit: 1,
  })
  return window?.count ?? 0
}
