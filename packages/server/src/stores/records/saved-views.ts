import type { SavedView } from '#domain/issues/saved-view.ts'

export interface SavedViewRecords {
  /** Those of the person and those that are shared, by name. */
  list(projectId: string, userId: string | undefined): Promise<readonly SavedView[]>
  byId(id: string): Promise<SavedView | undefined>
  create(view: Omit<SavedView, 'id'>): Promise<SavedView>
  /** What is left out stays. */
  update(
    id: string,
    change: Partial<Pick<SavedView, 'name' | 'query' | 'sort' | 'columns' | 'shared'>>,
  ): Promise<void>
  delete(id: string): Promise<void>
}
