import type { InferOutput } from 'valibot'
import type { SentryCommitInput, sentryUpdateRelease } from '@hindcast/contract/sentry/releases.ts'
import type { ReleaseChange } from '#product/releases/commands/releases.ts'
import { AppError } from '#domain/app-error.ts'
import type { Commit } from '#domain/releases/release.ts'

type Body = InferOutput<(typeof sentryUpdateRelease)['body']>

/** What the body says of a release, but its projects. Tools send null for what they do not know. */
export function releaseChange(body: Body): Omit<ReleaseChange, 'projects'> {
  return {
    url: body.url ?? undefined,
    ref: body.ref ?? body.refs?.[0]?.commit,
    status: body.status ?? undefined,
    startedAt: momentOf('dateStarted', body.dateStarted),
    releasedAt: momentOf('dateReleased', body.dateReleased),
    commits: commitsOf(body),
  }
}

/** Only the newest commit of a ref is known: there is no repository here to ask for those before it. */
function commitsOf({ commits, refs }: Body): readonly Commit[] | undefined {
  if (commits !== null && commits !== undefined) return commits.map(commitOf)
  return refs?.map(({ repository, commit }) => commitOf({ id: commit, repository }))
}

function commitOf(commit: InferOutput<typeof SentryCommitInput>): Commit {
  return {
    id: commit.id,
    repository: commit.repository ?? '',
    authorName: commit.author_name ?? undefined,
    authorEmail: commit.author_email ?? undefined,
    message: commit.message ?? undefined,
    at: momentOf('timestamp', commit.timestamp),
    files: commit.patch_set ?? [],
  }
}

export function momentOf(name: string, text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new AppError('invalid_input', `${name}: must be a time such as 2026-11-15T12:00:00Z.`)
  return at
}
