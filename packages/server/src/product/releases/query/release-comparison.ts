import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { shortIdOf, type Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import { orderReleases, parseRelease } from '#domain/releases/release-order.ts'
import { verdictOf, type ReleaseFacts, type Verdict } from '#domain/releases/release-verdict.ts'
import { NO_SESSIONS } from '#domain/releases/session.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { ProjectRelease, ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export interface ComparedIssue extends Pick<
  Issue,
  'id' | 'title' | 'culprit' | 'level' | 'status' | 'substatus'
> {
  readonly shortId: string
}

export interface ReleaseComparison {
  readonly release: ReleaseFacts & Pick<ProjectRelease, 'firstEvent' | 'lastEvent'>
  readonly against: (ReleaseFacts & Pick<ProjectRelease, 'firstEvent' | 'lastEvent'>) | undefined
  readonly verdict: Verdict
  /** Every issue that the verdict names and that is still there. */
  readonly issues: ReadonlyMap<string, ComparedIssue>
}

export interface ComparisonDeps {
  readonly releases: Pick<ReleaseHealthRecords, 'heard' | 'one' | 'issues'>
  readonly issues: Pick<IssueRecords, 'byIds'>
  readonly telemetry: Pick<TelemetryStore, 'breakdown' | 'sessionCounts'>
}

const HOUR_MS = 3_600_000
/** Of one kind: a verdict that lists more is not read. */
const MOST_ISSUES = 500
/** Issues whose events are compared, those with the most. */
const COMPARED_ISSUES = 2_000
const MOST_RELEASES = 1_000

/** Without `against`: the previous known release. */
export async function compareRelease(
  deps: ComparisonDeps,
  project: Project,
  version: string,
  against: string | undefined,
  now: number,
): Promise<ReleaseComparison> {
  const release = await releaseOf(deps, project, version)
  const other =
    against === undefined
      ? await previousRelease(deps, project, release)
      : await releaseOf(deps, project, against)
  const [facts, before, issues] = await Promise.all([
    factsOf(deps, project, release, now),
    other && factsOf(deps, project, other, now),
    deps.releases.issues(project.id, version, MOST_ISSUES),
  ])
  const verdict = verdictOf({ release: facts, before, ...issues })
  const shown: Verdict = {
    ...verdict,
    worse: verdict.worse.slice(0, MOST_ISSUES),
    better: verdict.better.slice(0, MOST_ISSUES),
  }
  return {
    release: { ...facts, firstEvent: release.firstEvent, lastEvent: release.lastEvent },
    against: before && other && { ...before, firstEvent: other.firstEvent, lastEvent: other.lastEvent },
    verdict: shown,
    issues: await describe(deps.issues, project, shown),
  }
}

export async function releaseOf(
  { releases }: { readonly releases: Pick<ReleaseHealthRecords, 'one'> },
  project: Project,
  version: string,
): Promise<ProjectRelease> {
  const release = await releases.one(project.id, version)
  if (release === undefined) {
    throw new AppError('not_found', `Release “${version}” not found in this project.`)
  }
  return release
}

/** Of the same package if there is one, because others are not comparable. */
export async function previousRelease(
  { releases }: Pick<ComparisonDeps, 'releases'>,
  project: Project,
  { version }: Pick<ProjectRelease, 'version'>,
): Promise<ProjectRelease | undefined> {
  const known = orderReleases(await releases.heard(project.id, MOST_RELEASES))
  const place = known.findIndex((release) => release.version === version)
  const earlier = known
    .slice(0, Math.max(place, 0))
    .filter(({ firstEvent }) => firstEvent !== undefined)
    .toReversed()
  const own = parseRelease(version)
  const previous =
    earlier.find((release) => parseRelease(release.version).package === own.package) ?? earlier[0]
  return previous && releases.one(project.id, previous.version)
}

async function factsOf(
  { telemetry }: ComparisonDeps,
  project: Project,
  { version, firstEvent, lastEvent, firstSeen }: ProjectRelease,
  now: number,
): Promise<ReleaseFacts> {
  const from = firstEvent ?? firstSeen
  // Its last time is written with a delay.
  const to = Math.min(now, (lastEvent ?? now) + 5 * LIMITS.release.sightingMs) + 1
  const scope = {
    projectId: project.id,
    range: { from, to },
    where: [{ dimension: 'release', op: 'is', values: [version] }] as const,
  }
  const [{ total, values }, sessions] = await Promise.all([
    telemetry.breakdown(scope, { by: 'issue', measure: 'events', limit: COMPARED_ISSUES }),
    // A page may have been open for a while before it reported its release.
    telemetry.sessionCounts(
      { projectId: project.id, range: { from: from - 24 * HOUR_MS, to }, releases: [version] },
      { limit: 1 },
    ),
  ])
  return {
    version,
    sessions: sessions.get(version) ?? NO_SESSIONS,
    events: total,
    hours: lastEvent === undefined ? 0 : (lastEvent - from) / HOUR_MS,
    issueEvents: new Map(values.map(({ key, count }) => [key, count])),
  }
}

async function describe(
  issues: Pick<IssueRecords, 'byIds'>,
  project: Project,
  { appeared, cameBack, resolved, worse, better }: Verdict,
): Promise<ReadonlyMap<string, ComparedIssue>> {
  const trends = [...worse, ...better].map(({ issueId }) => issueId)
  const ids = [...new Set([...appeared, ...cameBack, ...resolved, ...trends])]
  const found = ids.length === 0 ? [] : await issues.byIds(ids)
  return new Map(
    found.map(({ id, number, title, culprit, level, status, substatus }) => [
      id,
      { id, shortId: shortIdOf(project.slug, number), title, culprit, level, status, substatus },
    ]),
  )
}
