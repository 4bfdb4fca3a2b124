import { getIssue, listIssues, updateIssue } from '@hindcast/contract/issues.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { issueDetail, issueSummary } from './issue-wire.ts'

export function serveIssues(serve: Serve, { access, commands, queries }: ApiDeps): void {
  serve(listIssues, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const page = await queries.issues(project, { ...query, cursor: query.cursor || undefined })
    return {
      issues: page.rows.map((row) => issueSummary(row, project)),
      next: page.next ?? null,
      total: page.total,
    }
  })

  serve(getIssue, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    return issueDetail(await queries.issue(issue, query.period), project)
  })

  serve(updateIssue, async ({ principal, params, body }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const changed = await commands.updateIssueStatus(issue, body.status)
    return issueDetail(await queries.issue(changed, '24h'), project)
  })
}
