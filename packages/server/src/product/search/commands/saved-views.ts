import { AppError } from '#domain/app-error.ts'
import type { Actor, Fields } from '#domain/people/audit.ts'
import type { Project } from '#domain/projects/project.ts'
import type { SavedView } from '#domain/issues/saved-view.ts'
import { audit, type AuditNote } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>
type Change = Partial<Pick<SavedView, 'name' | 'query' | 'sort' | 'columns' | 'shared'>>

/** More would not be a usable list. */
const MOST_VIEWS = 100

/** Saved searches. Access is checked before. */
export interface SavedViewCommands {
  create(
    actor: Actor,
    project: Project,
    ownerId: string,
    view: Omit<SavedView, 'id' | 'projectId' | 'ownerId' | 'createdAt'>,
  ): Promise<SavedView>
  update(actor: Actor, project: Project, view: SavedView, change: Change): Promise<SavedView>
  delete(actor: Actor, project: Project, view: SavedView): Promise<void>
}

export function createSavedViewCommands(deps: Deps): SavedViewCommands {
  const { savedViews } = deps.records
  /** One that is not shared is its maker's own business. */
  const note = async (
    actor: Actor,
    { organizationId }: Project,
    verb: AuditNote['verb'],
    [before, after]: readonly [SavedView | undefined, SavedView | undefined],
  ) => {
    if (before?.shared !== true && after?.shared !== true) return
    const { id, name } = (after ?? before)!
    const target = { kind: 'view', id, name } as const
    const fields = { before: before && fieldsOf(before), after: after && fieldsOf(after) }
    await audit(deps, actor, { organizationId, verb, target, ...fields })
  }
  return {
    async create(actor, project, ownerId, view) {
      const known = await savedViews.list(project.id, ownerId)
      if (known.filter((one) => one.ownerId === ownerId).length >= MOST_VIEWS) {
        throw new AppError('conflict', `You already have ${MOST_VIEWS} saved views. Delete one first.`)
      }
      const made = await savedViews.create({ ...view, projectId: project.id, ownerId, createdAt: deps.now() })
      await note(actor, project, 'created', [undefined, made])
      return made
    },
    async update(actor, project, view, change) {
      await savedViews.update(view.id, change)
      const changed = { ...view, ...change }
      await note(actor, project, 'changed', [view, changed])
      return changed
    },
    async delete(actor, project, view) {
      await savedViews.delete(view.id)
      await note(actor, project, 'deleted', [view, undefined])
    },
  }
}

function fieldsOf({ name, list, query, sort, columns, shared }: SavedView): Fields {
  return { name, list, query, sort, columns, shared }
}
