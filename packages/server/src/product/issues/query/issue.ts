import { asOf, type Issue } from '#domain/issues/issue.ts'
import type { IssueCommentRecords, SubscriptionReason } from '#stores/records/issue-comments.ts'
import type { IssueRollups } from '#stores/records/issue-rollups.ts'
import type { FeedbackScope } from '#stores/telemetry/feedback.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { activityOf, everything, type Activity, type Period } from './time-series.ts'
import { readHistory, type HistoryPage, type HistoryStores } from './history.ts'
import { ownersOf, type Owner } from './issue-owners.ts'

export interface IssueReport extends Activity, Owner {
  readonly issue: Issue
  readonly latestEventId: string | undefined
  /** What happened to it beside its events. */
  readonly history: HistoryPage
  readonly comments: number
  /** How often users wrote about its events. */
  readonly feedback: number
  /** Why the reader follows it; undefined: they do not. */
  readonly following: SubscriptionReason | undefined
  readonly followers: readonly string[]
}

const HISTORY_LINES = 50

export interface IssueStores extends HistoryStores {
  readonly rollups: Pick<IssueRollups, 'hours'>
  readonly telemetry: TelemetryStore
  readonly comments: IssueCommentRecords
}

export async function readIssue(
  stores: IssueStores,
  issue: Issue,
  { period, userId }: { readonly period: Period; readonly userId: string | undefined },
  now: number,
): Promise<IssueReport> {
  const { telemetry } = stores
  const [activity, ownerOf, latest, feedback, history, commentCounts, following, followers] =
    await Promise.all([
      activityOf(stores.rollups, [issue], period, now),
      ownersOf(stores, [issue]),
      telemetry.neighbours(issueSpan(issue), 'newest'),
      telemetry.feedback(feedbackOfIssue(issue), { limit: 0 }),
      readHistory(stores, issue, { cursor: undefined, limit: HISTORY_LINES }),
      stores.comments.counts([issue.id]),
      userId === undefined ? undefined : stores.comments.following(issue.id, userId),
      stores.comments.followers(issue.id),
    ])
  return {
    issue: asOf(issue, now),
    ...ownerOf(issue),
    ...activity.get(issue.id)!,
    latestEventId: latest.event,
    history,
    feedback: feedback.total,
    comments: commentCounts.get(issue.id) ?? 0,
    following,
    followers,
  }
}

/** No event of the issue was received outside: the records take note of an event before it is stored. */
export function issueSpan(issue: Pick<Issue, 'id' | 'projectId' | 'firstSeen' | 'lastSeen'>): Scope {
  return { ...issueScope(issue, issue.lastSeen), range: { from: issue.firstSeen, to: issue.lastSeen + 1 } }
}

export function feedbackOfIssue(issue: Issue): FeedbackScope {
  const { projectId, range } = issueSpan(issue)
  return { projectId, issue: { id: issue.id, range } }
}

export function issueScope(issue: Pick<Issue, 'id' | 'projectId'>, now: number): Scope {
  return {
    ...everything(issue.projectId, now),
    where: [{ dimension: 'issue', op: 'is', values: [issue.id] }],
  }
}
