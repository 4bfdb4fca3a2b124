import { liveUpdates } from '@hindcast/contract/live.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '../deps.ts'
import { liveStream } from '../live-stream.ts'
import type { Serve } from '../serve.ts'

export function serveLive(serve: Serve, { access, principals, queries, hub, now }: ApiDeps): void {
  serve(liveUpdates, async ({ principal, query, request }) => {
    const named = query.project?.split(',').filter((name) => name !== '') ?? []
    const projects =
      named.length === 0
        ? await access.projects(principal, undefined, 'event:read')
        : await Promise.all(named.map((name) => access.project(principal, undefined, name, 'event:read')))
    const projectIds = new Set(projects.map(({ id }) => id))
    const unmatched = await queries.isWholeInstallation(principal.organizationIds)
    const subscription = hub.subscribe(
      { projectIds, unmatched },
      request.headers.get('Last-Event-ID') ?? undefined,
    )
    return liveStream(subscription, {
      heartbeatMs: LIMITS.live.heartbeatMs,
      now,
      stillAllowed: async () => {
        const current = await principals.resolve(request.headers)
        return current?.scopes.has('event:read') === true
      },
    })
  })
}
