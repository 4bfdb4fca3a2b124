import { AppError } from '#domain/app-error.ts'
import { currentQuestion, tooSlow, type Question } from '#domain/question.ts'
import { createReaderQueue } from '#stores/reader-queue.ts'

export type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** One connection that reads the records. */
export interface Reader {
  /** One at a time. Settles when the reader is free again, also after `interrupt`. */
  run(sql: string, parameters: readonly unknown[]): Promise<Rows>
  /** Ends the statement under way in the engine. */
  interrupt(): void
  close(): Promise<void>
}

export interface Readers {
  /**
   * Waits for a free reader, in order of arrival. The statement is interrupted in the engine when the question that it
   * belongs to is aborted, unless that changes something, and after `ownDeadlineMs` in any case.
   */
  run(sql: string, parameters: readonly unknown[]): Promise<Rows>
  /** Breaks off what is being read. */
  close(): Promise<void>
}

export function shareReaders(
  readers: readonly Reader[],
  { perRequester, ownDeadlineMs }: { readonly perRequester: number; readonly ownDeadlineMs: number },
): Readers {
  const queue = createReaderQueue(readers, perRequester)
  const closing = new AbortController()

  return {
    async run(sql, parameters) {
      closing.signal.throwIfAborted()
      const question = interruptible(currentQuestion())
      const reader = await queue.take(question)
      const answered = reader.run(sql, parameters).finally(() => queue.give(reader, question?.requester))
      // The caller gets its rejection at once; the reader is free a moment later.
      return whileWanted(answered, [closing.signal, question], ownDeadlineMs, () => reader.interrupt())
    },
    async close() {
      closing.abort(new AppError('store_unavailable', 'The records are closing.'))
      await Promise.all(readers.map(() => queue.take(undefined)))
      await Promise.all(readers.map((reader) => reader.close()))
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
    // What is broken off fails a second time, when the reader says so.
    answered.catch(() => undefined)
    clearTimeout(timer)
    closing.removeEventListener('abort', closed)
    question?.signal.removeEventListener('abort', left)
  }
}
