import { once } from 'node:events'
import { Worker, type MessagePort } from 'node:worker_threads'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { positionOf } from '#digest/item-budget.ts'
import type { DigesterStart, FromDigester, ToDigester } from './digester-messages.ts'
import { announceItems, createItemAtWork, itemAtWork, watchItems, type ItemAtWork } from './item-watch.ts'
import type { Pressure } from '#app/http/backpressure.ts'
import { opened } from './thread-opened.ts'

export interface SupervisedDigesterOptions {
  readonly folder: DigesterStart['folder']
  readonly logging: DigesterStart['logging']
  readonly pressure: Pressure
  /** A port to the telemetry store; each thread that is started needs one of its own. */
  readonly telemetryPort: () => MessagePort
  readonly hear: (message: FromDigester) => void
  /** The thread ended, and not over an item. */
  readonly died: (error: Error) => void
  readonly log: Log
  readonly limits?: ItemLimits
  /** Another one for tests of what a fault does to it. */
  readonly worker?: URL
}

type ItemLimits = Readonly<Record<'itemCpuMs' | 'itemLookMs', number>>

export interface SupervisedDigester {
  send(message: ToDigester): void
  /** The latest of its type is sent again to a thread that is started later. */
  keepSending(message: ToDigester): void
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/**
 * Digests in a thread that can be ended: an item that takes too long, or takes the thread down with it, is remembered,
 * and another thread goes on where the stores stand and sets the item aside.
 */
export async function superviseDigester(options: SupervisedDigesterOptions): Promise<SupervisedDigester> {
  const { hear, died, log, limits = LIMITS.pipeline } = options
  const shared = createItemAtWork()
  const overruns = new Map<number, number>()
  const kept = new Map<ToDigester['type'], ToDigester>()
  let stopping = false
  let running = await launch()
  let relaunched: Promise<void> = Promise.resolve()

  async function launch(): Promise<Worker> {
    announceItems(shared).done()
    const worker = startWorker(options, { itemAtWork: shared, overruns })
    await opened(worker)
    worker.on('message', (message: FromDigester) => {
      if (message.type === 'digested') forgetBelow(message.position)
      hear(message)
    })
    watchWorker(worker, shared, limits, (error, mark) => {
      if (stopping) return
      if (mark === undefined) died(error)
      else relaunched = relaunch(error, mark)
    })
    return worker
  }

  async function relaunch({ message: reason }: Error, mark: number): Promise<void> {
    overruns.set(mark, (overruns.get(mark) ?? 0) + 1)
    log.error('an item is set aside: it took too long, or ended the digester', {
      position: positionOf(mark),
      reason,
    })
    try {
      running = await launch()
      for (const message of kept.values()) send(message)
    } catch (error) {
      died(error as Error)
    }
  }

  /** What lies below is not read again. */
  function forgetBelow(position: number): void {
    // Those below zero are of kept items, which have positions of their own.
    for (const mark of overruns.keys()) if (mark >= 0 && positionOf(mark) < position) overruns.delete(mark)
  }

  function send(message: ToDigester): void {
    running.postMessage(message, message.type === 'symbols' ? [message.port] : [])
  }

  return {
    send,
    keepSending(message) {
      kept.set(message.type, message)
      send(message)
    },
    cpuSeconds: () => cpuSecondsOf(running),
    async stop() {
      stopping = true
      await relaunched
      if (running.threadId === -1) return
      const ended = once(running, 'exit')
      send({ type: 'stop' })
      await ended
    },
  }
}

function startWorker(
  { folder, logging, pressure, worker, ...options }: SupervisedDigesterOptions,
  items: Pick<DigesterStart, 'itemAtWork' | 'overruns'>,
): Worker {
  const telemetryPort = options.telemetryPort()
  const workerData: DigesterStart = { folder, logging, pressure, telemetryPort, ...items }
  return new Worker(worker ?? new URL('./digester-worker.ts', import.meta.url), {
    workerData,
    transferList: [telemetryPort],
    name: 'digester',
  })
}

/** Ends the thread when an item takes too long. Says how the thread ended, and over which item if over any. */
function watchWorker(
  worker: Worker,
  shared: ItemAtWork,
  { itemCpuMs, itemLookMs }: ItemLimits,
  ended: (error: Error, mark: number | undefined) => void,
): void {
  let fault: Error | undefined
  let overrun: number | undefined
  const watch = watchItems({
    work: () => itemAtWork(shared),
    cpuMs: () => cpuMsOf(worker),
    budgetMs: itemCpuMs,
    lookEveryMs: itemLookMs,
    onOverrun(mark) {
      // Kept, because the thread may finish this item before it ends, and then the next item would be blamed.
      overrun = mark
      fault = new Error(`it took more than ${itemCpuMs} ms of processor time`)
      void worker.terminate()
    },
  })
  worker.on('error', (error) => (fault = error as Error))
  worker.on('exit', (code) => {
    watch.stop()
    const error = fault ?? new Error(`the digester thread ended with code ${code}`)
    ended(error, overrun ?? itemAtWork(shared)?.mark)
  })
}

async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000
}

/** 0 of a thread that was ended meanwhile. */
async function cpuSecondsOf(worker: Worker): Promise<number> {
  return cpuMsOf(worker).then(
    (ms) => ms / 1000,
    () => 0,
  )
}
