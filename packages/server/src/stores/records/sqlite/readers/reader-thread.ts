import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import { toError } from '#stores/telemetry/thread/telemetry-messages.ts'
import type { Reader, Rows } from '#stores/records/sql/readers.ts'
import type { FromReader, ReaderStart, ToReader } from './reader-messages.ts'

/** A thread with a connection of its own to the records. One that ends by itself fails the statement under way; the next statement gets a new thread. */
export function openReaderThread(file: string, log: Log): Reader {
  const unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let worker: Worker | undefined
  let pending: PromiseWithResolvers<Rows> | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: { file, unwanted } satisfies ReaderStart,
      name: 'records reader',
    })
    started.on('message', (message: FromReader) => {
      if ('failure' in message) pending?.reject(toError(message.failure))
      else pending?.resolve(named(message))
      pending = undefined
    })
    started.on('error', (error) => log.error('a thread that reads the records failed', { error }))
    started.on('exit', () => {
      worker = undefined
      pending?.reject(new AppError('store_unavailable', 'The thread that reads the records has ended.'))
      pending = undefined
    })
    return started
  }

  return {
    // Async, so that what cannot be posted is a rejection and the thread is given back.
    async run(sql, parameters) {
      worker ??= start()
      lastId = (lastId % MOST_ID) + 1
      pending = Promise.withResolvers<Rows>()
      worker.postMessage({ id: lastId, sql, parameters } satisfies ToReader)
      return pending.promise
    },
    interrupt() {
      Atomics.store(unwanted, 0, lastId)
    },
    async close() {
      if (worker === undefined) return
      const ended = once(worker, 'exit')
      worker.postMessage('close' satisfies ToReader)
      await ended
    },
  }
}

/** What fits into the shared number. */
const MOST_ID = 2 ** 31 - 1

function named({ columns, rows }: Exclude<FromReader, { readonly failure: unknown }>): Rows {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
}
