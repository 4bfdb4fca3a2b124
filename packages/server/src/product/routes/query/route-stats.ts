import type { Project } from '#domain/projects/project.ts'
import { orderReleases } from '#domain/releases/release-order.ts'
import { bucketOf, coveringBoth, type TimeRange } from '#domain/time-range.ts'
import { compareVisits, type VitalChange } from '#domain/traces/vital-change.ts'
import { VITAL_NAMES, type VitalName } from '#domain/traces/vital-rating.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type {
  EarlierVisits,
  RouteBucket,
  RouteScope,
  RouteStats,
  VisitedFrom,
} from '#stores/telemetry/routes.ts'
import type { SegmentSummary } from '#stores/telemetry/spans.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

import type { RouteRenames } from './route-renames.ts'
import { countErrors, NO_ERRORS, readRouteErrors, type ErrorCount, type RouteErrors } from './route-errors.ts'
import { readVisitParts, type VisitParts } from './visit-parts.ts'
import { readVitalCauses, type VitalCauses } from './vital-causes.ts'

export type { EarlierVisits, RouteBucket, RouteStats, SegmentSummary }

export interface RouteFilter {
  readonly range: TimeRange
  readonly environment?: string | undefined
  readonly release?: string | undefined
}

/** What is compared: the latest release with the one before. */
export interface ComparedReleases {
  readonly release: string
  readonly previous: string
}

export interface ChangedVital {
  readonly vital: VitalName
  readonly change: Exclude<VitalChange, 'unclear'>
  readonly before: number
  readonly after: number
}

export interface RouteLine {
  readonly stats: RouteStats
  /** The same length of time a week before; undefined where nobody came. */
  readonly weekBefore: EarlierVisits | undefined
  /** What the latest release changed. */
  readonly changes: readonly ChangedVital[]
  readonly errors: ErrorCount
}

export interface RouteOverview {
  readonly routes: readonly RouteLine[]
  readonly compared: ComparedReleases | undefined
  /** What the visits of the period can be narrowed to. */
  readonly choices: VisitedFrom
  /** Names changed, and some visits have the one that they were stored with: there are too many addresses. */
  readonly renamedInPart: boolean
}

export interface RoutePage {
  /** Where nobody visited it: what visits that were stored under this name are called today. */
  readonly renamedTo: readonly string[]
  readonly renamedInPart: boolean
  /** Undefined: nobody visited it in this period. */
  readonly stats: RouteStats | undefined
  readonly weekBefore: RouteStats | undefined
  readonly series: readonly RouteBucket[]
  readonly bucketMs: number
  readonly releases: readonly RouteStats[]
  readonly browsers: readonly RouteStats[]
  readonly devices: readonly RouteStats[]
  readonly latest: readonly SegmentSummary[]
  readonly slowest: readonly SegmentSummary[]
  readonly errors: RouteErrors
}

export interface RouteStatsQueries {
  overview(project: Project, filter: RouteFilter): Promise<RouteOverview>
  /** Of one route: a pattern, or a path whose pattern nobody knows. */
  one(project: Project, route: string, filter: RouteFilter): Promise<RoutePage>
  /** Why a vital of one route is as it is. */
  causes(project: Project, route: string, vital: VitalName, filter: RouteFilter): Promise<VitalCauses>
  /** What its latest visits asked for, and in which languages they were. */
  parts(project: Project, route: string, filter: RouteFilter): Promise<VisitParts>
}

interface Deps {
  readonly telemetry: Pick<
    TelemetryStore,
    | 'comparedRoutes'
    | 'routeDetails'
    | 'visitedFrom'
    | 'segments'
    | 'vitalSamples'
    | 'spanAttributes'
    | 'spansOfTraces'
    | 'breakdowns'
  >
  readonly releases: Pick<ReleaseHealthRecords, 'heard'>
  readonly issues: Pick<RecordStore['issues'], 'byIds'>
  readonly renames: Pick<RouteRenames, 'of' | 'newNames'>
}

const WEEK_MS = 7 * 86_400_000
const MOST_ROUTES = 200
const MOST_KEYS = 12
const EXAMPLES = 5
const NEW_NAMES = 5
/** Whoever has the public key can send as many names as they like; nobody chooses from a longer list. */
const MOST_CHOICES = 50

export function createRouteStatsQueries({
  telemetry,
  records,
  renames,
}: Pick<Deps, 'telemetry' | 'renames'> & {
  readonly records: Pick<RecordStore, 'releaseHealth' | 'issues'>
}): RouteStatsQueries {
  const deps = { telemetry, releases: records.releaseHealth, issues: records.issues, renames }
  return {
    overview: (project, filter) => readOverview(deps, project, filter),
    one: (project, route, filter) => readRoute(deps, project, route, filter),
    causes: (project, route, vital, filter) =>
      readVitalCauses(telemetry, { ...scopeOf(project, filter), route }, vital),
    parts: (project, route, filter) => readVisitParts(telemetry, { ...scopeOf(project, filter), route }),
  }
}

const scopeOf = ({ id }: Project, { range, environment, release }: RouteFilter): RouteScope => ({
  projectId: id,
  range,
  ...(environment !== undefined && { environment }),
  ...(release !== undefined && { release }),
})

const aWeekBefore = ({ from, to }: TimeRange): TimeRange => ({ from: from - WEEK_MS, to: to - WEEK_MS })

async function readOverview(deps: Deps, project: Project, filter: RouteFilter): Promise<RouteOverview> {
  const scope = scopeOf(project, filter)
  const before = aWeekBefore(scope.range)
  const [{ choices, compared }, renamed] = await Promise.all([
    readReleases(deps, scope),
    deps.renames.of(project.id, coveringBoth(scope.range, before)),
  ])
  const routes = await deps.telemetry.comparedRoutes(scope, {
    before,
    releases: compared === undefined ? [] : [compared.previous, compared.release],
    limit: MOST_ROUTES,
  })
  const errors = await countErrors(
    deps,
    scope,
    routes.map(({ stats }) => stats.key),
  )
  return {
    compared,
    choices,
    renamedInPart: renamed?.isCut ?? false,
    routes: routes.map(({ stats, before: weekBefore, releases: [previous, latest] }) => ({
      stats,
      weekBefore,
      changes: previous === undefined || latest === undefined ? [] : changesOf(previous, latest),
      errors: errors.get(stats.key) ?? NO_ERRORS,
    })),
  }
}

function changesOf(before: RouteStats['vitals'], after: RouteStats['vitals']): readonly ChangedVital[] {
  return VITAL_NAMES.flatMap((vital) => {
    const [was, is] = [before[vital], after[vital]]
    const change = was === undefined || is === undefined ? 'unclear' : compareVisits(was, is)
    return change === 'unclear' ? [] : [{ vital, change, before: was!.p75, after: is!.p75 }]
  })
}

/** All that visits came from, the latest release first, and the two latest of this environment. */
async function readReleases(
  { telemetry, releases }: Deps,
  { projectId, range, environment, release }: RouteScope,
): Promise<Pick<RouteOverview, 'choices' | 'compared'>> {
  const [heard, everywhere, here] = await Promise.all([
    releases.heard(projectId, MOST_CHOICES),
    telemetry.visitedFrom({ projectId, range }),
    environment === undefined ? undefined : telemetry.visitedFrom({ projectId, range, environment }),
  ])
  const inOrder = (versions: readonly string[]) => {
    const visited = new Set(versions)
    return orderReleases(heard.filter(({ version }) => visited.has(version))).map(({ version }) => version)
  }
  return {
    choices: {
      releases: inOrder(everywhere.releases).toReversed(),
      environments: everywhere.environments.toSorted().slice(0, MOST_CHOICES),
    },
    // Nothing to compare where one was asked for.
    compared: release === undefined ? latestTwo(inOrder((here ?? everywhere).releases)) : undefined,
  }
}

function latestTwo(versions: readonly string[]): ComparedReleases | undefined {
  const [previous, release] = versions.slice(-2)
  return previous === undefined || release === undefined ? undefined : { release, previous }
}

async function readRoute(
  { telemetry, issues, renames }: Deps,
  project: Project,
  route: string,
  filter: RouteFilter,
): Promise<RoutePage> {
  const scope = { ...scopeOf(project, filter), route }
  const bucketMs = bucketOf(filter.range)
  const before = aWeekBefore(scope.range)
  const [{ breakdowns, before: weekBefore, series }, latest, slowest, errors, renamed] = await Promise.all([
    telemetry.routeDetails(scope, {
      by: ['route', 'release', 'browser', 'device'],
      limit: MOST_KEYS,
      before,
      bucketMs,
    }),
    telemetry.segments(scope, { order: 'latest', limit: EXAMPLES }),
    telemetry.segments(scope, { order: 'slowest', limit: EXAMPLES }),
    readRouteErrors({ telemetry, issues }, project, scope),
    renames.of(project.id, coveringBoth(scope.range, before)),
  ])
  const [[stats] = [], releases = [], browsers = [], devices = []] = breakdowns
  // Where there are visits nobody has to be told where to find them.
  const renamedTo = stats === undefined ? await renames.newNames(project.id, scope.range, route) : []
  return {
    renamedTo: renamedTo.slice(0, NEW_NAMES),
    renamedInPart: renamed?.isCut ?? false,
    stats,
    weekBefore,
    series,
    bucketMs,
    releases,
    browsers,
    devices,
    latest,
    slowest,
    errors,
  }
}
