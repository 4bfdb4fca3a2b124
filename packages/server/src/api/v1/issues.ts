import { getIssue, issueFacets, listIssues, updateIssue, updateIssues } from '@hindcast/contract/issues.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps } from '../deps.ts'
import { present } from '../present.ts'
import type { Serve } from '../serve.ts'
import { announceIssues } from './announce-issues.ts'
import { issueDetail, issueSummary } from './issue-wire.ts'

export function serveIssues(serve: Serve, deps: ApiDeps): void {
  const { access, commands, queries, hub } = deps

  serve(listIssues, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { userId } = principal
    const page = await queries.issues(project, { ...query, userId, cursor: query.cursor || undefined })
    return {
      issues: page.rows.map((row) => issueSummary(row, project)),
      next: page.next ?? null,
      total: page.total,
    }
  })

  serve(issueFacets, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { userId } = principal
    const { facets, sampled, without } = await queries.issueFacets(project, { ...query, userId })
    return {
      facets: facets.map(({ key, values }) => ({ key, values: [...values] })),
      sampled,
      without: [...without],
    }
  })

  serve(getIssue, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    return issueDetail(await queries.issue(issue, query.period), project)
  })

  serve(updateIssue, async ({ principal, params, body }) => {
    const found = await access.issue(principal, params.issue, 'event:write')
    if (body.status === undefined && body.assigneeId === undefined) {
      throw new AppError('invalid_input', 'Say what to change: `status` or `assigneeId`.')
    }
    await commands.updateIssues([{ ...found, change: present(body) }])
    announceIssues(hub, [found.issue])
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    return issueDetail(await queries.issue(issue, '24h'), project)
  })

  serve(updateIssues, async ({ principal, body }) => {
    const ids = body.changes.map(({ id }) => id)
    const found = await access.issues(principal, ids, 'event:write')
    const updates = found.map(({ issue, project }, index) => {
      const { status, substatus, assigneeId } = body.changes[index]!
      return { issue, project, change: present({ status, substatus, assigneeId }) }
    })
    const before = await commands.updateIssues(updates)
    announceIssues(
      hub,
      found.map(({ issue }) => issue),
    )
    return {
      before: before.map(({ id, status, substatus, assigneeId = null }) => ({
        id,
        status,
        substatus,
        assigneeId,
      })),
    }
  })
}
