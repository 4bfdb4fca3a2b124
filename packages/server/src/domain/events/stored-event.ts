import type { Grouping } from '#domain/issues/grouping.ts'
import type { JsonObject } from '#domain/json.ts'

/** A field that was shortened on arrival, so that the UI can say so. */
export interface Cut {
  /** Path in the payload, e.g. `exception.values.0.value`. */
  readonly path: string
  /** What the limit counts. */
  readonly unit: 'characters' | 'bytes' | 'items' | 'levels'
  readonly limit: number
  readonly original: number
}

/** A value that was replaced because it looked like a secret. */
export interface Scrubbed {
  readonly path: string
  readonly rule: string
}

/**
 * The stored event: the payload as sent, minus secrets and cuts, and what is only known on arrival. Nothing derived
 * from the payload is stored here.
 */
export interface EventDocument {
  readonly payload: JsonObject
  readonly received: {
    readonly at: number
    /** `sent_at` of the envelope, for clocks that are off. */
    readonly sentAt: number | undefined
    readonly address: string | undefined
    readonly userAgent: string | undefined
    readonly clientHints: Readonly<Record<string, string>>
    readonly sdk: string | undefined
  }
  readonly cuts: readonly Cut[]
  readonly scrubbed: readonly Scrubbed[]
  readonly grouping: Grouping
}
