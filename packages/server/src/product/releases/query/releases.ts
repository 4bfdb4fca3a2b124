import { AppError } from '#domain/app-error.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { Commit, Deploy, Release } from '#domain/releases/release.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface ReleaseReport {
  readonly release: Release
  /** In the reported order, which is latest first. */
  readonly commits: readonly Commit[]
  readonly deploys: readonly Deploy[]
  /** Issues that were first seen in it, in all of its projects. */
  readonly newIssues: number
  readonly firstEvent: number | undefined
  readonly lastEvent: number | undefined
}

export interface ReleaseQueries {
  list(
    organization: Organization,
    options: {
      readonly project: Project | undefined
      /** Only versions that have it in them, whatever its case; empty: all. */
      readonly query?: string
      readonly cursor: string | undefined
      readonly limit: number
    },
  ): Promise<{ readonly releases: readonly ReleaseReport[]; readonly next: string | undefined }>
  /** `not_found` also where it is not one of the project's. */
  one(organization: Organization, project: Project | undefined, version: string): Promise<ReleaseReport>
  previousWithCommits(organization: Organization, version: string): Promise<ReleaseReport | undefined>
}

export function createReleaseQueries({
  releases,
  releaseHealth,
}: Pick<RecordStore, 'releases' | 'releaseHealth'>): ReleaseQueries {
  async function report(release: Release): Promise<ReleaseReport> {
    const { organizationId, version } = release
    const commits = await releases.commits(organizationId, version)
    const seen = await Promise.all(release.projectIds.map((id) => releaseHealth.one(id, version)))
    const moments = (pick: 'firstEvent' | 'lastEvent') =>
      seen.map((one) => one?.[pick]).filter((moment) => moment !== undefined)
    return {
      release,
      commits,
      deploys: await releases.deploys(organizationId, version),
      newIssues: seen.reduce((sum, one) => sum + (one?.newIssues ?? 0), 0),
      firstEvent: earliest(moments('firstEvent')),
      lastEvent: latest(moments('lastEvent')),
    }
  }

  return {
    async list({ id }, { project, query = '', cursor, limit }) {
      const page = await releases.list(id, {
        limit,
        ...(project !== undefined && { projectId: project.id }),
        ...(query !== '' && { query }),
        ...(cursor !== undefined && { cursor }),
      })
      return { releases: await Promise.all(page.releases.map(report)), next: page.next }
    },
    async one({ id }, project, version) {
      const release = await releases.byVersion(id, version)
      if (release === undefined || (project !== undefined && !release.projectIds.includes(project.id))) {
        throw new AppError('not_found', 'Release not found.')
      }
      return report(release)
    },
    async previousWithCommits({ id }, version) {
      const release = await releases.previousWithCommits(id, version)
      return release && report(release)
    },
  }
}

function earliest(moments: readonly number[]): number | undefined {
  return moments.length === 0 ? undefined : Math.min(...moments)
}

function latest(moments: readonly number[]): number | undefined {
  return moments.length === 0 ? undefined : Math.max(...moments)
}
