import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { currentQuestion, tooSlow } from '#domain/question.ts'

import type { Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { createBindings, type DuckDbBindings } from './bindings.ts'
import { createReaderQueue } from '#stores/reader-queue.ts'

export interface ReaderPool {
  /**
   * Waits for a free connection, in order of arrival. The statement under way is interrupted when the question that it
   * belongs to is aborted, and after `ownDeadlineMs` in any case.
   */
  read<T>(work: (query: Query) => Promise<T>): Promise<T>
  /** Breaks off what is being read, and refuses what comes later. */
  interrupt(): void
  /** The same, and waits for the end of it. */
  close(): Promise<void>
}

/** Only a running statement can be interrupted, and there is no signal when it starts. */
const INTERRUPT_EVERY_MS = 20

/**
 * DuckDB's work shares libuv's threads with `fdatasync`: more queries at once would delay group commits, and appends
 * have a connection of their own so that they never wait for a query (spec TS8).
 */
export async function openReaderPool(
  instance: DuckDBInstance,
  size: number,
  ownDeadlineMs: number = LIMITS.questions.ownDeadlineMs,
): Promise<ReaderPool> {
  const connections = await Promise.all(Array.from({ length: size }, () => instance.connect()))
  const queue = createReaderQueue(connections)
  const closing = new AbortController()
  const interrupt = () => closing.abort(new AppError('store_unavailable', 'The telemetry store is closing.'))

  return {
    async read(work) {
      const question = currentQuestion()
      const connection = await queue.take(question)
      const deadline = new AbortController()
      const timer = setTimeout(() => deadline.abort(tooSlow(ownDeadlineMs)), ownDeadlineMs)
      const stop = AbortSignal.any([closing.signal, deadline.signal, ...(question ? [question.signal] : [])])
      try {
        const query: Query = Object.assign(
          // What `bindings` made.
          (...[sql, bind]: Parameters<Query>) => interruptible(connection, stop, sql, bind as DuckDbBindings),
          { bindings: createBindings },
        )
        return await work(query)
      } finally {
        clearTimeout(timer)
        queue.give(connection, question?.requester)
      }
    },
    interrupt,
    async close() {
      interrupt()
      const idle = await Promise.all(connections.map(() => queue.take(undefined)))
      for (const connection of idle) connection.closeSync()
    },
  }
}

async function interruptible(
  connection: DuckDBConnection,
  stop: AbortSignal,
  sql: string,
  { values, types }: DuckDbBindings,
): Promise<readonly Row[]> {
  stop.throwIfAborted()
  let again: NodeJS.Timeout | undefined
  const interrupt = () => {
    connection.interrupt()
    again ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
  }
  stop.addEventListener('abort', interrupt, { once: true })
  try {
    const asked = values.length === 0 ? connection.run(sql) : connection.run(sql, values, types)
    return await (await asked).getRowObjectsJS()
  } catch (error) {
    if (stop.aborted) throw stop.reason
    throw error
  } finally {
    stop.removeEventListener('abort', interrupt)
    clearInterval(again)
  }
}
