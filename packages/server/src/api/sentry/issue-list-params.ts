import { Collapsed, Expanded } from '@hindcast/contract/sentry/lists.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { SavedView } from '#domain/issues/saved-view.ts'
import type { Project } from '#domain/projects/project.ts'
import type { AcrossOptions } from '#product/issues/query/issues-across.ts'
import type { ApiDeps } from '#api/deps.ts'
import { parsed } from '#api/http/invalid-request.ts'
import { repeated } from './list-params.ts'

export const SORTS = {
  date: 'last_seen',
  new: 'first_seen',
  freq: 'events',
  user: 'users',
  recommended: 'last_seen',
} as const

export function collapsedIn(url: string): readonly string[] {
  return repeated(url, 'collapse').map((collapse) => parsed(Collapsed, 'query', { collapse }).collapse)
}

/** What there is nothing of, under the names that Sentry has for it; the other fields are always there. */
const EXPANSIONS: Readonly<Record<string, object>> = {
  inbox: { inbox: null },
  owners: { owners: null },
  sessions: { sessionCount: null },
}

export function expandedIn(url: string): object {
  const names = repeated(url, 'expand').map((expand) => parsed(Expanded, 'query', { expand }).expand)
  return Object.assign({}, ...names.map((name) => EXPANSIONS[name])) as object
}

/** A view that the caller may see, of one of these projects. */
export async function viewNamed(
  { queries }: ApiDeps,
  { userId }: Principal,
  projects: readonly Project[],
  id: string,
): Promise<SavedView> {
  const views = await Promise.all(projects.map((project) => queries.savedViews(project, userId)))
  const view = views.flat().find((one) => one.id === id && one.list === 'issues')
  if (view === undefined) throw new AppError('invalid_input', 'viewId: there is no such view of issues.')
  return view
}

export function sortOf(view: SavedView | undefined): AcrossOptions['sort'] | undefined {
  return Object.values(SORTS).find((sort) => sort === view?.sort)
}
