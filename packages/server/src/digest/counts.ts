import { categoryOf } from '#domain/intake/item-type.ts'
import type { DataCategory } from '#domain/intake/category.ts'
import { hourOf } from '#domain/intake/intake.ts'
import type { IntakeCount, IntakeOutcome } from '#domain/intake/intake.ts'
import type { DropReason } from '#domain/intake/outcome.ts'
import type { Cut, Scrubbed } from '#domain/events/stored-event.ts'
import type { SpoolRecord } from '#spool/spool.ts'
import { cutReason } from '#digest/trim/cut.ts'

/** With the position of its record, so that a replayed batch is not counted twice. */
export type PositionedCount = IntakeCount & { readonly position: number }

export function countOf(
  record: SpoolRecord,
  category: DataCategory,
  outcome: IntakeOutcome,
  reason: string,
): PositionedCount {
  return {
    projectId: record.receipt.projectId,
    hour: hourOf(record.receipt.receivedAt),
    category,
    outcome,
    reason,
    quantity: 1,
    position: record.position,
  }
}

export function droppedCount(record: SpoolRecord, itemType: string, reason: DropReason): PositionedCount {
  return countOf(record, categoryOf(itemType), 'dropped', reason)
}

/** An event that is stored counts once, and once more per kind of field that was shortened. */
export function acceptedCounts(
  record: SpoolRecord,
  category: DataCategory,
  cuts: readonly Cut[],
): readonly PositionedCount[] {
  const reasons = new Set(cuts.map((cut) => cutReason(cut.path)))
  return [
    countOf(record, category, 'accepted', ''),
    ...Array.from(reasons, (reason) => countOf(record, category, 'cut', reason)),
  ]
}

/** An item counts once for every rule by which something in it was replaced. */
export function scrubbedCounts(
  record: SpoolRecord,
  category: DataCategory,
  scrubbed: readonly Scrubbed[],
): readonly PositionedCount[] {
  if (scrubbed.length === 0) return NONE
  const rules = new Set(scrubbed.map(({ rule }) => rule))
  return Array.from(rules, (rule) => countOf(record, category, 'scrubbed', rule))
}

const NONE: readonly PositionedCount[] = []

/** A count without project, hour and position. */
export type SummedCount = Pick<IntakeCount, 'category' | 'outcome' | 'reason' | 'quantity'>

/** Added up over projects: what a whole installation stores and drops. */
export function summed(counts: readonly IntakeCount[]): readonly SummedCount[] {
  const sums = new Map<string, { -readonly [Field in keyof SummedCount]: SummedCount[Field] }>()
  for (const { category, outcome, reason, quantity } of counts) {
    const key = `${category} ${outcome} ${reason}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { category, outcome, reason, quantity })
    else sum.quantity += quantity
  }
  return [...sums.values()]
}
