import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { Log } from '#domain/log.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { Failure } from '#app/process/failure.ts'
import { connectSymbols } from '#symbols/thread/connect-symbols.ts'
import type { FromSymbols, SymbolsStart, ToSymbols } from './symbols-messages.ts'

export interface SymbolsThread extends Symbolicator {
  /** A client without a port wants one: it gets one as soon as the thread runs, and asks again when that has ended. */
  start(share: (port: MessagePort) => void): void
  onFailure(listener: (failure: Failure) => void): void
  stop(): Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * A thread of its own opens source maps: one of 5 MB takes a third of a second, and neither requests nor events wait
 * for it. It begins when it is first asked, because it takes memory. That is bounded; a map that needs more ends the
 * thread, and another one starts after a while.
 */
export function startSymbolsThread(start: SymbolsStart, deps: { readonly log: Log }): SymbolsThread {
  const own = connectSymbols(ensure)
  const waiting = new Set<(port: MessagePort) => void>()
  const failureListeners: Array<(failure: Failure) => void> = []
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let deaths = 0
  let stopping = false

  function ensure(): void {
    if (worker === undefined && restart === undefined && !stopping) begin()
  }

  function begin(): void {
    restart = undefined
    const startedAt = Date.now()
    const started = startWorker(start)
    worker = started
    started.on('message', ({ failure }: FromSymbols) => {
      for (const listener of failureListeners) listener(failure)
    })
    started.on('error', (error) => deps.log.error('the thread that opens source maps failed', { error }))
    started.on('exit', () => {
      worker = undefined
      if (stopping) return
      if (Date.now() - startedAt > LONGEST_PAUSE_MS) deaths = 0
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** deaths++, LONGEST_PAUSE_MS)
      restart = setTimeout(begin, pause)
    })
    own.connect(portTo(started))
    for (const share of waiting) share(portTo(started))
    waiting.clear()
  }

  return {
    start(share) {
      if (worker !== undefined) return share(portTo(worker))
      waiting.add(share)
      ensure()
    },
    symbolicate: (ask) => own.symbolicate(ask),
    onFailure: (listener) => void failureListeners.push(listener),
    async stop() {
      stopping = true
      clearTimeout(restart)
      const running = worker
      if (running !== undefined) {
        // Not `once`, which fails where the thread dies of a map meanwhile.
        const ended = new Promise((resolve) => running.once('exit', resolve))
        running.postMessage({ type: 'stop' } satisfies ToSymbols)
        await ended
      }
      own.close()
    },
  }
}

function startWorker(workerData: SymbolsStart): Worker {
  return new Worker(new URL('./symbols-worker.ts', import.meta.url), {
    workerData,
    name: 'symbols',
    resourceLimits: { maxOldGenerationSizeMb: workerData.memory.heapMb },
  })
}

function portTo(worker: Worker): MessagePort {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'serve', port: port2 } satisfies ToSymbols, [port2])
  return port1
}
