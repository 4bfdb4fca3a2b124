import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/project.ts'
import type { SavedView } from '#domain/saved-view.ts'
import type { CommandDeps } from './command-deps.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>
type Change = Partial<Pick<SavedView, 'name' | 'query' | 'sort' | 'columns' | 'shared'>>

/** Nobody keeps more, and a list of more is none. */
const MOST_VIEWS = 100

/** Searches that people keep under a name. Who may change one is decided before. */
export interface SavedViewCommands {
  create(
    project: Project,
    ownerId: string,
    view: Omit<SavedView, 'id' | 'projectId' | 'ownerId' | 'createdAt'>,
  ): Promise<SavedView>
  update(view: SavedView, change: Change): Promise<SavedView>
  delete(view: SavedView): Promise<void>
}

export function createSavedViewCommands({ records, now }: Deps): SavedViewCommands {
  const { savedViews } = records
  return {
    async create(project, ownerId, view) {
      const known = await savedViews.list(project.id, ownerId)
      if (known.filter((one) => one.ownerId === ownerId).length >= MOST_VIEWS) {
        throw new AppError('conflict', `There are ${MOST_VIEWS} views of yours already; delete one first.`)
      }
      return savedViews.create({ ...view, projectId: project.id, ownerId, createdAt: now() })
    },
    async update(view, change) {
      await savedViews.update(view.id, change)
      return { ...view, ...change }
    },
    delete: (view) => savedViews.delete(view.id),
  }
}
