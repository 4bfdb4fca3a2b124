import type { Project } from '#domain/projects/project.ts'
import { orderReleases } from '#domain/releases/release-order.ts'
import { NO_SESSIONS, type SessionCounts } from '#domain/releases/session.ts'
import type { ProjectRelease, ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { adoptions, type Adoption } from './release-adoption.ts'

export interface ReleaseLine extends ProjectRelease {
  readonly adoption: Adoption
  /** Of the days that are shown. */
  readonly health: SessionCounts
  /** Sessions per day. */
  readonly days: readonly number[]
}

export interface ReleaseList {
  /** Newest first, in the order of their versions. */
  readonly releases: readonly ReleaseLine[]
  readonly from: number
  readonly bucketMs: number
  /** There are more than are shown. */
  readonly more: boolean
}

const DAY_MS = 86_400_000
const DAYS = 14

export interface ReleaseListDeps {
  readonly releases: Pick<ReleaseHealthRecords, 'ofProject' | 'one'>
  readonly telemetry: Pick<TelemetryStore, 'sessionCounts' | 'sessionHistory'>
}

export async function listReleases(
  { releases, telemetry }: ReleaseListDeps,
  project: Project,
  limit: number,
  now: number,
): Promise<ReleaseList> {
  const found = await releases.ofProject(project.id, limit + 1)
  const shown = orderReleases(found.slice(0, limit)).toReversed()
  return { ...(await withHealth(telemetry, project.id, shown, now)), more: found.length > limit }
}

export async function withHealth(
  telemetry: ReleaseListDeps['telemetry'],
  projectId: string,
  shown: readonly ProjectRelease[],
  now: number,
): Promise<Omit<ReleaseList, 'more'>> {
  const to = (Math.floor(now / DAY_MS) + 1) * DAY_MS
  const range = { from: to - DAYS * DAY_MS, to }
  const limit = MOST_RELEASES
  const usersOf = shown.map(({ version }) => version)
  const [lastDay, history] = await Promise.all([
    telemetry.sessionCounts({ projectId, range: { from: now - DAY_MS, to: now + 1 } }, { limit }),
    telemetry.sessionHistory({ projectId, range }, { limit, bucketMs: DAY_MS, usersOf }),
  ])
  const adoptionOf = adoptions(lastDay, history)
  const nothing = Array.from({ length: DAYS }, () => 0)
  return {
    from: range.from,
    bucketMs: DAY_MS,
    releases: shown.map((release) => ({
      ...release,
      adoption: adoptionOf(release.version),
      health: history.get(release.version)?.counts ?? NO_SESSIONS,
      days: history.get(release.version)?.buckets.map(({ sessions }) => sessions) ?? nothing,
    })),
  }
}

/** With sessions in the days that are shown. */
const MOST_RELEASES = 10_000
