import { once } from 'node:events'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { Failure } from '#app/process/failure.ts'
import { connectTelemetry } from '#stores/telemetry/thread/telemetry-client.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { FromTelemetry, TelemetryStart, ToTelemetry } from './telemetry-messages.ts'
import { opened } from './thread-opened.ts'

export interface TelemetryThread {
  /** For this thread. */
  readonly store: TelemetryStore
  /** For another one, which connects to the store with it. */
  port(): MessagePort
  onFailure(listener: (failure: Failure) => void): void
  /** The thread ended without being asked to: nothing is lost, but nothing can be read or digested either. */
  onDeath(listener: (error: Error) => void): void
  /** Call it after the last write. */
  stop(): Promise<void>
}

/**
 * The telemetry store has a thread of its own. It answers while an event is being digested, however long that takes, and
 * the digester's thread can be ended at any time: ending a thread inside a DuckDB call would end the process.
 */
export async function startTelemetryThread(start: TelemetryStart): Promise<TelemetryThread> {
  const worker = new Worker(new URL('./telemetry-worker.ts', import.meta.url), {
    workerData: start,
    name: 'telemetry',
  })
  await opened(worker)
  let stopping = false

  function port(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage({ type: 'serve', port: port2 } satisfies ToTelemetry, [port2])
    return port1
  }

  return {
    store: connectTelemetry(port()),
    port,
    onFailure(listener) {
      worker.on('message', (message: FromTelemetry) => {
        if (message.type === 'failed') listener(message.failure)
      })
    },
    onDeath(listener) {
      worker.on('error', listener)
      worker.on('exit', (code) => {
        if (!stopping) listener(new Error(`the telemetry thread ended with code ${code}`))
      })
    },
    async stop() {
      stopping = true
      const ended = once(worker, 'exit')
      worker.postMessage({ type: 'stop' } satisfies ToTelemetry)
      await ended
    },
  }
}
