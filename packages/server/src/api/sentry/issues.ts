import {
  sentryGetIssue,
  sentryGetOrganizationIssue,
  sentryListIssues,
} from '@hindcast/contract/sentry/issues.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '#api/deps.ts'
import { organizationOf } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryIssue, sentryIssueDetail } from './to-sentry-issue.ts'
import { decodeCursor, linkHeader } from './link-header.ts'

export function serveSentryIssues(serve: Serve, { access, queries, publicUrl }: ApiDeps): void {
  serve(sentryListIssues, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'event:read')
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const period = query.statsPeriod === '14d' ? '14d' : '24h'
    const page = await queries.issues(project, {
      query: query.query,
      userId: principal.userId,
      sort: 'last_seen',
      period,
      cursor: decodeCursor(query.cursor),
      limit: Math.min(Math.max(query.limit, 1), LIMITS.page.max),
    })
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    const place = { organization, project, publicUrl: publicUrl() }
    const comments = await queries.comments(page.rows.map(({ issue }) => issue))
    return page.rows.map((row) =>
      // Subscriptions are only part of a single issue, not of a list.
      sentryIssue(row, place, period, { comments: comments.get(row.issue.id) ?? 0, following: false }),
    )
  })

  const detail = async (principal: Principal, issueId: string, organizationSlug?: string) => {
    const { issue, project } = await access.issue(principal, issueId, 'event:read')
    const organization = await organizationOf(access, principal, project, 'event:read')
    if (organizationSlug !== undefined && organization.slug !== organizationSlug) {
      throw new AppError('not_found', 'Issue not found.')
    }
    const place = { organization, project, publicUrl: publicUrl() }
    const [report, facets] = await Promise.all([
      queries.issue(issue, '24h', principal.userId),
      queries.issueBreakdown(issue),
    ])
    return sentryIssueDetail(report, facets, place, '24h')
  }

  serve(sentryGetIssue, async ({ principal, params }) => detail(principal, params.issue))
  serve(sentryGetOrganizationIssue, async ({ principal, params }) =>
    detail(principal, params.issue, params.organization),
  )
}
