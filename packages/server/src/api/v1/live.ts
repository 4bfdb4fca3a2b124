import { liveUpdates, recentRequests, type WireMessage } from '@hindcast/contract/live.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project, ProjectKey } from '#domain/project.ts'
import type { ApiDeps } from '../deps.ts'
import { liveStream } from '../live-stream.ts'
import type { Serve } from '../serve.ts'

export function serveLive(serve: Serve, { access, principals, queries, hub, now }: ApiDeps): void {
  serve(recentRequests, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'project:read')
    const seesUnmatched = await queries.isWholeInstallation(principal.organizationIds)
    const unmatched = seesUnmatched ? unmatchedFor(project, hub.requests(null), await queries.allKeys()) : []
    const requests = [...hub.requests(project.id), ...unmatched].toSorted((a, b) => compare(b.at, a.at))
    return { requests: requests.slice(0, LIMITS.live.requestsPerProject) }
  })

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

/** A sender whose key looks like another project's is that project's affair. */
function unmatchedFor(
  project: Project,
  requests: readonly WireMessage[],
  keys: readonly ProjectKey[],
): readonly WireMessage[] {
  return requests.filter(({ keyPrefix }) => {
    if (keyPrefix === null || keyPrefix === '') return true
    const alike = keys.filter(({ publicKey }) => publicKey.startsWith(keyPrefix.toLowerCase()))
    return alike.length === 0 || alike.some(({ projectId }) => projectId === project.id)
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
