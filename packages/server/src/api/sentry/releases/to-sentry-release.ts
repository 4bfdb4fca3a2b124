import type { InferOutput } from 'valibot'
import type * as wire from '@hindcast/contract/sentry/releases.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Commit, Deploy, Release } from '#domain/releases/release.ts'
import type { ReleaseReport } from '#product/releases/query/releases.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'

export function sentryReleaseDetail(
  { release, commits, deploys, newIssues, firstEvent, lastEvent }: ReleaseReport,
  projects: readonly Project[],
): InferOutput<typeof wire.SentryRelease> {
  const [lastCommit, lastDeploy] = [commits[0], deploys[0]]
  return {
    id: release.version,
    version: release.version,
    shortVersion: release.version.replace(/^.*@/, ''),
    status: release.status,
    ref: release.ref ?? null,
    url: release.url ?? null,
    dateCreated: iso(release.createdAt),
    dateStarted: isoOrNull(release.startedAt),
    dateReleased: isoOrNull(release.releasedAt),
    data: {},
    newGroups: newIssues,
    owner: null,
    authors: authorsOf(commits),
    commitCount: commits.length,
    lastCommit: lastCommit === undefined ? null : latest(lastCommit, release),
    deployCount: deploys.length,
    lastDeploy: lastDeploy === undefined ? null : sentryDeploy(lastDeploy),
    firstEvent: isoOrNull(firstEvent),
    lastEvent: isoOrNull(lastEvent),
    projects: projects
      .filter(({ id }) => release.projectIds.includes(id))
      .map(({ id, slug, name, platform = null }) => ({
        id: Number(id),
        slug,
        name,
        platform,
        platforms: platform === null ? [] : [platform],
      })),
    versionInfo: versionInfo(release.version),
  }
}

/** `shop@1.4.2` is version 1.4.2 of a package. */
function versionInfo(version: string) {
  const at = version.lastIndexOf('@')
  const raw = version.slice(at + 1)
  return {
    package: at > 0 ? version.slice(0, at) : null,
    version: { raw },
    description: raw,
    buildHash: /^[0-9a-f]{12,40}$/i.test(raw) ? raw : null,
  }
}

/** Each once; of a ref, which has no author, nothing. */
function authorsOf(commits: readonly Commit[]): InferOutput<typeof wire.SentryAuthor>[] {
  const authors = new Map<string, InferOutput<typeof wire.SentryAuthor>>()
  for (const { authorName, authorEmail } of commits) {
    const key = authorEmail ?? authorName
    if (key !== undefined) authors.set(key, { name: authorName ?? null, email: authorEmail ?? null })
  }
  return [...authors.values()]
}

export function sentryCommit(commit: Commit): InferOutput<typeof wire.SentryCommit> {
  const { authorName, authorEmail } = commit
  const isSigned = authorName !== undefined || authorEmail !== undefined
  return {
    id: commit.id,
    message: commit.message ?? null,
    dateCreated: isoOrNull(commit.at),
    repository: { name: commit.repository },
    author: isSigned ? { name: authorName ?? null, email: authorEmail ?? null } : null,
  }
}

/** Tools need a time and an author of it. */
function latest(commit: Commit, { createdAt }: Release) {
  const { dateCreated, author, ...rest } = sentryCommit(commit)
  return {
    ...rest,
    dateCreated: dateCreated ?? iso(createdAt),
    author: author ?? { name: null, email: null },
  }
}

export function sentryDeploy(deploy: Deploy): InferOutput<typeof wire.SentryDeploy> {
  return {
    id: deploy.id,
    environment: deploy.environment,
    name: deploy.name ?? null,
    url: deploy.url ?? null,
    dateStarted: isoOrNull(deploy.startedAt),
    dateFinished: iso(deploy.finishedAt),
  }
}
