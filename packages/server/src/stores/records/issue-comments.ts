import type { IssueActivity } from '#domain/issues/issue-activity.ts'

export const SUBSCRIPTION_REASONS = ['chosen', 'assigned', 'commented', 'resolved'] as const
export type SubscriptionReason = (typeof SUBSCRIPTION_REASONS)[number]

/** Comments on an issue, and who follows it. */
export interface IssueCommentRecords {
  /** A history entry. The author of a comment follows the issue. */
  comment(issueId: string, personId: string, text: string, now: number): Promise<IssueActivity>
  /** `not_found` unless it is a comment of theirs on this issue. */
  edit(issueId: string, id: string, personId: string, text: string, now: number): Promise<IssueActivity>
  remove(issueId: string, id: string, personId: string): Promise<void>
  /** Counts by issue; issues without any are left out. */
  counts(issueIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Chosen for good: who leaves is not brought back by what happens later. */
  follow(issueId: string, userId: string, active: boolean): Promise<void>
  /** Why they follow it; undefined: they do not. */
  following(issueId: string, userId: string): Promise<SubscriptionReason | undefined>
  /** The users who follow an issue. */
  followers(issueId: string): Promise<readonly string[]>
}

export interface ActivityRecords {
  /** Latest first; `before`: those that come after this line; `kind`: only those of this kind. */
  ofIssue(
    issueId: string,
    limit: number,
    before?: Pick<IssueActivity, 'id' | 'at'>,
    kind?: IssueActivity['kind'],
  ): Promise<readonly IssueActivity[]>
}
