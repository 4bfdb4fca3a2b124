import type { InferOutput } from 'valibot'
import {
  sentryGetIssue,
  sentryGetOrganizationIssue,
  sentryGetShortId,
  sentryListIssues,
  sentryListOrganizationIssues,
  type SentryIssue,
} from '@hindcast/contract/sentry/issues.ts'
import { quoted } from '@hindcast/contract/search/print.ts'
import type { FoundIssue } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { AcrossOptions } from '#product/issues/query/issues-across.ts'
import type { ApiDeps } from '#api/deps.ts'
import { organizationOf } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'
import { collapsedIn, expandedIn, SORTS, sortOf, viewNamed } from './issue-list-params.ts'
import { decodeCursor, linkHeader } from './link-header.ts'
import { rangeOf, repeated, rowsOf } from './list-params.ts'
import { projectsIn } from './named-projects.ts'
import { sentryIssue, sentryIssueDetail, withLifetime } from './to-sentry-issue.ts'

interface Asked {
  readonly query?: string | undefined
  readonly hashes?: string | undefined
  readonly sort: keyof typeof SORTS
  readonly shortIdLookup: boolean
  readonly cursor?: string | undefined
  readonly limit: number
  readonly per_page?: number | undefined
}

export function serveSentryIssues(serve: Serve, deps: ApiDeps): void {
  const { access, queries, publicUrl, now } = deps
  const answer = issueLister(deps)

  serve(sentryListIssues, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'event:read')
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    const { statsPeriod, start, end } = query
    const page = await answer(principal, organization, [project], request.url, query, {
      range: rangeOf({ start, end }, now()),
      period: statsPeriod === '14d' ? '14d' : '24h',
      without: statsPeriod === '' ? ['stats'] : [],
    })
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    return page.issues
  })

  serve(sentryListOrganizationIssues, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'event:read')
    const named = await projectsIn(access, principal, params.organization, request.url)
    const view =
      query.viewId === undefined ? undefined : await viewNamed(deps, principal, named, query.viewId)
    const projects = view === undefined ? named : named.filter(({ id }) => id === view.projectId)
    const range = rangeOf(query, now())
    const asked = { ...query, query: query.query ?? view?.query }
    const page = await answer(principal, organization, projects, request.url, asked, {
      range,
      sort: new URL(request.url).searchParams.has('sort') ? undefined : sortOf(view),
      period: periodOf(query.groupStatsPeriod, range),
      without: [...collapsedIn(request.url), ...(query.groupStatsPeriod === '' ? ['stats'] : [])],
      expanded: expandedIn(request.url),
    })
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    return page.issues
  })

  const detail = async (principal: Principal, { issue, project }: FoundIssue) => {
    const organization = await organizationOf(access, principal, project, 'event:read')
    const place = { organization, project, publicUrl: publicUrl() }
    const [report, facets] = await Promise.all([
      queries.issue(issue, '24h', principal.userId),
      queries.issueBreakdown(issue),
    ])
    return sentryIssueDetail(report, facets, place, '24h')
  }

  serve(sentryGetIssue, async ({ principal, params }) =>
    detail(principal, await access.issue(principal, params.issue, 'event:read')),
  )
  serve(sentryGetOrganizationIssue, async ({ principal, params: { organization, issue } }) =>
    detail(principal, await access.issueIn(principal, organization, issue, 'event:read')),
  )
  serve(sentryGetShortId, async ({ principal, params: { organization: slug, issue } }) => {
    const found = await access.issueIn(principal, slug, issue, 'event:read')
    const { project } = found
    return {
      organizationSlug: slug,
      projectSlug: project.slug,
      groupId: found.issue.id,
      group: await detail(principal, found),
      shortId: shortIdOf(project.slug, found.issue.number),
    }
  })
}

interface Shown extends Pick<AcrossOptions, 'range' | 'period'> {
  /** Of a saved view. */
  readonly sort?: AcrossOptions['sort'] | undefined
  /** Fields that are left out. */
  readonly without: readonly string[]
  /** Fields that are only there where somebody asks for them. */
  readonly expanded?: object
}

const TWO_DAYS_MS = 2 * 86_400_000

export function periodOf(asked: string, range: Shown['range']): '24h' | '14d' {
  if (asked !== 'auto') return asked === '14d' ? '14d' : '24h'
  return range !== undefined && range.to - range.from <= TWO_DAYS_MS + 1 ? '24h' : '14d'
}

function issueLister({ queries, publicUrl }: ApiDeps) {
  return async (
    principal: Principal,
    organization: Organization,
    projects: readonly Project[],
    url: string,
    asked: Asked,
    { range, period, without, expanded, sort }: Shown,
  ): Promise<{
    readonly issues: Array<InferOutput<typeof SentryIssue>>
    readonly next: string | undefined
  }> => {
    const sought = soughtIn(projects, asked, repeated(url, 'hashes'))
    const { rows, next } = await queries.issuesAcross(sought.projects, {
      query: sought.query,
      userId: principal.userId,
      sort: sort ?? SORTS[asked.sort],
      period,
      range,
      environments: repeated(url, 'environment'),
      cursor: decodeCursor(asked.cursor),
      limit: rowsOf(asked),
    })
    const comments = await queries.comments(rows.map(({ issue }) => issue))
    const issues = rows.map(({ row, project, issue }) => {
      // Subscriptions are only part of a single issue, not of a list.
      const discussion = { comments: comments.get(issue.id) ?? 0, following: false }
      const shown = sentryIssue(row, { organization, project, publicUrl: publicUrl() }, period, discussion)
      return Object.assign(withLifetime(shown, issue, without), expanded)
    })
    return { issues, next }
  }
}

/** A short id that is looked up names its project, too. */
function soughtIn(
  projects: readonly Project[],
  { query, shortIdLookup }: Asked,
  hashes: readonly string[],
): { readonly projects: readonly Project[]; readonly query: string } {
  if (hashes.length > 0) {
    if (query !== undefined && query !== '') throw new AppError('invalid_input', 'hashes: not with query.')
    const values = hashes.flatMap((hash) => hash.split(',')).map(quoted)
    return { projects, query: `fingerprint:${values.join(',')}` }
  }
  const text = query?.trim() ?? 'is:unresolved'
  const [, slug] = shortIdLookup ? (/^([\w-]+)-[0-9a-z]{1,8}$/i.exec(text) ?? []) : []
  const own = projects.find((project) => project.slug.toLowerCase() === slug?.toLowerCase())
  return own === undefined ? { projects, query: text } : { projects: [own], query: `issue:${text}` }
}
