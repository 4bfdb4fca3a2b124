import { Drop } from '#domain/intake/outcome.ts'
import type { Outcome } from '#domain/intake/outcome.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { itemsOf } from './record-items.ts'
import type { RecordItems } from './record-items.ts'

/**
 * Keeps one item from taking the digester for itself. Work on an item is announced, so that another thread can end this
 * one when it takes too long, and start it again with the item among the overruns.
 */
export interface ItemBudget {
  /** From here on until `done` the thread works on this item, or on taking its record apart. */
  begin(mark: number): void
  done(): void
  /** How often the thread was ended over it. */
  overruns(mark: number): number
}

/** For callers without a supervisor. */
export const UNLIMITED: ItemBudget = { begin() {}, done() {}, overruns: () => 0 }

export function withinBudget<T>(budget: ItemBudget, mark: number, work: () => T): T {
  budget.begin(mark)
  try {
    return work()
  } finally {
    budget.done()
  }
}

/** More than an envelope may have items, so that no two items have one mark. */
const MARKS_PER_RECORD = 1024

export const itemMark = (position: number, index: number): number => position * MARKS_PER_RECORD + index

/** Of taking a record apart. */
export const recordMark = (position: number): number => itemMark(position, MARKS_PER_RECORD - 1)

export const positionOf = (mark: number): number => Math.floor(mark / MARKS_PER_RECORD)

export function itemsWithinBudget(record: SpoolRecord, budget: ItemBudget): Outcome<RecordItems> {
  const mark = recordMark(record.position)
  if (budget.overruns(mark) > 0) return new Drop('too_costly', 'The request took too long to take apart.')
  return withinBudget(budget, mark, () => itemsOf(record))
}
