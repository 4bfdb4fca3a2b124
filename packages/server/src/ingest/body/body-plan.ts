import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { hold, type BodyMemory, type Hold } from './body-memory.ts'
import type { Coding } from './content-coding.ts'
import type { ProgressWatch } from '#ingest/quota/progress-watch.ts'
import type { Refusal } from '#ingest/http/refusal.ts'

export interface BodyLimits {
  /** Bytes as sent. */
  readonly wire: number
  /** Bytes after every coding was undone. */
  readonly decoded: number
}

/** How much of a body may come at all: what no coding made smaller must not be larger than what it may become. */
export function limitOf({ wire, decoded }: BodyLimits, isCoded: boolean): number {
  return isCoded ? wire : Math.min(wire, decoded)
}

export interface BodyPlan {
  readonly codings: readonly Coding[]
  readonly limits: BodyLimits
  readonly memory: BodyMemory
  readonly hold: Hold
  readonly progress: ProgressWatch
  /** The holder of the memory; undefined while the key is unknown. */
  readonly holder: () => string | undefined
  /** Reads the key from the first line of the body if nothing before it had one. */
  readonly identify: (firstLine: Buffer) => Drop | Refusal | undefined
}

export function reserve(plan: BodyPlan, bytes: number): boolean {
  return hold(plan.memory, plan.hold, bytes, plan.holder())
}

export function isKnown(plan: BodyPlan): boolean {
  return plan.holder() !== undefined
}

/** What a body of so many bytes on the wire may become. */
export function mostExpanded(wireBytes: number): number {
  return Math.max(LIMITS.bodies.expansionFromBytes, wireBytes * LIMITS.bodies.expansion)
}

export function tooLarge(limit: number): Drop {
  return new Drop('too_large', `the body is larger than ${limit} bytes`)
}

export function tooDense(): Drop {
  return new Drop(
    'too_large',
    `the body becomes more than ${LIMITS.bodies.expansion} times as large when decoded`,
  )
}

export function overloaded(): Drop {
  return new Drop('overloaded', 'too many request bodies are being read, try again')
}

export function incomplete(why: string): Drop {
  return new Drop('incomplete', why)
}
