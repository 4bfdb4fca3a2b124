import type { MessagePort } from 'node:worker_threads'
import type { Config } from '#app/config.ts'
import type { DataFolder } from '#app/data-folder.ts'
import type { Failure } from '#app/process/failure.ts'
import type { SummedCount } from '#digest/counts.ts'
import type { ItemAtWork } from './item-watch.ts'
import type { Pressure } from '#app/http/backpressure.ts'

export interface DigesterStart {
  readonly folder: DataFolder
  readonly logging: Config['logging']
  readonly telemetryPort: MessagePort
  readonly pressure: Pressure
  readonly itemAtWork: ItemAtWork
  /** How often the thread was ended over which item. */
  readonly overruns: ReadonlyMap<number, number>
}

/** From the main thread to the digester. */
export type ToDigester =
  | { readonly type: 'committed'; readonly position: number }
  | { readonly type: 'settings_changed' }
  /** Whether this thread is the one that reads what earlier versions kept. */
  | { readonly type: 'kept_items'; readonly mayRead: boolean }
  /** Where stacks are mapped from now on. */
  | { readonly type: 'symbols'; readonly port: MessagePort }
  | { readonly type: 'stop' }

export interface DigestedProject {
  readonly projectId: string
  readonly events: number
  readonly issueIds: readonly string[]
  readonly created: readonly string[]
}

/** From the digester to the main thread. */
export type FromDigester =
  | { readonly type: 'opened' }
  | {
      readonly type: 'digested'
      /** Everything below is in every store. */
      readonly position: number
      readonly items: number
      readonly records: number
      readonly durationMs: number
      /** When the last record was received. */
      readonly receivedAt: number | undefined
      /** What became of the items, of all projects together. */
      readonly counts: readonly SummedCount[]
      readonly projects: readonly DigestedProject[]
    }
  /** It has stacks to map and no symbolicator. */
  | { readonly type: 'symbols_wanted' }
  /** A fault of ours; it is in the log already. */
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'stopped' }
