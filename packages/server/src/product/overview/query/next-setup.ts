import { DIGEST_TAG, hasComputedDigest } from '#domain/events/next-digest.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { HIDDEN_SERVER_ERRORS } from '#event/known-errors/next-errors.ts'
import type { ProjectRecords } from '#stores/records/records.ts'
import type { Condition, EventSummary, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Queries } from '#product/queries.ts'

/** What the traffic of an application of Next.js lacks. */
export type NextProblem =
  /** Browsers report errors of the server without their message, and the server reports nothing. */
  | { readonly kind: 'no_server_errors' }
  /** The number on an error page does not lead to these of the latest events, which this side reported. */
  | {
      readonly kind: 'no_digests'
      readonly side: 'server' | 'browser' | 'both'
      readonly events: number
      readonly without: number
    }
  | { readonly kind: 'no_traces' }

export interface NextSetupDeps {
  readonly telemetry: Pick<
    TelemetryStore,
    'breakdown' | 'searchEvents' | 'page' | 'identifiersOf' | 'projectsWith' | 'find' | 'received'
  >
  readonly projects: Pick<ProjectRecords, 'list'>
  readonly queries: Pick<Queries, 'intake'>
}

const WEEK_MS = 7 * 86_400_000
const OF_NEXT: Condition = { dimension: 'sdk', op: 'like', pattern: 'sentry.javascript.nextjs*' }
const HIDDEN: Condition = {
  op: 'any',
  of: HIDDEN_SERVER_ERRORS.map((begins) => ({ dimension: 'message', op: 'like', pattern: `${begins}*` })),
}

/** From the last week, and only what is certain. Other projects than those of Next.js pay for one breakdown. */
export async function readNextProblems(
  deps: NextSetupDeps,
  project: Project,
  now: number,
): Promise<readonly NextProblem[]> {
  const { sureEvents, hiddenErrors } = LIMITS.overview
  const range = { from: now - WEEK_MS, to: now + 1 }
  const scope = { projectId: project.id, range, where: [OF_NEXT] }
  const seen = await deps.telemetry.breakdown(scope, { by: 'platform', measure: 'events', limit: 10 })
  if (seen.total < sureEvents) return []
  const hidden = { ...scope, where: [OF_NEXT, HIDDEN] }
  const [{ events }, isUntraced] = await Promise.all([
    deps.telemetry.searchEvents(hidden, { limit: hiddenErrors, budget: LIMITS.search.budget }),
    hasNoTraces(deps, project, scope),
  ])
  const untraced = isUntraced ? [{ kind: 'no_traces' } as const] : []
  if (events.length < sureEvents) return untraced
  const isOfServer = seen.values.some(({ key }) => key === 'node')
  const isHalf = !isOfServer && !(await serverReports(deps, project, events))
  const digests = await missingDigests(deps, scope, events)
  return [
    ...(isHalf ? [{ kind: 'no_server_errors' } as const] : []),
    ...(digests === undefined ? [] : [digests]),
    ...untraced,
  ]
}

/** To this project, where those of the edge runtime have the platform of browsers, or to another one of the organization. */
async function serverReports(
  { telemetry, projects }: NextSetupDeps,
  { id, organizationId }: Project,
  hidden: readonly EventSummary[],
): Promise<boolean> {
  const own = await telemetry.projectsWith([id], 'server_side')
  if (own.has(id)) return true
  const others = (await projects.list(organizationId))
    .map((other) => other.id)
    .filter((other) => other !== id)
  if (others.length === 0) return false
  const traces = [...new Set(hidden.flatMap(({ traceId }) => traceId ?? []))]
  const found = await Promise.all(
    traces
      .slice(0, LIMITS.overview.hiddenErrorTraces)
      .map((trace) => telemetry.find(others, { kind: 'server_side', value: `trace:${trace}` }, 1)),
  )
  return found.some((events) => events.length > 0)
}

/** Whatever became of them: spans may also be refused, thinned out or expired. */
async function hasNoTraces(
  { telemetry, queries }: NextSetupDeps,
  project: Project,
  { range }: Scope,
): Promise<boolean> {
  const { totals } = await queries.intake(project, range)
  if (totals.some(({ category }) => category === 'span' || category === 'transaction')) return false
  const { spans } = await telemetry.received(project.id, range)
  return spans === 0
}

/**
 * Stock SDKs send digests now and then. A side with the tag has the integration, even if visitors with scripts from before
 * still report errors without it.
 */
async function missingDigests(
  { telemetry }: NextSetupDeps,
  scope: Scope,
  hidden: readonly EventSummary[],
): Promise<NextProblem | undefined> {
  const bySide = { server: await serverSidesOf(telemetry, scope, hidden), browser: hidden }
  const counted = await Promise.all(
    (['server', 'browser'] as const).map(async (side) => {
      const events = bySide[side]
      const sent = events.filter(({ tags }) => !hasComputedDigest(tags))
      const ids = sent.map(({ eventId }) => eventId)
      const found = await telemetry.identifiersOf(scope.projectId, ids, 'digest')
      const isTagged = sent.some(({ tags }) => tags.some(([key]) => key === DIGEST_TAG))
      return { side, events: events.length, without: isTagged ? 0 : events.length - found.size }
    }),
  )
  const lacking = counted.filter(({ without }) => without >= LIMITS.overview.sureEvents)
  if (lacking.length === 0) return undefined
  return {
    kind: 'no_digests',
    side: lacking.length > 1 ? 'both' : lacking[0]!.side,
    events: lacking.reduce((sum, { events }) => sum + events, 0),
    without: lacking.reduce((sum, { without }) => sum + without, 0),
  }
}

/** The events of the server that these belong to: errors of route handlers and the like have no digest. */
async function serverSidesOf(
  telemetry: NextSetupDeps['telemetry'],
  { projectId, range }: Scope,
  hidden: readonly EventSummary[],
): Promise<readonly EventSummary[]> {
  const eventIds = hidden.map(({ eventId }) => eventId)
  const joined = await telemetry.identifiersOf(projectId, eventIds, 'browser_side')
  const values = [...new Set([...joined.values()].flat())]
  if (values.length === 0) return []
  const where = [OF_NEXT, { dimension: 'event', op: 'is', values }] as const
  return (await telemetry.page({ projectId, range, where }, { limit: values.length })).events
}
