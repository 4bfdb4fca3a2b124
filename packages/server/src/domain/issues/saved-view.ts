/** A saved search. */
export interface SavedView {
  readonly id: string
  readonly projectId: string
  /** The creator; undefined for a removed member. */
  readonly ownerId: string | undefined
  readonly name: string
  readonly list: 'issues' | 'events'
  readonly query: string
  readonly sort: string
  /** Of a list of events; none: those that are always shown. */
  readonly columns: readonly string[]
  /** Visible to everyone with access to the project. */
  readonly shared: boolean
  readonly createdAt: number
}
