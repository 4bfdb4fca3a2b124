import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { suspectCommits, type Suspect, type SuspectFrame } from '#domain/releases/suspect-commit.ts'
import type { ReleaseRecords } from '#stores/records/records.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import { readIssueEvent, type EventDeps, type EventReport } from '#product/events/query/events.ts'

export interface IssueSuspects {
  /** In which it was first seen. */
  readonly release: string | undefined
  /** How many commits of it are known. */
  readonly commits: number
  readonly suspects: readonly Suspect[]
}

export interface SuspectDeps extends EventDeps {
  readonly releases: Pick<ReleaseRecords, 'commits'>
  readonly health: Pick<ReleaseHealthRecords, 'one'>
}

const MOST_SUSPECTS = 3
/** From the throw outwards; what lies further out had its chance to be the cause of anything. */
const MOST_FRAMES = 10

export async function readSuspects(deps: SuspectDeps, issue: Issue): Promise<IssueSuspects> {
  const version = issue.firstRelease
  const release = version === undefined ? undefined : await deps.health.one(issue.projectId, version)
  if (version === undefined || release === undefined || release.commits === 0) {
    return { release: version, commits: 0, suspects: [] }
  }
  const commits = await deps.releases.commits(release.organizationId, version)
  const report = await oldest(deps, issue)
  const frames = report === undefined ? [] : framesOf(report)
  return {
    release: version,
    commits: commits.length,
    suspects: suspectCommits(frames, commits, MOST_SUSPECTS),
  }
}

async function oldest(deps: SuspectDeps, issue: Issue): Promise<EventReport | undefined> {
  try {
    return await readIssueEvent(deps, issue, 'oldest')
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Of the exception that was thrown last, else of the thread, as their maps name them. */
function framesOf({ event, stacks }: EventReport): readonly SuspectFrame[] {
  const last = event.exceptions.length - 1
  const thrown = event.exceptions[last]?.frames ?? []
  const frames = thrown.length > 0 ? thrown : (event.threads[0]?.frames ?? [])
  const mapped = thrown.length > 0 ? stacks.exceptions[last] : stacks.threads[0]
  return frames
    .map((frame, index): SuspectFrame | undefined => {
      const original = mapped?.[index]?.original
      const shown = original ?? frame
      const path = original?.filename ?? frame.filename
      if (path === undefined || !shown.inApp) return undefined
      return { path, function: shown.function, line: shown.line }
    })
    .filter((frame) => frame !== undefined)
    .toReversed()
    .slice(0, MOST_FRAMES)
}
