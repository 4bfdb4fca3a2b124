import { LIMITS } from '#domain/limits.ts'
import { createByteBudget, type ByteBudget } from './byte-budget.ts'

/** What bodies may hold, in three parts, so that none of them can use up what the others need. */
export interface BodyMemory {
  /** Senders whose key is not known yet. */
  readonly unknown: ByteBudget
  /** Known senders while their body is small, which nearly all are. */
  readonly small: ByteBudget
  readonly large: ByteBudget
}

/** Memory reserved by one request. The consumer of the body releases it after use. */
export interface Hold {
  bytes: number
  /** Undefined until something is taken. */
  budget: ByteBudget | undefined
  holder: string
}

/** One body as large as any may be still fits beside the rest. */
const LARGE_SHARE = 8

export function createBodyMemory(inflightBytes: number): BodyMemory {
  return {
    unknown: createByteBudget(LIMITS.bodies.unknownBytes, 1),
    small: createByteBudget(LIMITS.bodies.smallBytes, 1),
    large: createByteBudget(inflightBytes, LARGE_SHARE),
  }
}

/** `address`: the holder while the key is unknown. */
export function emptyHold(address: string): Hold {
  return { bytes: 0, budget: undefined, holder: address }
}

/** False, without any change, if there is no room. `holder` is undefined while the key is unknown. */
export function hold(memory: BodyMemory, held: Hold, more: number, holder: string | undefined): boolean {
  const bytes = held.bytes + more
  const budget = budgetFor(memory, bytes, holder)
  const name = holder ?? held.holder
  if (held.budget === budget && held.holder === name) {
    if (!budget.take(more, name)) return false
    held.bytes = bytes
    return true
  }
  if (!budget.take(bytes, name)) return false
  release(held)
  held.bytes = bytes
  held.budget = budget
  held.holder = name
  return true
}

export function release(held: Hold): void {
  held.budget?.release(held.bytes, held.holder)
  held.bytes = 0
  held.budget = undefined
}

function budgetFor(memory: BodyMemory, bytes: number, holder: string | undefined): ByteBudget {
  if (holder === undefined) return memory.unknown
  return bytes <= LIMITS.bodies.smallBodyBytes ? memory.small : memory.large
}
