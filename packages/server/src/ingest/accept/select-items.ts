import type { DataCategory } from '#domain/intake/category.ts'
import { categoryOf, itemTypeOf } from '#domain/intake/item-type.ts'
import { LIMITS } from '#domain/limits.ts'
import type { DropReason } from '#domain/intake/outcome.ts'
import type { EnvelopeItem } from '#protocol/envelope.ts'
import type { KeyEntry } from '#ingest/auth/key-directory.ts'
import type { QuotaBook, RateLimit } from '#ingest/quota/quota.ts'

export interface RefusedItem {
  readonly index: number
  readonly type: string
  readonly category: DataCategory
  readonly quantity: number
  readonly reason: DropReason
  readonly detail: string
}

export interface Selection {
  readonly refused: readonly RefusedItem[]
  readonly limits: readonly RateLimit[]
}

const NOTHING: Selection = { refused: [], limits: [] }
const ITEM_BYTES: ReadonlyMap<string, number> = new Map(Object.entries(LIMITS.itemBytes))

/** Which items stay out: one bad item never costs the good ones beside it. */
export function selectItems(
  items: readonly EnvelopeItem[],
  entry: KeyEntry,
  quotas: QuotaBook,
  now: number,
): Selection {
  const seen = new Map<string, number>()
  const refused: RefusedItem[] = []
  const limits: RateLimit[] = []
  for (const item of items) {
    const category = categoryOf(item.type)
    const quantity = quantityOf(item)
    const problem = sizeProblem(item) ?? countProblem(item, seen)
    const limit = problem === undefined ? quotas.consume(entry, category, quantity, now) : undefined
    if (limit !== undefined) limits.push(limit)
    const reason = problem ?? (limit === undefined ? undefined : OVER_QUOTA)
    if (reason !== undefined)
      refused.push({ index: item.index, type: item.type, category, quantity, ...reason })
  }
  return refused.length === 0 ? NOTHING : { refused, limits }
}

interface Problem {
  readonly reason: DropReason
  readonly detail: string
}

const OVER_QUOTA: Problem = { reason: 'over_quota', detail: 'over quota' }

function sizeProblem({ index, type, payload }: EnvelopeItem): Problem | undefined {
  const limit = ITEM_BYTES.get(type)
  if (limit === undefined || payload.length <= limit) return undefined
  const detail = `item ${index}: ${type} of ${payload.length} bytes is larger than ${limit}`
  return { reason: 'too_large', detail }
}

function countProblem({ index, type }: EnvelopeItem, seen: Map<string, number>): Problem | undefined {
  const limit = itemTypeOf(type).perEnvelope
  if (limit === undefined) return undefined
  const count = (seen.get(type) ?? 0) + 1
  seen.set(type, count)
  if (count <= limit) return undefined
  return { reason: 'too_many_items', detail: `item ${index}: more than ${limit} items of type ${type}` }
}

function quantityOf({ type, header, payload }: EnvelopeItem): number {
  const count = header['item_count']
  if (itemTypeOf(type).isContainer !== true || typeof count !== 'number' || !Number.isInteger(count)) return 1
  return Math.max(1, Math.min(count, payload.length))
}
