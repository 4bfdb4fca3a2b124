import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { ReleaseTick } from '#stores/records/release-health.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { errorScope } from '#product/events/query/error-scope.ts'
import type { Series } from '#product/issues/query/time-series.ts'
import type { ReleaseHealthQueries } from '#product/releases/query/release-health.ts'
import { LIMITS } from '#domain/limits.ts'

/** A release that was first seen, or (with an environment) one that was deployed there. */
export interface TimelineMark extends ReleaseTick {
  readonly environment: string | undefined
}

export interface OverviewTimeline {
  readonly errors: Series
  /** Oldest first. */
  readonly marks: readonly TimelineMark[]
}

export interface TimelineDeps {
  readonly telemetry: Pick<TelemetryStore, 'timeSeries'>
  readonly records: Pick<RecordStore, 'releases' | 'releaseHealth'>
  readonly releaseHealth: Pick<ReleaseHealthQueries, 'ticks'>
}

const HOUR_MS = 3_600_000
/** Fourteen days are 56 bars: a deploy is seen beside what it did, and a bar is still wide enough on a phone. */
const BUCKET_MS = 6 * HOUR_MS
const DAYS = 14

export async function readTimeline(
  deps: TimelineDeps,
  project: Project,
  now: number,
): Promise<OverviewTimeline> {
  const to = (Math.floor(now / BUCKET_MS) + 1) * BUCKET_MS
  const range = { from: to - DAYS * 24 * HOUR_MS, to }
  const [series, ticks, deploys] = await Promise.all([
    deps.telemetry.timeSeries(errorScope({ projectId: project.id, range }), {
      measure: 'events',
      bucketMs: BUCKET_MS,
    }),
    deps.releaseHealth.ticks(project, range),
    readDeploys(deps.records, project, range),
  ])
  const releases = ticks.map(({ version, at }) => ({ version, at, environment: undefined }))
  const marks = [...releases, ...deploys]
  return {
    errors: { from: range.from, bucketMs: BUCKET_MS, values: series.get('') ?? [] },
    marks: marks.toSorted((one, other) => one.at - other.at),
  }
}

async function readDeploys(
  { releases, releaseHealth }: TimelineDeps['records'],
  { id }: Project,
  { from, to }: TimeRange,
): Promise<readonly TimelineMark[]> {
  const known = await releaseHealth.ofProject(id, LIMITS.overview.releasesWithDeploys)
  const deployed = known.filter(({ deployedAt }) => deployedAt !== undefined && deployedAt >= from)
  const lists = await Promise.all(
    deployed.map(async ({ organizationId, version }) =>
      (await releases.deploys(organizationId, version)).map(({ environment, finishedAt: at }) => ({
        version,
        at,
        environment,
      })),
    ),
  )
  return lists
    .flat()
    .filter(({ at }) => at >= from && at < to)
    .toSorted((one, other) => one.at - other.at)
    .slice(-LIMITS.overview.deploys)
}
