import { once } from 'node:events'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'
import type { Failure } from '#ops/failure.ts'
import { connectTelemetry } from '#stores/thread/telemetry-client.ts'
import type { TelemetryStore } from '#stores/telemetry.ts'
import { type AreSendersFirst, createPressure, reportPressure } from './senders-first.ts'
import type { DigesterStart, FromDigester, ToDigester } from './digester-messages.ts'

export type Digested = Extract<FromDigester, { type: 'digested' }>

export interface DigesterThread {
  /** The store that lives in the thread. */
  readonly telemetry: TelemetryStore
  /** What the telemetry store has applied of the spool. */
  readonly watermark: number
  begin(committed: number): void
  /** Lets senders go first; `waitedMs` is what all of them together have waited for the spool so far. */
  yieldToSenders(waitedMs: () => number, areSendersFirst: AreSendersFirst): void
  committed(position: number): void
  settingsChanged(): void
  /** Where it can have stacks mapped. */
  shareSymbols(port: MessagePort): void
  onDigested(listener: (digested: Digested) => void): void
  onFailure(listener: (failure: Failure) => void): void
  /** Somebody has to share symbols with it. */
  onSymbolsWanted(listener: () => void): void
  /** The thread ended without being asked to: nothing is lost, but nothing is digested either. */
  onDeath(listener: (error: Error) => void): void
  /** Finishes the batch at hand and closes the stores. */
  stop(): Promise<void>
}

export async function startDigesterThread(
  start: Omit<DigesterStart, 'telemetryPort' | 'pressure'>,
): Promise<DigesterThread> {
  const channel = new MessageChannel()
  const pressure = createPressure()
  const workerData: DigesterStart = { ...start, telemetryPort: channel.port2, pressure }
  const worker = new Worker(new URL('./digester-worker.ts', import.meta.url), {
    workerData,
    transferList: [channel.port2],
    name: 'digester',
  })
  const watermark = await opened(worker)
  let stopping = false
  const send = (message: ToDigester) => worker.postMessage(message)
  return {
    telemetry: connectTelemetry(channel.port1),
    watermark,
    begin: (committed) => send({ type: 'begin', committed }),
    yieldToSenders: (waitedMs, areSendersFirst) => reportPressure(pressure, waitedMs, areSendersFirst),
    committed: (position) => send({ type: 'committed', position }),
    settingsChanged: () => send({ type: 'settings_changed' }),
    shareSymbols: (port) => worker.postMessage({ type: 'symbols', port } satisfies ToDigester, [port]),
    onDigested(listener) {
      worker.on('message', (message: FromDigester) => {
        if (message.type === 'digested') listener(message)
      })
    },
    onFailure(listener) {
      worker.on('message', (message: FromDigester) => {
        if (message.type === 'failed') listener(message.failure)
      })
    },
    onSymbolsWanted(listener) {
      worker.on('message', (message: FromDigester) => {
        if (message.type === 'symbols_wanted') listener()
      })
    },
    onDeath(listener) {
      worker.on('error', listener)
      worker.on('exit', (code) => {
        if (!stopping) listener(new Error(`the digester thread ended with code ${code}`))
      })
    },
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      send({ type: 'stop' })
      await ended
    },
  }
}

/** Rejects with what the thread says is wrong with the stores. */
function opened(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new AppError('store_unavailable', error.message, { cause: error }))
    worker.once('error', fail)
    const listen = (message: FromDigester) => {
      // A process manager may talk over the same port; its messages are not ours.
      if (message.type !== 'opened') return
      worker.off('error', fail)
      worker.off('message', listen)
      resolve(message.watermark)
    }
    worker.on('message', listen)
  })
}
