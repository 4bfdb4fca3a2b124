import type { Issue } from '#domain/issues/issue.ts'
import type { LiveHub } from './live-hub.ts'

/** Notifies other open pages of the change, with one message per project because each has its own readers. */
export function announceIssues(
  hub: Pick<LiveHub, 'publish'>,
  issues: ReadonlyArray<Pick<Issue, 'id' | 'projectId'>>,
): void {
  for (const [projectId, changed] of Map.groupBy(issues, (issue) => issue.projectId)) {
    hub.publish({ type: 'issues', projectId, issueIds: changed.map(({ id }) => id) })
  }
}
