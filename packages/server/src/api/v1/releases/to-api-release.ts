import type * as wire from '@hindcast/contract/releases/releases.ts'
import type { Commit, Deploy } from '#domain/releases/release.ts'
import { crashFreeSessions, crashFreeUsers, type SessionCounts } from '#domain/releases/session.ts'
import type { ReleaseLine, ReleaseList } from '#product/releases/query/release-list.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'

export function toApiSessionHealth(counts: SessionCounts): wire.SessionHealth {
  return {
    ...counts,
    crashFreeSessions: crashFreeSessions(counts) ?? null,
    crashFreeUsers: crashFreeUsers(counts) ?? null,
  }
}

export function toApiReleaseSummary(
  release: ReleaseLine,
  { from, bucketMs }: Pick<ReleaseList, 'from' | 'bucketMs'>,
): wire.ReleaseSummary {
  const { adoption } = release
  return {
    version: release.version,
    status: release.status,
    createdAt: iso(release.firstSeen),
    releasedAt: isoOrNull(release.releasedAt),
    firstEvent: isoOrNull(release.firstEvent),
    lastEvent: isoOrNull(release.lastEvent),
    url: release.url ?? null,
    adoption: { ...adoption, sessions: adoption.sessions ?? null, users: adoption.users ?? null },
    health: toApiSessionHealth(release.health),
    series: { from: iso(from), bucketSeconds: bucketMs / 1000, values: [...release.days] },
    newIssues: release.newIssues,
    commits: release.commits,
    deploys: release.deploys,
    deployedAt: isoOrNull(release.deployedAt),
    maps: release.maps,
  }
}

export function toApiCommit({ files, ...commit }: Commit): wire.CommitView {
  return { ...commitHead(commit), files: [...files] }
}

export function commitHead(commit: Omit<Commit, 'files'>): Omit<wire.CommitView, 'files'> {
  const { authorName, authorEmail } = commit
  const isSigned = authorName !== undefined || authorEmail !== undefined
  return {
    id: commit.id,
    repository: commit.repository,
    author: isSigned ? { name: authorName ?? null, email: authorEmail ?? null } : null,
    message: commit.message ?? null,
    at: isoOrNull(commit.at),
  }
}

export function toApiDeploy(deploy: Deploy): wire.DeployView {
  return {
    id: deploy.id,
    environment: deploy.environment,
    name: deploy.name ?? null,
    url: deploy.url ?? null,
    startedAt: isoOrNull(deploy.startedAt),
    finishedAt: iso(deploy.finishedAt),
  }
}
