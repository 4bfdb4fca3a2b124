import { asOf, type Issue } from '#domain/issues/issue.ts'
import type { IssueCommentRecords, SubscriptionReason } from '#stores/records/issue-comments.ts'
import type { IssueRollups } from '#stores/records/issue-rollups.ts'
import type { Dimension, Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { activityOf, everything, type Activity, type Period } from './time-series.ts'
import { otherEvents, sharesOf } from './issue-comparison.ts'
import { readHistory, type HistoryPage, type HistoryStores } from './history.ts'
import { ownersOf, type Owner } from './issue-owners.ts'
import type { LatestPart } from './latest-part.ts'

export interface Facet {
  readonly key: string
  readonly tag: boolean
  readonly total: number
  readonly values: readonly FacetValue[]
}

export interface FacetValue {
  readonly key: string
  readonly count: number
  readonly latest: number
  /** Which part of the project's other events has it; undefined where there are no others. */
  readonly overall: number | undefined
}

export interface IssueReport extends Activity, Owner {
  readonly issue: Issue
  readonly facets: readonly Facet[]
  readonly latestEventId: string | undefined
  /** What happened to it beside its events. */
  readonly history: HistoryPage
  readonly comments: number
  /** Why the reader follows it; undefined: they do not. */
  readonly following: SubscriptionReason | undefined
  readonly followers: readonly string[]
}

const FACETS = [
  'release',
  'environment',
  'browser',
  'os',
  'device',
  'url',
  'transaction',
  'user',
  'handled',
  'level',
  'sdk',
] as const satisfies readonly Dimension[]

const VALUES_PER_FACET = 5
const TAG_FACETS = 12

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
  const scope = { ...issueScope(issue, now), range: { from: issue.firstSeen, to: now + 1 } }
  const [activity, ownerOf, latest, history, commentCounts, following, followers, facets] = await Promise.all(
    [
      activityOf(stores.rollups, [issue], period, now),
      ownersOf(stores, [issue]),
      telemetry.page(scope, { limit: 1 }),
      readHistory(stores, issue, { cursor: undefined, limit: HISTORY_LINES }),
      stores.comments.counts([issue.id]),
      userId === undefined ? undefined : stores.comments.following(issue.id, userId),
      stores.comments.followers(issue.id),
      facetsOf(telemetry, scope, await otherEvents(telemetry, issue)),
    ],
  )
  return {
    issue: asOf(issue, now),
    ...ownerOf(issue),
    ...activity.get(issue.id)!,
    facets,
    latestEventId: latest.events[0]?.eventId,
    history,
    comments: commentCounts.get(issue.id) ?? 0,
    following,
    followers,
  }
}

export function issueScope(issue: Pick<Issue, 'id' | 'projectId'>, now: number): Scope {
  return {
    ...everything(issue.projectId, now),
    where: [{ dimension: 'issue', op: 'is', values: [issue.id] }],
  }
}

async function facetsOf(
  telemetry: TelemetryStore,
  scope: Scope,
  others: LatestPart,
): Promise<readonly Facet[]> {
  const tags = await telemetry.tagKeys(scope, TAG_FACETS)
  const asked: ReadonlyArray<{ key: string; by: Dimension; tag: boolean }> = [
    ...FACETS.map((key) => ({ key, by: key, tag: false })),
    ...tags.map(({ key }) => ({ key, by: { tag: key }, tag: true })),
  ]
  const facets = await Promise.all(
    asked.map(async ({ key, by, tag }) => {
      const { total, values } = await telemetry.breakdown(scope, {
        by,
        measure: 'events',
        limit: VALUES_PER_FACET,
      })
      const overall = await sharesOf(
        telemetry,
        others,
        by,
        values.map((value) => value.key),
      )
      return {
        key,
        tag,
        total,
        values: values.map((value) => Object.assign(value, { overall: overall(value.key) })),
      }
    }),
  )
  return facets.filter((facet) => facet.values.length > 0)
}
