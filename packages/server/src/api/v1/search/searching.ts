import { listIssueUsers, searchValues } from '@hindcast/contract/search/searching.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'

const VALUES = 12

export function serveSearching(serve: Serve, { access, queries }: ApiDeps): void {
  serve(searchValues, async ({ principal, params, query }) => {
    const project = await access.project(principal, undefined, params.project, 'event:read')
    const values = await queries.searchValues(project, { ...query, limit: VALUES })
    return { values: [...values] }
  })

  serve(listIssueUsers, async ({ principal, params, query }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    const { users, total } = await queries.issueUsers(issue, query)
    return {
      users: users.map(({ user, events, lastSeen }) => ({ user, events, lastSeen: iso(lastSeen) })),
      total,
    }
  })
}

/** The largest search budget that a request may ask for. */
export function reachOf(reach: number): number | undefined {
  return reach === 0 ? undefined : Math.min(reach, LIMITS.search.mostBudget)
}

interface Searched {
  readonly events: number
  readonly back: number | undefined
}

export function toApiSearched(searched: Searched | undefined) {
  if (searched === undefined) return null
  return { events: searched.events, back: searched.back === undefined ? null : iso(searched.back) }
}
