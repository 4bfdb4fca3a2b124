import type { Failure } from '#stores/telemetry/thread/telemetry-messages.ts'

/** The SQL function that ends a statement nobody waits for any more; otherwise it is true. */
export const WANTED = 'still_wanted'

export interface ReaderStart {
  readonly file: string
  /** Shared with the thread: the id of the statement that nobody waits for any more. */
  readonly unwanted: Int32Array
}

export type ToReader =
  | { readonly id: number; readonly sql: string; readonly parameters: readonly unknown[] }
  | 'close'

/** Rows without their names: an object per row takes four times as long to bring over. */
export type FromReader =
  | {
      readonly id: number
      readonly columns: readonly string[]
      readonly rows: ReadonlyArray<readonly unknown[]>
    }
  | { readonly id: number; readonly failure: Failure }
