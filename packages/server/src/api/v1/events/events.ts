import {
  getIssueEvent,
  getIssueEventPosition,
  getProjectEvent,
  listIssueEvents,
  listProjectEvents,
  unjoinEvent,
} from '@hindcast/contract/events/events.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Principal } from '#accounts/principal.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiEventSummary, toApiEvent } from './to-api-event.ts'
import { reachOf, toApiSearched } from '#api/v1/search/searching.ts'

export function serveEvents(serve: Serve, { access, commands, queries }: ApiDeps): void {
  serve(listProjectEvents, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    return pageOf(await queries.projectEvents(project, optionsOf(query, principal)))
  })

  serve(getProjectEvent, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    return toApiEvent(await queries.projectEvent(project, params.event))
  })

  serve(listIssueEvents, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    return pageOf(await queries.issueEvents(issue, project, optionsOf(query, principal)))
  })

  serve(getIssueEvent, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return toApiEvent(await queries.issueEvent(issue, params.event))
  })

  serve(unjoinEvent, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const id = await commands.unjoinEvent(issue, params.event)
    const { issue: left } = await access.issue(principal, id, 'event:write')
    return { id, shortId: shortIdOf(project.slug, left.number) }
  })

  serve(getIssueEventPosition, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    const asked = { event: params.event, query: query.query, userId: principal.userId }
    const place = await queries.eventPlace(issue, project, asked)
    return {
      eventId: place.eventId ?? null,
      position: place.position ?? null,
      total: place.total,
      previousEventId: place.previousEventId ?? null,
      nextEventId: place.nextEventId ?? null,
      cut: place.cut,
    }
  })
}

interface Asked {
  readonly query: string
  readonly cursor?: string | undefined
  readonly limit: number
  readonly reach: number
}

function optionsOf({ query, cursor, limit, reach }: Asked, { userId }: Principal) {
  const budget = reachOf(reach)
  return { query, userId, limit, cursor: cursor || undefined, ...(budget !== undefined && { budget }) }
}

function pageOf({ events, next, searched }: Awaited<ReturnType<ApiDeps['queries']['projectEvents']>>) {
  return {
    events: events.map(toApiEventSummary),
    next: next ?? null,
    searched: toApiSearched(searched),
  }
}
