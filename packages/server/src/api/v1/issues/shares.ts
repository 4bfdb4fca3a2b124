import {
  createShare,
  getShared,
  listProjectShares,
  listShares,
  revokeShare,
} from '@hindcast/contract/issues/shares.ts'
import { actorOf } from '#accounts/actor.ts'
import { scopesIn } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { ShareLink } from '#domain/issues/share.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiSharedIssue } from './to-api-share.ts'

export function serveShares(serve: Serve, deps: ApiDeps): void {
  const { access, alerting, alertQueries, queries, publicUrl } = deps

  async function views(links: readonly ShareLink[]) {
    const people = await alertQueries.people(links.flatMap(({ createdBy }) => createdBy ?? []))
    return links.map(({ id, createdAt, createdBy, expiresAt, lastOpenedAt }) => ({
      id,
      createdAt: iso(createdAt),
      createdBy: people.get(createdBy ?? '') ?? null,
      expiresAt: expiresAt === undefined ? null : iso(expiresAt),
      lastOpenedAt: lastOpenedAt === undefined ? null : iso(lastOpenedAt),
    }))
  }

  serve(listShares, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return { links: await views(await alertQueries.shares(issue.id)) }
  })

  serve(listProjectShares, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'event:write')
    const seesAll = scopesIn(principal, project.organizationId).has('project:write')
    const listed = await alertQueries.projectShares(project, seesAll ? undefined : (principal.userId ?? ''))
    const links = await views(listed.map(({ link }) => link))
    return {
      links: listed.map(({ link, issue: { number, title } }, index) => {
        const issue = { id: link.issueId, shortId: shortIdOf(project.slug, number), title }
        return Object.assign(links[index]!, { issue })
      }),
    }
  })

  serve(createShare, async ({ principal, params, body }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const { link, token } = await alerting.shareIssue(actorOf(principal), issue, project, {
      makerId: principal.userId ?? principal.ownerId,
      days: body.expiresInDays ?? undefined,
    })
    const [view] = await views([link])
    return { link: view!, url: `${publicUrl()}/share/${token}` }
  })

  serve(revokeShare, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    await alerting.revokeShare(actorOf(principal), issue, project, params.share)
    return { revoked: params.share }
  })

  serve(getShared, async ({ params }) => {
    const found = await alertQueries.toApiSharedIssue(params.token)
    if (found === undefined) throw new AppError('not_found', 'This link doesn’t exist or has expired.')
    const { issue, project } = found
    const report = await queries.issue(issue, '14d')
    const latest = report.latestEventId
    const event = latest === undefined ? undefined : await queries.issueEvent(issue, latest)
    return toApiSharedIssue(report, event, project)
  })
}
