import type { Scope } from './event-scope.ts'
import type { Methods } from './methods.ts'

/** When events were enough. Those of a scope: its range says which of them count. */
export interface ThresholdTelemetry {
  /**
   * The windows in which there were at least so many, oldest first, by issue or of everything (''). A window is
   * `windowMs` long and ends, exclusively, at a multiple of `stepMs`; those with an end in `ends` are looked at.
   */
  windows(
    scope: Scope,
    options: {
      readonly by: 'issue' | 'none'
      readonly measure: 'events' | 'users'
      readonly windowMs: number
      readonly stepMs: number
      readonly ends: { readonly from: number; readonly to: number }
      readonly atLeast: number
      readonly limit: number
    },
  ): Promise<ReadonlyArray<{ readonly key: string; readonly end: number; readonly count: number }>>
  /** The issues that reached so many at or after `since`, counted from the beginning of the scope, and when. */
  reached(
    scope: Scope,
    options: {
      readonly measure: 'events' | 'users'
      readonly count: number
      readonly since: number
      readonly limit: number
    },
  ): Promise<ReadonlyArray<{ readonly key: string; readonly at: number }>>
}

export const THRESHOLD_METHODS = {
  windows: 'read',
  reached: 'read',
} as const satisfies Methods<ThresholdTelemetry>
