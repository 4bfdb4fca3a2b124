/** A search that somebody gave a name. */
export interface SavedView {
  readonly id: string
  readonly projectId: string
  /** Whose it is; undefined: that of somebody who is gone. */
  readonly ownerId: string | undefined
  readonly name: string
  readonly list: 'issues' | 'events'
  readonly query: string
  readonly sort: string
  /** Of a list of events; none: those that are always shown. */
  readonly columns: readonly string[]
  /** Everybody who sees the project sees it. */
  readonly shared: boolean
  readonly createdAt: number
}
