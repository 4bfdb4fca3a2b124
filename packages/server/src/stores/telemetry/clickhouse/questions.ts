import { AppError } from '#domain/app-error.ts'
import { currentQuestion } from '#domain/question.ts'

import { createReaderQueue } from '#stores/reader-queue.ts'
import type { Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { createBindings, type ClickHouseBindings } from './bindings.ts'
import type { Engine } from './engine.ts'

/** Asks ClickHouse, on behalf of a question. */
export interface Ask extends Query {
  readonly bindings: () => ClickHouseBindings
}

export interface Questions {
  /** Waits for its turn. What is asked is ended on the server, too, when the question that it belongs to is aborted. */
  read<T>(work: (ask: Ask) => Promise<T>): Promise<T>
  /** Breaks off what is being read, and refuses what comes later. */
  interrupt(): void
}

/** Asked at the same time, so that no page holds all of the server. */
const AT_ONCE = 8

export function createQuestions(engine: Pick<Engine, 'ask'>): Questions {
  const queue = createReaderQueue(Array.from({ length: AT_ONCE }, (_, index) => index))
  const closing = new AbortController()
  return {
    async read(work) {
      const question = currentQuestion()
      const turn = await queue.take(question)
      const stop = AbortSignal.any([closing.signal, ...(question ? [question.signal] : [])])
      try {
        return await work(askOf(engine, stop))
      } finally {
        queue.give(turn, question?.requester)
      }
    },
    interrupt: () => closing.abort(new AppError('store_unavailable', 'The telemetry store is closing.')),
  }
}

/** Without a signal: for what the store itself has to know. */
export function askOf(engine: Pick<Engine, 'ask'>, stop?: AbortSignal): Ask {
  const ask = async (sql: string, bind: Parameters<Query>[1]): Promise<readonly Row[]> => {
    stop?.throwIfAborted()
    try {
      // What `bindings` made.
      return await engine.ask(sql, bind as ClickHouseBindings, stop)
    } catch (error) {
      if (stop?.aborted === true) throw stop.reason
      throw error
    }
  }
  return Object.assign(ask, { bindings: createBindings })
}
