import {
  getIssueEvent,
  getProjectEvent,
  listIssueEvents,
  listProjectEvents,
} from '@hindcast/contract/events.ts'
import type { ApiDeps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { eventSummary, eventView } from './event-wire.ts'

export function serveEvents(serve: Serve, { access, queries }: ApiDeps): void {
  serve(listProjectEvents, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    return pageOf(
      await queries.projectEvents(project, { limit: query.limit, cursor: query.cursor || undefined }),
    )
  })

  serve(getProjectEvent, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    return eventView(await queries.projectEvent(project, params.event))
  })

  serve(listIssueEvents, async ({ principal, params, query }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return pageOf(await queries.issueEvents(issue, { limit: query.limit, cursor: query.cursor || undefined }))
  })

  serve(getIssueEvent, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return eventView(await queries.issueEvent(issue, params.event))
  })
}

function pageOf(page: Awaited<ReturnType<ApiDeps['queries']['projectEvents']>>) {
  return {
    events: page.events.map(eventSummary),
    next: page.next === undefined ? null : String(page.next),
  }
}
