import {
  sentryGetEvent,
  sentryGetIssueEvent,
  sentryListEvents,
  sentryListIssueEvents,
} from '@hindcast/contract/sentry/events.ts'
import type { Principal } from '#accounts/principal.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryEvent, sentryEventDetail } from './to-sentry-event.ts'
import { decodeCursor, linkHeader } from './link-header.ts'

export function serveSentryEvents(serve: Serve, { access, queries, publicUrl }: ApiDeps): void {
  const link = (request: Request, next: string | undefined) => linkHeader(publicUrl(), request.url, next)

  serve(sentryListEvents, async ({ principal, params, query, request, header }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const page = await queries.projectEvents(project, pageOf(query, principal))
    header('Link', link(request, page.next))
    return page.events.map(sentryEvent)
  })

  serve(sentryGetEvent, async ({ principal, params }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    return sentryEventDetail(await queries.projectEvent(project, plainId(params.event)))
  })

  serve(sentryListIssueEvents, async ({ principal, params, query, request, header }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    const page = await queries.issueEvents(issue, project, pageOf(query, principal))
    header('Link', link(request, page.next))
    return page.events.map(sentryEvent)
  })

  serve(sentryGetIssueEvent, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return sentryEventDetail(await queries.issueEvent(issue, plainId(params.event)))
  })
}

/** Event ids are also written as UUIDs. */
function plainId(text: string): string {
  return text.replaceAll('-', '').toLowerCase()
}

interface Asked {
  readonly query: string
  readonly cursor?: string | undefined
  readonly limit: number
}

function pageOf({ query, cursor, limit }: Asked, { userId }: Principal) {
  return {
    query,
    userId,
    cursor: decodeCursor(cursor),
    limit: Math.min(Math.max(limit, 1), LIMITS.page.max),
  }
}
