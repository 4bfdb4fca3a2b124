import type { Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Commit, Deploy } from '#domain/releases/release.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { ReleaseTick } from '#stores/records/release-health.ts'
import type { EventDeps } from '#product/events/query/events.ts'
import { readSuspects, type IssueSuspects } from '#product/issues/query/issue-suspects.ts'
import { compareRelease, previousRelease, releaseOf, type ReleaseComparison } from './release-comparison.ts'
import { readSessionGroups, type SessionGroup, type SessionGroupsAsk } from './session-groups.ts'
import { listReleases, withHealth, type ReleaseLine, type ReleaseList } from './release-list.ts'

export interface ReleaseDetail extends Pick<ReleaseList, 'from' | 'bucketMs'> {
  readonly release: ReleaseLine
  /** In the reported order, which is latest first. */
  readonly commits: readonly Commit[]
  /** Latest first. */
  readonly deploys: readonly Deploy[]
  readonly previous: string | undefined
}

/** How releases fare, as one project sees them. */
export interface ReleaseHealthQueries {
  list(project: Project, limit: number): Promise<ReleaseList>
  one(project: Project, version: string): Promise<ReleaseDetail>
  verdict(project: Project, version: string, against: string | undefined): Promise<ReleaseComparison>
  sessionGroups(project: Project, asked: SessionGroupsAsk): Promise<readonly SessionGroup[]>
  suspects(issue: Issue): Promise<IssueSuspects>
  ticks(
    project: Project,
    range: { readonly from: number; readonly to: number },
  ): Promise<readonly ReleaseTick[]>
}

/** A chart with more of them is a barcode. */
const MOST_TICKS = 40

export function createReleaseHealthQueries(
  deps: EventDeps & {
    readonly records: Pick<RecordStore, 'releases' | 'releaseHealth' | 'issues'>
    readonly now: () => number
  },
): ReleaseHealthQueries {
  const { records, telemetry, now } = deps
  const health = { releases: records.releaseHealth, issues: records.issues, telemetry }
  return {
    list: (project, limit) => listReleases(health, project, limit, now()),
    async one(project, version) {
      const found = await releaseOf(health, project, version)
      const [{ releases, ...shown }, previous, commits, deploys] = await Promise.all([
        withHealth(telemetry, project.id, [found], now()),
        previousRelease(health, project, found),
        records.releases.commits(found.organizationId, version),
        records.releases.deploys(found.organizationId, version),
      ])
      return { ...shown, release: releases[0]!, previous: previous?.version, commits, deploys }
    },
    verdict: (project, version, against) => compareRelease(health, project, version, against, now()),
    sessionGroups: (project, asked) => readSessionGroups(telemetry, project, asked),
    suspects: (issue) =>
      readSuspects({ ...deps, releases: records.releases, health: records.releaseHealth }, issue),
    ticks: (project, range) => records.releaseHealth.ticks(project.id, range, MOST_TICKS),
  }
}
