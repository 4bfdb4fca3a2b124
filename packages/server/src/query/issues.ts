import type { Issue } from '#domain/issue.ts'
import type { Project } from '#domain/project.ts'
import type { IssueFilter, IssueRecords, IssueSort } from '#stores/records.ts'
import type { TelemetryStore } from '#stores/telemetry.ts'
import { activityOf, type Activity, type Period } from './activity.ts'
import { parseIssueSearch } from './issue-search.ts'

export interface IssueRow extends Activity {
  readonly issue: Issue
}

export interface IssuePage {
  readonly rows: readonly IssueRow[]
  readonly next: string | undefined
  readonly total: number
}

export interface IssueListOptions {
  readonly query: string
  readonly sort: IssueSort
  readonly period: Period
  readonly cursor: string | undefined
  readonly limit: number
}

export async function listIssues(
  stores: { readonly issues: IssueRecords; readonly telemetry: TelemetryStore },
  project: Project,
  options: IssueListOptions,
  now: number,
): Promise<IssuePage> {
  const filter = filterOf(project, options.query)
  const [page, total] = await Promise.all([
    stores.issues.page(filter, {
      sort: options.sort,
      limit: options.limit,
      ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
    }),
    stores.issues.count(filter),
  ])
  const activity = await activityOf(stores.telemetry, project.id, page.issues, options.period, now)
  return {
    rows: page.issues.map((issue) => ({ issue, ...activity.get(issue.id)! })),
    next: page.next,
    total,
  }
}

function filterOf(project: Project, query: string): IssueFilter {
  const search = parseIssueSearch(query)
  return {
    projectIds: [project.id],
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.level === undefined ? {} : { level: search.level }),
    ...(search.words.length === 0 ? {} : { words: search.words }),
  }
}
