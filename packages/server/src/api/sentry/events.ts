import {
  sentryGetEvent,
  sentryGetIssueEvent,
  sentryGetOrganizationIssueEvent,
  sentryListEvents,
  sentryListIssueEvents,
  sentryListOrganizationIssueEvents,
} from '@hindcast/contract/sentry/events.ts'
import type { FoundIssue } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import type { Project } from '#domain/projects/project.ts'
import type { FoundEvents } from '#product/search/query/search-events.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryEvent, sentryEventDetail } from './to-sentry-event.ts'
import { decodeCursor, linkHeader } from './link-header.ts'
import { rangeOf, repeated, rowsOf } from './list-params.ts'

/** Each is a document to open and a stack to map. */
const MOST_FULL = 20

export function serveSentryEvents(serve: Serve, { access, queries, publicUrl, now }: ApiDeps): void {
  const link = (request: Request, next: string | undefined) => linkHeader(publicUrl(), request.url, next)

  function pageOf(asked: Asked, { userId }: Principal, request: Request) {
    return {
      query: asked.query,
      userId,
      cursor: decodeCursor(asked.cursor),
      limit: rowsOf(asked, asked.full ? MOST_FULL : undefined),
      range: rangeOf(asked, now()),
      environments: repeated(request.url, 'environment'),
    }
  }

  async function shown({ events }: FoundEvents, project: Project, full: boolean) {
    if (!full) return events.map(sentryEvent)
    const whole = []
    for (const { eventId } of events)
      whole.push(sentryEventDetail(await queries.projectEvent(project, eventId)))
    return whole
  }

  serve(sentryListEvents, async ({ principal, params, query, request, header }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const page = await queries.projectEvents(project, pageOf(query, principal, request))
    header('Link', link(request, page.next))
    return shown(page, project, query.full)
  })

  serve(sentryGetEvent, async ({ principal, params }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    return sentryEventDetail(await queries.projectEvent(project, plainId(params.event)))
  })

  async function listed(
    { issue, project }: FoundIssue,
    call: {
      principal: Principal
      query: Asked
      request: Request
      header: (name: string, value: string) => void
    },
  ) {
    const page = await queries.issueEvents(issue, project, pageOf(call.query, call.principal, call.request))
    call.header('Link', link(call.request, page.next))
    return shown(page, project, call.query.full)
  }

  serve(sentryListIssueEvents, async (call) =>
    listed(await access.issue(call.principal, call.params.issue, 'event:read'), call),
  )
  serve(sentryListOrganizationIssueEvents, async (call) =>
    listed(
      await access.issueIn(call.principal, call.params.organization, call.params.issue, 'event:read'),
      call,
    ),
  )

  serve(sentryGetIssueEvent, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return sentryEventDetail(await queries.issueEvent(issue, plainId(params.event)))
  })
  serve(sentryGetOrganizationIssueEvent, async ({ principal, params }) => {
    const { issue } = await access.issueIn(principal, params.organization, params.issue, 'event:read')
    return sentryEventDetail(await queries.issueEvent(issue, plainId(params.event)))
  })
}

/** Event ids are also written as UUIDs. */
export function plainId(text: string): string {
  return text.replaceAll('-', '').toLowerCase()
}

interface Asked {
  readonly query: string
  readonly cursor?: string | undefined
  readonly limit: number
  readonly per_page?: number | undefined
  readonly full: boolean
  readonly statsPeriod: string
  readonly start?: string | undefined
  readonly end?: string | undefined
}
