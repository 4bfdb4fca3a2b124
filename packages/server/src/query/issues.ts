import { asOf, type Issue } from '#domain/issue.ts'
import type { Project } from '#domain/project.ts'
import type { IssueSort as RecordSort } from '#stores/records.ts'
import { activityOf, type Activity, type Period } from './activity.ts'
import { criteriaOf } from './issue-criteria.ts'
import { ownersOf, type Owner, type OwnerStores } from './issue-owners.ts'
import { pageByUsers } from './issue-ranking.ts'
import { parseIssueSearch } from './issue-search.ts'
import { selectIssues, type IssueStores } from './issue-selection.ts'

export type IssueSort = RecordSort | 'users'

export interface IssueRow extends Activity, Owner {
  readonly issue: Issue
}

export interface IssuePage {
  readonly rows: readonly IssueRow[]
  readonly next: string | undefined
  readonly total: number
}

export interface IssueListOptions {
  readonly query: string
  /** Who `assigned:me` is; undefined for a token. */
  readonly userId: string | undefined
  readonly sort: IssueSort
  readonly period: Period
  readonly cursor: string | undefined
  readonly limit: number
}

export async function listIssues(
  stores: IssueStores & OwnerStores,
  project: Project,
  options: IssueListOptions,
  now: number,
): Promise<IssuePage> {
  const criteria = await criteriaOf(parseIssueSearch(options.query), {
    userId: options.userId,
    members: () => stores.people.members([project.organizationId]),
  })
  const filter = await selectIssues(stores, project.id, criteria, now)
  const { sort, cursor, limit } = options
  const page =
    sort === 'users'
      ? await pageByUsers(stores, project.id, filter, { cursor, limit }, now)
      : await stores.issues.page(filter, { sort, limit, ...(cursor === undefined ? {} : { cursor }) })
  const [total, activity, ownerOf] = await Promise.all([
    stores.issues.count(filter),
    activityOf(stores.telemetry, project.id, page.issues, options.period, now),
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
  }
}
