import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Queries } from '#product/queries.ts'
import { readReleaseMaps, type ReleaseMapsDeps } from '#product/source-maps/query/release-maps.ts'
import { readNextProblems, type NextProblem, type NextSetupDeps } from './next-setup.ts'

/** What keeps this project from showing all it could. */
export type SetupProblem =
  /** Nothing of any kind was stored for a day, and something was before. */
  | { readonly kind: 'silent' }
  /** Requests were answered with an error in the last day. */
  | { readonly kind: 'refused'; readonly items: number }
  /** Events of the last week that name no release. */
  | { readonly kind: 'no_release'; readonly events: number; readonly without: number }
  /** Scripts of the latest release that lack a working source map. */
  | { readonly kind: 'no_maps'; readonly release: string; readonly scripts: number }
  | NextProblem
  | { readonly kind: 'no_mail' }

export interface SetupDeps extends ReleaseMapsDeps, Pick<NextSetupDeps, 'projects'> {
  readonly telemetry: ReleaseMapsDeps['telemetry'] &
    NextSetupDeps['telemetry'] &
    Pick<TelemetryStore, 'received'>
  readonly queries: Pick<Queries, 'intake'>
  /** Whether the operator named a mail server. */
  readonly sendsMail: () => boolean
}

const DAY_MS = 86_400_000

/** The most urgent first. */
export async function readSetupProblems(
  deps: SetupDeps,
  project: Project,
  now: number,
): Promise<readonly SetupProblem[]> {
  const found = await Promise.all([
    isSilent(deps, project, now),
    refusedItems(deps, project, now),
    readNextProblems(deps, project, now),
    releaseProblems(deps, project, now),
  ])
  return [...found.flat(), ...(deps.sendsMail() ? [] : [{ kind: 'no_mail' } as const])]
}

async function isSilent(
  { telemetry }: SetupDeps,
  { id, firstEventAt }: Project,
  now: number,
): Promise<readonly SetupProblem[]> {
  if (firstEventAt === undefined) return []
  const counts = await telemetry.received(id, { from: now - DAY_MS, to: now + 1 })
  return Object.values(counts).some((count) => count > 0) ? [] : [{ kind: 'silent' }]
}

async function refusedItems(
  { queries }: SetupDeps,
  project: Project,
  now: number,
): Promise<readonly SetupProblem[]> {
  const { totals } = await queries.intake(project, { from: now - DAY_MS, to: now })
  const refused = totals.filter(({ outcome }) => outcome === 'refused')
  const items = refused.reduce((sum, { quantity }) => sum + quantity, 0)
  return items === 0 ? [] : [{ kind: 'refused', items }]
}

async function releaseProblems(
  deps: SetupDeps,
  { id }: Project,
  now: number,
): Promise<readonly SetupProblem[]> {
  const scope = { projectId: id, range: { from: now - 7 * DAY_MS, to: now + 1 } }
  const [all, released] = await Promise.all([
    deps.telemetry.breakdown(scope, { by: 'kind', measure: 'events', limit: 1 }),
    deps.telemetry.breakdown(scope, { by: 'release', measure: 'events', limit: 1, order: 'latest' }),
  ])
  const without = all.total - released.total
  const latest = released.values[0]?.key
  return [
    ...(without > all.total * LIMITS.overview.unnamedShare
      ? [{ kind: 'no_release', events: all.total, without } as const]
      : []),
    ...(latest === undefined ? [] : await mapProblems(deps, id, latest, now)),
  ]
}

async function mapProblems(
  deps: SetupDeps,
  projectId: string,
  release: string,
  now: number,
): Promise<readonly SetupProblem[]> {
  const { scripts } = await readReleaseMaps(deps, projectId, release, now, LIMITS.overview.mapEvents)
  const missing = scripts.filter(({ verdict }) => verdict === 'missing')
  return missing.length === 0 ? [] : [{ kind: 'no_maps', release, scripts: missing.length }]
}
