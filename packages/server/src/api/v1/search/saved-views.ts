import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
  type SavedView as Wire,
} from '@hindcast/contract/search/saved-views.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { SavedView } from '#domain/issues/saved-view.ts'
import type { ApiDeps } from '#api/deps.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveSavedViews(serve: Serve, { access, commands, queries }: ApiDeps): void {
  const { savedViews } = commands
  const projectFor = (principal: Principal, slug: string, shared: boolean | undefined) =>
    access.project(principal, undefined, slug, shared === true ? 'event:write' : 'event:read')

  /**
   * The creator may change a view, and a shared one also those who can change the project's settings. For others it
   * is not found.
   */
  async function changeable(principal: Principal, slug: string, id: string) {
    const project = await projectFor(principal, slug, false)
    const view = await queries.savedView(id)
    const isOwn = view?.ownerId !== undefined && view.ownerId === principal.userId
    if (view === undefined || view.projectId !== project.id || !(isOwn || view.shared)) {
      throw new AppError('not_found', 'View not found.')
    }
    if (!isOwn) await access.project(principal, undefined, slug, 'project:write')
    return [actorOf(principal), project, view] as const
  }

  serve(listSavedViews, async ({ principal, params }) => {
    const project = await projectFor(principal, params.project, false)
    const views = await queries.savedViews(project, principal.userId)
    return { views: views.map((view) => wire(view, principal)) }
  })

  serve(createSavedView, async ({ principal, params, body }) => {
    const project = await projectFor(principal, params.project, body.shared)
    return wire(await savedViews.create(actorOf(principal), project, principal.userId!, body), principal)
  })

  serve(updateSavedView, async ({ principal, params, body }) => {
    const known = await changeable(principal, params.project, params.view)
    if (body.shared === true) await projectFor(principal, params.project, true)
    return wire(await savedViews.update(...known, present(body)), principal)
  })

  serve(deleteSavedView, async ({ principal, params }) => {
    await savedViews.delete(...(await changeable(principal, params.project, params.view)))
    return { deleted: params.view }
  })
}

function wire(
  { id, name, list, query, sort, columns, shared, ownerId }: SavedView,
  { userId }: Principal,
): Wire {
  const own = ownerId !== undefined && ownerId === userId
  return { id, name, list, query, sort: sort as Wire['sort'], columns: [...columns], shared, own }
}
