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
  /** The first `bytes` of the buffer are records without a place. It comes back. */
  | {
      readonly type: 'append'
      readonly batch: number
      readonly records: ArrayBuffer
      readonly bytes: number
    }
  | { readonly type: 'trim'; readonly call: number; readonly position: number }
  | { readonly type: 'close' }

export interface Settled {
  readonly type: 'settled'
  readonly batch: number
  /** The position of the first record, or why none was accepted. */
  readonly outcome: number | Refused
  readonly records: ArrayBuffer
  readonly known: Known
}

export type FromSpool =
  | { readonly type: 'opened'; readonly known: Known }
  | Settled
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
