import type { FoundIssue } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import { SORTS } from './issue-list-params.ts'
import { repeated } from './list-params.ts'

/** As many as our own interface takes at once. */
const MOST = 1_000

/** Which issues a change is for. */
export interface Asked {
  /** Of the request: ids can be repeated. */
  readonly url: string
  readonly status: string
  readonly query: string
  readonly sort: keyof typeof SORTS
  /** At most as many; without it all, or none where there are too many. */
  readonly limit?: number | undefined
}

export function namesIssues({ url }: Pick<Asked, 'url'>): boolean {
  return new URL(url).searchParams.has('id')
}

/** The named issues, or all that match where none is named, of these projects only. */
export function issueChooser({ access, queries }: ApiDeps) {
  async function named(principal: Principal, ids: readonly string[], projects: readonly Project[]) {
    const found = await access.issues(principal, ids, 'event:write')
    const stranger = found.find(({ project }) => !projects.some(({ id }) => id === project.id))
    if (stranger) throw new AppError('not_found', `Issue ${stranger.issue.id} not found.`)
    return found
  }

  /** As `sentry-cli issues resolve --all` asks for them. */
  async function matching(
    { userId }: Principal,
    projects: readonly Project[],
    asked: Asked,
  ): Promise<readonly string[]> {
    const { rows } = await queries.issuesAcross(projects, {
      query: queryOf(asked),
      userId,
      sort: SORTS[asked.sort],
      period: '24h',
      environments: repeated(asked.url, 'environment'),
      cursor: undefined,
      limit: asked.limit ?? MOST + 1,
    })
    if (rows.length > MOST)
      throw new AppError('invalid_input', `query: more than ${MOST} issues match. Narrow it down.`)
    return rows.map(({ issue }) => issue.id)
  }

  return async (
    principal: Principal,
    projects: readonly Project[],
    asked: Asked,
  ): Promise<readonly FoundIssue[]> => {
    const ids = namesIssues(asked) ? idsIn(asked.url) : await matching(principal, projects, asked)
    return named(principal, ids, projects)
  }
}

function queryOf({ status, query }: Asked): string {
  const is = status === '' ? (query === '' ? 'unresolved' : '') : status === 'muted' ? 'ignored' : status
  if (is === '') return query
  return query === '' ? `is:${is}` : `(${query}) AND is:${is}`
}

function idsIn(url: string): readonly string[] {
  const ids = [...new Set(new URL(url).searchParams.getAll('id').flatMap((id) => id.split(',')))]
  if (ids.length > MOST || !ids.every((id) => /^\d{1,19}$/.test(id))) {
    throw new AppError('invalid_input', `id: name the issues to change by their numbers, at most ${MOST}.`)
  }
  return ids
}
