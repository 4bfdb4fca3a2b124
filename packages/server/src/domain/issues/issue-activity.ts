import type { IssuePriority } from './issue-priority.ts'

/**
 * Types of issue activity. `mapped`: its events became readable. `moved_…`: events moved here from another issue, or
 * away. `merged`: another issue was merged into it; `split_…`: it was unmerged from another issue, or another from
 * it. Automatic changes (`regressed`, `woke`, `escalated`, `fixed_in`) have no person.
 */
export const ACTIVITY_KINDS = [
  'mapped',
  'moved_in',
  'moved_out',
  'merged',
  'split_out',
  'split_off',
  'resolved',
  'ignored',
  'reopened',
  'regressed',
  'woke',
  'escalated',
  'fixed_in',
  'assigned',
  'unassigned',
  'priority',
  'comment',
] as const
export type IssueActivityKind = (typeof ACTIVITY_KINDS)[number]

/** What else there is to say of a line; which fields are there depends on its kind. */
export interface IssueActivityData {
  /** `resolved`: how. `ignored`: until when. `woke`: why. */
  readonly how?: string
  /** `resolved`, `regressed`, `fixed_in`. */
  readonly release?: string
  readonly commit?: string
  /** `ignored`: until then. */
  readonly until?: number
  readonly count?: number
  readonly windowMs?: number
  readonly assigneeId?: string
  readonly assigneeTeamId?: string
  /** Null: it follows the events again. */
  readonly priority?: IssuePriority | null
  /** `comment`. */
  readonly text?: string
  readonly editedAt?: number
}

/** A line in the history of an issue. */
export interface IssueActivity {
  /** Decimal digits; a later line has the higher. */
  readonly id: string
  readonly at: number
  readonly kind: IssueActivityKind
  readonly events: number
  /** The other issue, by its number within the project; it may be gone by now. */
  readonly otherIssue: number | undefined
  /** The issue that the number leads to now, which is another one once it was merged; undefined: gone. */
  readonly otherIssueId: string | undefined
  /** The person; undefined for the system, a token or a removed member. */
  readonly personId: string | undefined
  readonly data: IssueActivityData
}
