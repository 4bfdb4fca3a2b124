import type { SavedView } from '@hindcast/contract/search/saved-views.ts'

export interface ShownView extends Pick<SavedView, 'query' | 'sort'> {
  readonly columns: readonly string[]
}

export interface SavedViewsProps {
  readonly project: string
  readonly list: SavedView['list']
  /** What is on the screen, and would be kept. */
  readonly shown: ShownView
  readonly onShow: (view: ShownView) => void
}
