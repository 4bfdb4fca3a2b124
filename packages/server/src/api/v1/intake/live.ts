import { liveUpdates, recentRequests, type WireMessage } from '@hindcast/contract/intake/live.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project, ProjectKey } from '#domain/projects/project.ts'
import type { Access } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { LiveAudience } from '#api/live/live-hub.ts'
import { liveStream } from '#api/live/live-stream.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveLive(
  serve: Serve,
  { access, principals, queries, hub, accessVersion, now }: ApiDeps,
): void {
  serve(recentRequests, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'project:read')
    const seesUnmatched = await queries.isWholeInstallation(principal.organizationIds)
    const unmatched = seesUnmatched ? unmatchedFor(project, hub.requests(null), await queries.allKeys()) : []
    const requests = [...hub.requests(project.id), ...unmatched].toSorted((a, b) => compare(b.at, a.at))
    return { requests: requests.slice(0, LIMITS.live.requestsPerProject) }
  })

  serve(liveUpdates, async ({ principal, query, request }) => {
    const named = query.project?.split(',').filter((name) => name !== '') ?? []
    const projects = await projectsFor(access, principal, named)
    const audience = async (who: Principal, ofThese: readonly Project[]): Promise<LiveAudience> => ({
      projectIds: new Set(ofThese.map(({ id }) => id)),
      unmatched: await queries.isWholeInstallation(who.organizationIds),
    })
    const subscription = hub.subscribe(await audience(principal, projects), {
      lastEventId: request.headers.get('Last-Event-ID') ?? undefined,
      since: query.since === undefined ? undefined : Date.parse(query.since),
    })
    return liveStream(subscription, {
      heartbeatMs: LIMITS.live.heartbeatMs,
      now,
      version: accessVersion,
      audience: async () => {
        const current = await principals.resolve(request.headers)
        const left = current && (await projectsLeft(access, current, projects, named.length > 0))
        return left && audience(current, left)
      },
    })
  })
}

function projectsFor(
  access: Access,
  principal: Principal,
  named: readonly string[],
): Promise<readonly Project[]> {
  if (named.length === 0) return access.projects(principal, undefined, 'event:read')
  return Promise.all(named.map((name) => access.project(principal, undefined, name, 'event:read')))
}

/** Those that the caller may still see; undefined where nothing is left to wait for. */
async function projectsLeft(
  access: Access,
  principal: Principal,
  asked: readonly Project[],
  isNamed: boolean,
): Promise<readonly Project[] | undefined> {
  if (principal.organizationIds.length === 0 || !principal.scopes.has('event:read')) return undefined
  const all = await access.projects(principal, undefined, 'event:read')
  if (!isNamed) return all
  const left = all.filter(({ id }) => asked.some((project) => project.id === id))
  return left.length === 0 ? undefined : left
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
