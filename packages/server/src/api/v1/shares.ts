import { createShare, getShared, listShares, revokeShare } from '@hindcast/contract/shares.ts'
import { actorOf } from '#accounts/actor.ts'
import { AppError } from '#domain/app-error.ts'
import type { ShareLink } from '#domain/share.ts'
import type { ApiDeps } from '../deps.ts'
import { iso } from '../iso.ts'
import type { Serve } from '../serve.ts'
import { sharedIssue } from './share-wire.ts'

export function serveShares(serve: Serve, deps: ApiDeps): void {
  const { access, alerting, alertQueries, queries, publicUrl } = deps

  async function views(links: readonly ShareLink[]) {
    const people = await alertQueries.people(links.flatMap(({ createdBy }) => createdBy ?? []))
    return links.map(({ id, createdAt, createdBy }) => ({
      id,
      createdAt: iso(createdAt),
      createdBy: people.get(createdBy ?? '') ?? null,
    }))
  }

  serve(listShares, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    return { links: await views(await alertQueries.shares(issue.id)) }
  })

  serve(createShare, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const { link, token } = await alerting.shareIssue(actorOf(principal), issue, project)
    const [view] = await views([link])
    return { link: view!, url: `${publicUrl()}/share/${token}` }
  })

  serve(revokeShare, async ({ principal, params }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    await alerting.revokeShare(actorOf(principal), issue, project, params.share)
    return { revoked: params.share }
  })

  serve(getShared, async ({ params }) => {
    const found = await alertQueries.sharedIssue(params.token)
    if (found === undefined) throw new AppError('not_found', 'This link shows nothing, or not any more.')
    const { issue, project } = found
    const report = await queries.issue(issue, '14d')
    const latest = report.latestEventId
    const event = latest === undefined ? undefined : await queries.issueEvent(issue, latest)
    return sharedIssue(report, event, project)
  })
}
