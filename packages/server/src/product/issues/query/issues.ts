import { asOf, type Issue } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Searched } from '#stores/telemetry/event-search.ts'
import type { IssueRollups } from '#stores/records/issue-rollups.ts'
import type { IssueSort } from '#stores/records/records.ts'
import { activityOf, type Activity, type Period } from './time-series.ts'
import { ownersOf, type Owner, type OwnerStores } from './issue-owners.ts'
import { planFor, type SearchRequest, type RequesterStores } from '#product/search/query/requester.ts'
import { selectIssues, type IssueStores } from '#product/search/query/select-issues.ts'

export type { IssueSort } from '#stores/records/records.ts'

export interface IssueRow extends Activity, Owner {
  readonly issue: Issue
}

export interface IssuePage {
  readonly rows: readonly IssueRow[]
  readonly next: string | undefined
  readonly total: number
  /** How far events were looked through for words; undefined where all of them were. */
  readonly searched: Searched | undefined
}

export interface IssueListOptions extends SearchRequest {
  readonly sort: IssueSort
  readonly period: Period
  readonly cursor: string | undefined
  readonly limit: number
  /** Events that a search for words looks at. */
  readonly reach?: number | undefined
}

export async function listIssues(
  stores: IssueStores & OwnerStores & RequesterStores & { readonly rollups: Pick<IssueRollups, 'hours'> },
  project: Project,
  options: IssueListOptions,
  now: number,
): Promise<IssuePage> {
  const plan = await planFor(stores, project, options, 'issues', now)
  const { filter, searched } = await selectIssues(stores, project.id, plan, { now, budget: options.reach })
  const { sort, cursor, limit } = options
  const page = await stores.issues.page(filter, {
    sort,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const [total, activity, ownerOf] = await Promise.all([
    stores.issues.count(filter),
    activityOf(stores.rollups, page.issues, options.period, now),
    ownersOf(stores, page.issues),
  ])
  return {
    rows: page.issues.map((issue) => ({
      issue: asOf(issue, now),
      ...ownerOf(issue),
      ...activity.get(issue.id)!,
    })),
    next: page.next,
    total,
    searched,
  }
}
