import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { currentQuestion, tooSlow, type Question } from '#domain/question.ts'
import { createReaderQueue } from '#stores/reader-queue.ts'
import { openReaderThread, type Rows } from './reader-thread.ts'

export interface ReaderThreads {
  /**
   * Waits for a free thread, in order of arrival. The statement is interrupted in the engine when the question that it
   * belongs to is aborted, unless that changes something, and after `ownDeadlineMs` in any case.
   */
  run(sql: string, parameters: readonly unknown[]): Promise<Rows>
  /** Breaks off what is being read. */
  close(): Promise<void>
}

const { recordReaders, recordReadersPerRequester, ownDeadlineMs: longest } = LIMITS.questions

export function openReaderThreads(file: string, log: Log, ownDeadlineMs: number = longest): ReaderThreads {
  const threads = Array.from({ length: recordReaders }, () => openReaderThread(file, log))
  const queue = createReaderQueue(threads, recordReadersPerRequester)
  const closing = new AbortController()

  return {
    async run(sql, parameters) {
      closing.signal.throwIfAborted()
      const question = interruptible(currentQuestion())
      const thread = await queue.take(question)
      const answered = thread.run(sql, parameters).finally(() => queue.give(thread, question?.requester))
      // The caller gets its rejection at once; the thread is free a moment later.
      return whileWanted(answered, [closing.signal, question], ownDeadlineMs, () => thread.interrupt())
    },
    async close() {
      closing.abort(new AppError('store_unavailable', 'The records are closing.'))
      await Promise.all(threads.map(() => queue.take(undefined)))
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

const NEVER = new AbortController().signal

/** Records are read between the writes of a command, which must be done or left undone as a whole. */
function interruptible(question: Question | undefined): Question | undefined {
  return question?.changes === true ? { ...question, signal: NEVER } : question
}

async function whileWanted<T>(
  answered: Promise<T>,
  [closing, question]: readonly [AbortSignal, Question | undefined],
  ownDeadlineMs: number,
  interrupt: () => void,
): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    interrupt()
    stopped.reject(reason)
  }
  const closed = () => stop(closing.reason)
  const left = () => stop(question?.signal.reason)
  const timer = setTimeout(() => stop(tooSlow(ownDeadlineMs)), ownDeadlineMs)
  closing.addEventListener('abort', closed)
  question?.signal.addEventListener('abort', left)
  if (closing.aborted) closed()
  else if (question?.signal.aborted === true) left()
  try {
    return await Promise.race([answered, stopped.promise])
  } finally {
    // What is broken off fails a second time, when the thread says so.
    answered.catch(() => undefined)
    clearTimeout(timer)
    closing.removeEventListener('abort', closed)
    question?.signal.removeEventListener('abort', left)
  }
}
