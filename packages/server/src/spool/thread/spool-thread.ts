import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { type Spool, SpoolRefused } from '#spool/spool.ts'
import { tell } from '#spool/tell.ts'
import { encodeBatch, type Waiting } from './batch-codec.ts'
import type { FromSpool, Known, Refused, SpoolThreadOptions, ToSpool } from './spool-messages.ts'

export interface ThreadedSpool extends Spool {
  /** The thread ended without being asked to. Nothing acknowledged is lost; nothing more is accepted. */
  onDeath(listener: (error: Error) => void): void
}

interface Append extends Waiting {
  readonly resolve: (position: number) => void
  readonly reject: (error: Error) => void
}

/**
 * A spool that checks, writes and syncs in a thread of its own. The thread that answers senders hands over everything
 * of one turn of its loop in one message and gets one message back: the disk costs it next to nothing, and no
 * query of a store can come between a request and its fdatasync.
 */
export async function openSpoolThread(options: SpoolThreadOptions, log: Log): Promise<ThreadedSpool> {
  const worker = new Worker(new URL('./spool-worker.ts', import.meta.url), {
    workerData: options,
    name: 'spool',
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  let known = await opened(worker, log)
  const queue = createAppendQueue((message, transfer) => worker.postMessage(message, transfer))
  const trims = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const listeners: ((committed: number) => void)[] = []
  let lastTrim = 0
  let gone: SpoolRefused | undefined

  const learn = (news: Known) => {
    const before = known.status.committed
    known = news
    if (news.status.committed > before) tell(listeners, news.status.committed, log)
  }
  const end = (reason: string) => {
    gone = new SpoolRefused('spool_full', options.retryAfterSeconds, { cause: new Error(reason) })
    queue.refuseAll(gone)
    for (const { reject } of trims.values()) reject(gone)
    trims.clear()
  }
  worker.on('message', (message: FromSpool) => {
    if (message.type === 'log') return pass(log, message)
    if ('known' in message) learn(message.known)
    if (message.type === 'settled') queue.settle(message.batch, message.results)
    if (message.type === 'trimmed') {
      const trim = trims.get(message.call)
      trims.delete(message.call)
      if (message.failure === undefined) trim?.resolve()
      else trim?.reject(new Error(message.failure))
    }
  })
  worker.on('exit', () => end('the thread of the spool has ended'))

  const refusal = () => gone ?? (known.refusal && toError(known.refusal)) ?? queue.refusal(options)
  return {
    id: known.status.id,
    refusal,
    append(receipt, body) {
      const refused = refusal()
      return refused ? Promise.reject(refused) : queue.add(JSON.stringify(receipt), body)
    },
    onCommit: (listener) => void listeners.push(listener),
    trim: (position) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(gone)
        lastTrim += 1
        trims.set(lastTrim, { resolve, reject })
        worker.postMessage({ type: 'trim', call: lastTrim, position } satisfies ToSpool)
      }),
    status: () => known.status,
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

/** Gathers the appends of a turn and remembers who waits for which batch. */
function createAppendQueue(post: (message: ToSpool, transfer: ArrayBuffer[]) => void) {
  const waiting = new Map<number, readonly Append[]>()
  let gathering: Append[] = []
  let lastBatch = 0
  let pendingBytes = 0
  const sizeOf = (appends: readonly Append[]) => appends.reduce((sum, { body }) => sum + body.byteLength, 0)

  const flush = () => {
    if (gathering.length === 0) return
    lastBatch += 1
    const records = encodeBatch(gathering)
    waiting.set(lastBatch, gathering)
    gathering = []
    post({ type: 'append', batch: lastBatch, records }, [records])
  }

  return {
    flush,
    add: (receipt: string, body: Uint8Array) =>
      new Promise<number>((resolve, reject) => {
        if (gathering.length === 0) setImmediate(flush)
        pendingBytes += body.byteLength
        gathering.push({ receipt, body, resolve, reject })
      }),
    refusal: ({ retryAfterSeconds }: SpoolThreadOptions) =>
      pendingBytes > LIMITS.spool.pendingBytes
        ? new SpoolRefused('spool_full', retryAfterSeconds)
        : undefined,
    settle(batch: number, results: ReadonlyArray<number | Refused>) {
      const appends = waiting.get(batch) ?? []
      waiting.delete(batch)
      pendingBytes -= sizeOf(appends)
      for (const [index, { resolve, reject }] of appends.entries()) {
        const result = results[index]!
        if (typeof result === 'number') resolve(result)
        else reject(toError(result))
      }
    },
    refuseAll(error: Error) {
      const refused = [...[...waiting.values()].flat(), ...gathering]
      waiting.clear()
      gathering = []
      pendingBytes = 0
      for (const { reject } of refused) reject(error)
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

function toError({ reason, retryAfterSeconds, cause }: Refused): SpoolRefused {
  return new SpoolRefused(
    reason,
    retryAfterSeconds,
    cause === undefined ? undefined : { cause: new Error(cause) },
  )
}

function pass(log: Log, message: Extract<FromSpool, { type: 'log' }>): void {
  log[message.level](message.message, JSON.parse(message.fields) as Record<string, unknown>)
}
