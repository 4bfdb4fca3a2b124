import type { DataCategory } from './category.ts'

/**
 * What became of what was sent. `kept_raw`: accepted, stored without secrets, not understood by this version yet.
 * `cut`: stored, with the field named by `reason` shortened. `scrubbed`: stored, with something replaced by the rule. `refused`: answered with an error before acceptance.
 */
export type IntakeOutcome = 'accepted' | 'kept_raw' | 'cut' | 'scrubbed' | 'dropped' | 'refused'

/** One cell of the intake counts. */
export interface IntakeCount {
  /** Undefined when the sender could not be matched to a project. */
  readonly projectId: string | undefined
  /** Start of the hour, epoch milliseconds. */
  readonly hour: number
  readonly category: DataCategory
  readonly outcome: IntakeOutcome
  /** A DropReason, the path of a cut field, the rule that replaced a secret, or '' for accepted items. */
  readonly reason: string
  readonly quantity: number
}

export const HOUR_MS = 3_600_000

export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}
