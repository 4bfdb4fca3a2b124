import type { Issue } from '#domain/issues/issue.ts'
import type { SeenRelease } from '#domain/releases/release-order.ts'

export type IssueWithLifecycle = Pick<Issue, 'id' | 'projectId'>

/** What happens to issues by themselves. Each call is one transaction, with a line in every history it changes. */
export interface IssueLifecycleRecords {
  /** The issues whose time has come, those due first; each woke when it was due, however late this is asked. */
  wake(now: number, limit: number): Promise<readonly IssueWithLifecycle[]>
  /** Those of the issues that escalate because the hour was out of proportion. */
  surge(issueIds: readonly string[], hour: number, now: number): Promise<readonly IssueWithLifecycle[]>
  /** The issues that waited for one of these commits are resolved in this release now. */
  released(
    organizationId: string,
    release: SeenRelease,
    commits: readonly string[],
    now: number,
  ): Promise<readonly IssueWithLifecycle[]>
  /** Every known release of a project, in any order. */
  releases(projectId: string): Promise<readonly SeenRelease[]>
  /** The release that has the commit, by at least its first seven digits; of several the one that was first. */
  releaseOf(projectId: string, commit: string): Promise<SeenRelease | undefined>
}
