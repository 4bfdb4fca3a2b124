import type { MessagePort } from 'node:worker_threads'
import type { Config } from '#app/config.ts'
import type { DataFolder } from '#app/data-folder.ts'
import type { Failure } from '#app/process/failure.ts'
import type { MapMemory } from '#symbols/maps/memory.ts'

export interface SymbolsStart {
  readonly folder: DataFolder
  readonly memory: MapMemory
  readonly logging: Config['logging']
}

export type ToSymbols =
  /** A new client connects here. */
  { readonly type: 'serve'; readonly port: MessagePort } | { readonly type: 'stop' }

export interface FromSymbols {
  readonly type: 'failed'
  readonly failure: Failure
}
