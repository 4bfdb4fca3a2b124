import { Drop } from '#domain/outcome.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { itemsOf } from './record-items.ts'
import type { RecordItems } from './record-items.ts'

/**
 * Keeps one item from taking the digester for itself. Work on an item is announced, so that another thread can end this
 * one when it takes too long, and start it again with the item among the overruns.
 */
export interface ItemBudget {
  /** From here on until `done` the thread works on this item; `mark` is the item's number, or that of its record. */
  begin(mark: number): void
  done(): void
  /** How often the thread was ended over it. */
  overruns(mark: number): number
}

/** For callers that have nobody to watch them. */
export const UNLIMITED: ItemBudget = { begin() {}, done() {}, overruns: () => 0 }

export function withinBudget<T>(budget: ItemBudget, mark: number, work: () => T): T {
  budget.begin(mark)
  try {
    return work()
  } finally {
    budget.done()
  }
}

/** Taking a record apart is announced under a number that no item has. */
export const recordMark = (position: number): number => -1 - position

export function itemsWithinBudget(record: SpoolRecord, budget: ItemBudget): Outcome<RecordItems> {
  const mark = recordMark(record.position)
  if (budget.overruns(mark) > 0) return new Drop('too_costly', 'The request took too long to take apart.')
  return withinBudget(budget, mark, () => itemsOf(record))
}
