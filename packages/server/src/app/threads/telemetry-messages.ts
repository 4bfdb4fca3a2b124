import type { MessagePort } from 'node:worker_threads'
import type { Config } from '#app/config.ts'
import type { DataFolder } from '#app/data-folder.ts'
import type { Failure } from '#app/process/failure.ts'

export interface TelemetryStart {
  readonly folder: DataFolder
  readonly logging: Config['logging']
}

/** From the main thread to the one that owns the telemetry store. */
export type ToTelemetry =
  /** Answers what is asked on this port, too. */
  { readonly type: 'serve'; readonly port: MessagePort } | { readonly type: 'stop' }

export type FromTelemetry =
  | { readonly type: 'opened' }
  /** A fault of ours; it is in the log already. */
  | { readonly type: 'failed'; readonly failure: Failure }
