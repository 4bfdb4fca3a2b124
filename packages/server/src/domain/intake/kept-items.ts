/** How far the items of one type have come that were kept raw until a kind could read them. */
export interface KeptItemsProgress {
  readonly itemType: string
  /** Read into their kind so far. */
  readonly read: number
  /** Still kept: not read yet or, once it is done, beyond what this version can read. */
  readonly left: number
  readonly isDone: boolean
  readonly at: number
}

export type KeptItemsReport = Readonly<Record<string, readonly KeptItemsProgress[]>>

/** The name of the fact. */
export const KEPT_ITEMS = 'kept_items'

/** The batch under way is part of it, so that one write says that it is done and how much that makes. */
export interface KeptItemsState {
  readonly batch?: KeptBatch
  readonly projects: KeptItemsReport
}

export interface KeptBatch {
  readonly projectId: string
  readonly itemType: string
  /** The items by their numbers, in the order of their positions. */
  readonly seqs: readonly number[]
  /** Positions in the log of kept items. */
  readonly from: number
  readonly to: number
  /** How many items of the type come behind these. */
  readonly left: number
  /** How many of them were read; set once all stores have them and the items can go. */
  readonly read?: number
}

export function readKeptItems(fact: string | undefined): KeptItemsState {
  return fact === undefined ? { projects: {} } : (JSON.parse(fact) as KeptItemsState)
}
