import { Drop } from '#domain/outcome.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { Coding } from './content-coding.ts'

/** What one request holds of the budget. Whoever asked for the body gives it back after the body was used. */
export interface Hold {
  bytes: number
}

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
  readonly budget: ByteBudget
  readonly hold: Hold
}

export function reserve(plan: BodyPlan, bytes: number): boolean {
  if (!plan.budget.take(bytes)) return false
  plan.hold.bytes += bytes
  return true
}

export function tooLarge(limit: number): Drop {
  return new Drop('too_large', `the body is larger than ${limit} bytes`)
}

export function overloaded(): Drop {
  return new Drop('overloaded', 'too many request bodies are being read, try again')
}
