import type { Release } from '#domain/releases/release.ts'

/** A release seen in traffic. */
export interface ReleaseSighting {
  readonly projectId: string
  readonly version: string
  readonly firstAt: number
  readonly lastAt: number
}

/** A release as one of its projects knows it. */
export interface ProjectRelease extends Omit<Release, 'projectIds'> {
  /** Undefined if it was created and has no events yet. */
  readonly firstEvent: number | undefined
  readonly lastEvent: number | undefined
  /** The earlier of announcement and traffic: what the order of versions without numbers goes by. */
  readonly firstSeen: number
  readonly commits: number
  readonly deploys: number
  /** The latest deploy. */
  readonly deployedAt: number | undefined
  /** Issues that were first seen in it. */
  readonly newIssues: number
  /** Source maps that were uploaded for it. */
  readonly maps: number
}

/** Issues by what a release has to do with them; decimal ids, the latest first. */
export interface ReleaseIssues {
  /** First seen in it. */
  readonly appeared: readonly string[]
  /** Were resolved, and came back in it. */
  readonly cameBack: readonly string[]
  /** Are resolved in it. */
  readonly resolved: readonly string[]
}

export interface ReleaseTick {
  readonly version: string
  readonly at: number
}

/** Enough to put releases in order. */
export type HeardRelease = Pick<ProjectRelease, 'version' | 'firstSeen' | 'firstEvent'>

export interface ReleaseHealthRecords {
  /** Makes what is new a release, and moves its first and last moment. Doing it again changes nothing. */
  recordSeen(sightings: readonly ReleaseSighting[]): Promise<void>
  /** The latest by first sight. */
  ofProject(projectId: string, limit: number): Promise<readonly ProjectRelease[]>
  /** The same without what has to be counted. */
  heard(projectId: string, limit: number): Promise<readonly HeardRelease[]>
  one(projectId: string, version: string): Promise<ProjectRelease | undefined>
  issues(projectId: string, version: string, limit: number): Promise<ReleaseIssues>
  /** When releases were first seen within the range, oldest first: of a project with too many of them the latest. */
  ticks(
    projectId: string,
    range: { readonly from: number; readonly to: number },
    limit: number,
  ): Promise<readonly ReleaseTick[]>
}
