import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '#domain/log.ts'
import { type Spool, SpoolRefused } from '#spool/spool.ts'
import { tell } from '#spool/tell.ts'
import { createAppendQueue } from './append-queue.ts'
import {
  toError,
  type FromSpool,
  type Known,
  type SpoolThreadOptions,
  type ToSpool,
} from './spool-messages.ts'
import { createTrimCalls } from './trim-calls.ts'

export interface ThreadedSpool extends Spool {
  /** Milliseconds that all senders together have waited so far, from the first of each batch on. */
  waitedMs(): number
  /** The thread ended without being asked to. Nothing acknowledged is lost; nothing more is accepted. */
  onDeath(listener: (error: Error) => void): void
}

/**
 * A spool that checks, writes and syncs in a thread of its own. The thread that answers senders hands over everything
 * of a commit in one message and gets one message back: the disk costs it next to nothing, and no query of a store
 * can come between a request and its fdatasync.
 */
export async function openSpoolThread(options: SpoolThreadOptions, log: Log): Promise<ThreadedSpool> {
  const worker = new Worker(new URL('./spool-worker.ts', import.meta.url), {
    workerData: options,
    name: 'spool',
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  let known = await opened(worker, log)
  const queue = createAppendQueue((message, transfer) => worker.postMessage(message, transfer))
  const trims = createTrimCalls((message) => worker.postMessage(message))
  const listeners: ((committed: number) => void)[] = []
  let gone: SpoolRefused | undefined

  const learn = (news: Known) => {
    const before = known.status.committed
    known = news
    if (news.status.committed > before) tell(listeners, news.status.committed, log)
  }
  const end = (reason: string) => {
    gone = new SpoolRefused('spool_full', options.retryAfterSeconds, { cause: new Error(reason) })
    queue.refuseAll(gone)
    trims.refuseAll(gone)
  }
  worker.on('message', (message: FromSpool) => {
    if (message.type === 'log') return pass(log, message)
    if ('known' in message) learn(message.known)
    if (message.type === 'settled') queue.settle(message)
    if (message.type === 'trimmed') trims.settle(message.call, message.failure)
  })
  worker.on('exit', () => end('the thread of the spool has ended'))

  const refusal = () =>
    gone ?? (known.refusal && toError(known.refusal)) ?? queue.refusal(options, known.status.bytes)
  return {
    id: known.status.id,
    refusal,
    append(receipt, body) {
      const refused = refusal()
      return refused ? Promise.reject(refused) : queue.add(JSON.stringify(receipt), body)
    },
    onCommit: (listener) => void listeners.push(listener),
    trim: (position) => (gone === undefined ? trims.call(position) : Promise.reject(gone)),
    status: () => known.status,
    waitedMs: queue.waitedMs,
    onDeath(listener) {
      worker.on('error', listener)
      worker.on('exit', (code) => {
        if (gone === undefined || code !== 0) listener(new Error(`the spool thread ended with code ${code}`))
      })
    },
    async close() {
      if (gone !== undefined) return
      queue.flush()
      const ended = once(worker, 'exit')
      worker.postMessage({ type: 'close' } satisfies ToSpool)
      await ended
    },
  }
}

function opened(worker: Worker, log: Log): Promise<Known> {
  return new Promise((resolve, reject) => {
    const listen = (message: FromSpool) => {
      if (message.type === 'log') pass(log, message)
      if (message.type !== 'opened') return
      worker.off('message', listen)
      worker.off('error', reject)
      resolve(message.known)
    }
    worker.on('message', listen)
    worker.once('error', reject)
  })
}

function pass(log: Log, message: Extract<FromSpool, { type: 'log' }>): void {
  log[message.level](message.message, JSON.parse(message.fields) as Record<string, unknown>)
}
