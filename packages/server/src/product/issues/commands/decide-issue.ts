import { AppError } from '#domain/app-error.ts'
import type { Decision, Resolution, Snooze } from '#domain/issues/lifecycle/lifecycle.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { orderReleases, type SeenRelease } from '#domain/releases/release-order.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** How people say what should become of an issue. */
export type ResolutionRequest =
  | { readonly kind: 'now' }
  | { readonly kind: 'next_release' }
  | { readonly kind: 'release'; readonly release: string }
  | { readonly kind: 'commit'; readonly commit: string }

export type SnoozeRequest =
  | { readonly kind: 'forever' }
  | { readonly kind: 'escalating' }
  | { readonly kind: 'for'; readonly minutes: number }
  | { readonly kind: 'until'; readonly at: number }
  | {
      readonly kind: 'events' | 'users'
      readonly count: number
      readonly withinMinutes?: number | undefined
    }

export type KnownReleases = Pick<RecordStore['lifecycle'], 'releases' | 'releaseOf'>

const MINUTE_MS = 60_000

/** With what has to be known at this moment: which release is the latest, which one has the commit. */
export async function resolving(
  lifecycle: KnownReleases,
  issue: Issue,
  wish: ResolutionRequest,
): Promise<Decision> {
  return { kind: 'resolve', resolution: await resolutionOf(lifecycle, issue, wish) }
}

async function resolutionOf(
  lifecycle: KnownReleases,
  issue: Issue,
  wish: ResolutionRequest,
): Promise<Resolution> {
  if (wish.kind === 'now') return { kind: 'now' }
  if (wish.kind === 'next_release') {
    return { kind: 'next_release', after: orderReleases(await known(lifecycle, issue)).at(-1) ?? null }
  }
  if (wish.kind === 'release') {
    const releases = await known(lifecycle, issue)
    const release = releases.find(({ version }) => version === wish.release)
    if (release !== undefined) return { kind: 'release', release, commit: null }
    throw new AppError('not_found', `Release ${wish.release} not found in this project.`)
  }
  const commit = wish.commit.toLowerCase()
  const release = await lifecycle.releaseOf(issue.projectId, commit)
  return release === undefined ? { kind: 'commit', commit } : { kind: 'release', release, commit }
}

/** Including releases that only the issue itself names. */
async function known(lifecycle: KnownReleases, issue: Issue): Promise<readonly SeenRelease[]> {
  const releases = await lifecycle.releases(issue.projectId)
  const versions = new Set(releases.map(({ version }) => version))
  const own = [
    { version: issue.firstRelease, firstSeen: issue.firstSeen },
    { version: issue.lastRelease, firstSeen: issue.lastSeen },
  ].filter((seen): seen is SeenRelease => seen.version !== undefined && !versions.has(seen.version))
  const distinct = own.filter(
    ({ version }, index) => own.findIndex((seen) => seen.version === version) === index,
  )
  return [...releases, ...distinct]
}

export function ignoring(wish: SnoozeRequest, now: number): Decision {
  return { kind: 'ignore', snooze: snoozeOf(wish, now) }
}

function snoozeOf(wish: SnoozeRequest, now: number): Snooze {
  if (wish.kind === 'forever' || wish.kind === 'escalating') return { kind: wish.kind }
  if (wish.kind === 'for') return { kind: 'until', at: now + wish.minutes * MINUTE_MS }
  if (wish.kind === 'until') {
    if (wish.at > now) return { kind: 'until', at: wish.at }
    throw new AppError('invalid_input', 'An issue can only be ignored until a time in the future.')
  }
  const windowMs = wish.withinMinutes === undefined ? null : wish.withinMinutes * MINUTE_MS
  return { kind: wish.kind, count: wish.count, windowMs, seen: [] }
}

/** A thousand issues of a project ask for the same releases. */
export function askedOnce(lifecycle: KnownReleases): KnownReleases {
  const answers = new Map<string, Promise<readonly SeenRelease[]>>()
  return {
    releases(projectId) {
      const answer = answers.get(projectId) ?? lifecycle.releases(projectId)
      answers.set(projectId, answer)
      return answer
    },
    releaseOf: (projectId, commit) => lifecycle.releaseOf(projectId, commit),
  }
}
