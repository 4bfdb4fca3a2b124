import {
  getIssue,
  getIssueBreakdown,
  issueFacets,
  listIssues,
  listSimilarIssues,
  updateIssue,
  updateIssues,
} from '@hindcast/contract/issues/issues.ts'
import type { InferOutput } from 'valibot'
import type { IssueUpdateRequest } from '#product/issues/commands/update-issues.ts'
import { AppError } from '#domain/app-error.ts'
import type { IssueState } from '#domain/issues/issue.ts'
import type { ApiDeps } from '#api/deps.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiFacet, toApiIssueDetail, toApiIssueSummary, toApiSimilar } from './to-api-issue.ts'
import { reachOf, toApiSearched } from '#api/v1/search/searching.ts'
import { lifecycleFrom, toApiLifecycle } from './to-api-lifecycle.ts'

export function serveIssues(serve: Serve, deps: ApiDeps): void {
  const { access, commands, queries } = deps
  serveOneIssue(serve, deps)

  serve(listIssues, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const { userId } = principal
    const page = await queries.issues(project, {
      ...query,
      userId,
      cursor: query.cursor || undefined,
      reach: reachOf(query.reach),
    })
    return {
      issues: page.rows.map((row) => toApiIssueSummary(row, project)),
      next: page.next ?? null,
      total: page.total,
      searched: toApiSearched(page.searched),
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

  serve(updateIssue, async ({ principal, params, body }) => {
    const found = await access.issue(principal, params.issue, 'event:write')
    const change = updateRequestOf(body)
    if (Object.keys(change).length === 0) {
      const names = '`status`, `assigneeId`, `assigneeTeamId` or `priority`'
      throw new AppError('invalid_input', `Nothing to change. Set at least one of ${names}.`)
    }
    await commands.updateIssues([{ ...found, change }], principal.userId)
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    return toApiIssueDetail(await queries.issue(issue, '24h', principal.userId), project)
  })

  serve(updateIssues, async ({ principal, body }) => {
    const ids = body.changes.map(({ id }) => id)
    const marked = new Set(body.changes.filter(({ revision }) => revision !== undefined).map(({ id }) => id))
    const found = await access.issues(principal, ids, 'event:write', marked)
    const wishes = new Map(body.changes.map(({ id, ...change }) => [id, updateRequestOf(change)]))
    const updates = found.map(({ issue, project }) => ({ issue, project, change: wishes.get(issue.id)! }))
    const before = await commands.updateIssues(updates, principal.userId)
    const changed = new Set(before.map(({ id }) => id))
    return { before: before.map(stateView), kept: ids.filter((id) => !changed.has(id)) }
  })
}

function serveOneIssue(serve: Serve, { access, queries }: ApiDeps): void {
  serve(getIssue, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    return toApiIssueDetail(await queries.issue(issue, query.period, principal.userId), project)
  })

  serve(getIssueBreakdown, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return { facets: (await queries.issueBreakdown(issue)).map(toApiFacet) }
  })

  serve(listSimilarIssues, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    return { similar: (await queries.similarIssues(issue)).map((found) => toApiSimilar(found, project)) }
  })
}

type Change = Omit<InferOutput<typeof updateIssues.body>['changes'][number], 'id'>

function updateRequestOf({ snooze, lifecycle, ...change }: Change): IssueUpdateRequest {
  return present({
    ...change,
    snooze: snooze?.kind === 'until' ? { kind: 'until', at: Date.parse(snooze.at) } : snooze,
    lifecycle: lifecycle && lifecycleFrom(lifecycle),
  }) as IssueUpdateRequest
}

function stateView(state: IssueState) {
  const { id, status, substatus, lifecycle, assigneeId, assigneeTeamId, priority, revision } = state
  return {
    id,
    status,
    substatus,
    lifecycle: toApiLifecycle(lifecycle),
    assigneeId: assigneeId ?? null,
    assigneeTeamId: assigneeTeamId ?? null,
    priority: priority ?? null,
    revision,
  }
}
