import { SpoolRefused, type SpoolStatus } from '../spool.ts'

export interface SpoolThreadOptions {
  readonly dir: string
  readonly limitBytes: number
  readonly reserveBytes: number
  readonly segmentBytes: number
  readonly retryAfterSeconds: number
  readonly minimumPosition: number
}

export interface Refused {
  readonly reason: SpoolRefused['reason']
  readonly retryAfterSeconds: number
  readonly cause: string | undefined
}

/** What the other side must know to answer without asking. */
export interface Known {
  readonly status: SpoolStatus
  readonly refusal: Refused | undefined
}

export type ToSpool =
  | { readonly type: 'append'; readonly batch: number; readonly records: ArrayBuffer }
  | { readonly type: 'trim'; readonly call: number; readonly position: number }
  | { readonly type: 'close' }

export type FromSpool =
  | { readonly type: 'opened'; readonly known: Known }
  /** A position for each record of the batch, or why it was refused. */
  | {
      readonly type: 'settled'
      readonly batch: number
      readonly results: ReadonlyArray<number | Refused>
      readonly known: Known
    }
  | {
      readonly type: 'trimmed'
      readonly call: number
      readonly failure: string | undefined
      readonly known: Known
    }
  | { readonly type: 'known'; readonly known: Known }
  | {
      readonly type: 'log'
      readonly level: 'debug' | 'info' | 'warn' | 'error'
      readonly message: string
      readonly fields: string
    }
  | { readonly type: 'closed' }

export function toError({ reason, retryAfterSeconds, cause }: Refused): SpoolRefused {
  return new SpoolRefused(
    reason,
    retryAfterSeconds,
    cause === undefined ? undefined : { cause: new Error(cause) },
  )
}
