import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { IssuePage } from '#product/issues/query/issues.ts'
import type { Queries } from '#product/queries.ts'
import type { ReleaseHealthQueries } from '#product/releases/query/release-health.ts'
import type { ReleaseLine, ReleaseList } from '#product/releases/query/release-list.ts'
import type { RouteOverview, RouteStats, RouteStatsQueries } from '#product/routes/query/route-stats.ts'
import { lastDay } from './compared.ts'
import { readSetupProblems, type SetupDeps, type SetupProblem } from './setup.ts'
import { readTimeline, type OverviewTimeline } from './timeline.ts'
import { readTotals, type OverviewTotals } from './totals.ts'

export type { Compared } from './compared.ts'
export type { SetupProblem } from './setup.ts'
export type { OverviewTimeline } from './timeline.ts'
export type { OverviewTotals } from './totals.ts'

/** Issues that a search finds, and the search itself, so that a link shows the same. */
export interface FoundIssues extends Pick<IssuePage, 'rows' | 'total'> {
  readonly query: string
}

export interface OverviewIssues {
  readonly appeared: FoundIssues
  readonly cameBack: FoundIssues
}

export interface OverviewRoutes extends Omit<RouteOverview, 'choices' | 'renamedInPart'> {
  readonly range: TimeRange
  /** Whether anybody came at all: without visits no route is slow. */
  readonly visited: boolean
}

export interface OverviewReleases extends Pick<ReleaseList, 'from' | 'bucketMs'> {
  /** Newest first. */
  readonly releases: ReadonlyArray<{
    readonly line: ReleaseLine
    /** Visits of the same days; undefined where there were none. */
    readonly visits: RouteStats | undefined
  }>
}

/** The parts of the overview. Each is asked for on its own, so that a slow one does not keep the others. */
export interface OverviewQueries {
  totals(project: Project): Promise<OverviewTotals>
  timeline(project: Project): Promise<OverviewTimeline>
  issues(project: Project): Promise<OverviewIssues>
  routes(project: Project): Promise<OverviewRoutes>
  releases(project: Project): Promise<OverviewReleases>
  setup(project: Project): Promise<readonly SetupProblem[]>
}

export interface OverviewDeps extends Pick<SetupDeps, 'symbolicator' | 'sendsMail'> {
  readonly records: Pick<RecordStore, 'releases' | 'releaseHealth' | 'artifacts' | 'projects'>
  readonly telemetry: TelemetryStore
  readonly queries: Pick<Queries, 'issues' | 'intake'>
  readonly routeStats: Pick<RouteStatsQueries, 'overview'>
  readonly releaseHealth: Pick<ReleaseHealthQueries, 'list' | 'ticks'>
  readonly now: () => number
}

export function createOverviewQueries(deps: OverviewDeps): OverviewQueries {
  const { telemetry, records, now } = deps
  const setup = { ...deps, artifacts: records.artifacts, projects: records.projects }
  return {
    totals: (project) => readTotals(telemetry, project, now()),
    timeline: (project) => readTimeline(deps, project, now()),
    issues: (project) => readIssues(deps.queries, project),
    routes: (project) => readWorstRoutes(deps.routeStats, project, now()),
    releases: (project) => readReleases(deps, project, now()),
    setup: (project) => readSetupProblems(setup, project, now()),
  }
}

/** First seen within the day, or back within it after they were resolved. */
const APPEARED = 'is:unresolved age:-24h'
const CAME_BACK = 'is:regressed last-seen:-24h'

async function readIssues(queries: Pick<Queries, 'issues'>, project: Project): Promise<OverviewIssues> {
  const find = async (query: string): Promise<FoundIssues> => {
    const { rows, total } = await queries.issues(project, {
      query,
      userId: undefined,
      sort: 'events',
      period: '24h',
      cursor: undefined,
      limit: LIMITS.overview.rows,
    })
    return { query, rows, total }
  }
  const [appeared, cameBack] = await Promise.all([find(APPEARED), find(CAME_BACK)])
  return { appeared, cameBack }
}

/** Those on which users lost the most time. */
async function readWorstRoutes(
  routeStats: Pick<RouteStatsQueries, 'overview'>,
  project: Project,
  now: number,
): Promise<OverviewRoutes> {
  const range = lastDay(now)
  const { routes, compared } = await routeStats.overview(project, { range })
  const slow = routes.filter(({ stats }) => stats.lostMs > 0)
  return { range, compared, visited: routes.length > 0, routes: slow.slice(0, LIMITS.overview.rows) }
}

async function readReleases(
  { releaseHealth, telemetry }: Pick<OverviewDeps, 'releaseHealth' | 'telemetry'>,
  project: Project,
  now: number,
): Promise<OverviewReleases> {
  const { releases, from, bucketMs } = await releaseHealth.list(project, LIMITS.overview.rows)
  const visits = await telemetry.routeStats(
    { projectId: project.id, range: { from, to: now + 1 } },
    { by: 'release', limit: LIMITS.overview.visitedReleases },
  )
  return {
    from,
    bucketMs,
    releases: releases.map((line) => ({ line, visits: visits.find(({ key }) => key === line.version) })),
  }
}
