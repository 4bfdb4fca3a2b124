import type { Decision } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssuePriority } from '#domain/issues/issue-priority.ts'
import type { IssueStatus, IssueSubstatus } from '#domain/issues/issue-status.ts'

/** What is left out stays. */
export interface IssueChange {
  readonly id: string
  /** Only while what is named here is still as an earlier change left it. */
  readonly revision?: string
  /** The plain form of a decision: resolved now, ignored forever. */
  readonly status?: IssueStatus
  /** Left out, a new status makes it `ongoing`. */
  readonly substatus?: IssueSubstatus
  /** Instead of a status. */
  readonly decision?: Decision
  /** Null: unassigned. A person replaces a team, and a team replaces a person. */
  readonly assigneeId?: string | null
  readonly assigneeTeamId?: string | null
  /** Null: it follows the events again. */
  readonly priority?: IssuePriority | null
}
