import type { Failure } from '#stores/telemetry/thread/telemetry-messages.ts'

/** The SQL function that aborts a cancelled statement; otherwise it returns true. */
export const WANTED = 'still_wanted'

export interface ReaderStart {
  readonly file: string
  /** Shared with the thread: the ID of the cancelled statement. */
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
