import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Question } from '#domain/question.ts'

interface Waiting<T> {
  readonly requester: string | undefined
  readonly give: (reader: T) => void
}

export interface ReaderQueue<T> {
  /** The next free reader, in order of arrival, but never more than its share to one requester. Rejects when aborted. */
  take(question: Question | undefined): Promise<T>
  give(reader: T, requester: string | undefined): void
}

const { waitingPerRequester, waiting: mostWaiting } = LIMITS.questions

/**
 * Shares readers so that no requester can hold all of them. The server itself has no limit, because it reads
 * sequentially.
 */
export function createReaderQueue<T>(
  readers: readonly T[],
  readersPerRequester: number = LIMITS.questions.readersPerRequester,
): ReaderQueue<T> {
  const free = [...readers]
  const held = new Map<string | undefined, number>()
  let queue: ReadonlyArray<Waiting<T>> = []

  const hasShare = (requester: string | undefined) =>
    requester === undefined || (held.get(requester) ?? 0) < readersPerRequester

  function count(requester: string | undefined, change: 1 | -1): void {
    const holds = (held.get(requester) ?? 0) + change
    if (holds === 0) held.delete(requester)
    else held.set(requester, holds)
  }

  function next(): void {
    while (free.length > 0) {
      const waiting = queue.find(({ requester }) => hasShare(requester))
      if (waiting === undefined) return
      queue = queue.filter((one) => one !== waiting)
      count(waiting.requester, 1)
      waiting.give(free.pop()!)
    }
  }

  function refuseMore(requester: string | undefined): void {
    const own = queue.filter((one) => one.requester === requester).length
    if (queue.length < mostWaiting && (requester === undefined || own < waitingPerRequester)) return
    throw new AppError('busy', 'Too many queries are waiting. Try again in a moment.')
  }

  return {
    async take(question) {
      const requester = question?.requester
      question?.signal.throwIfAborted()
      refuseMore(requester)
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          queue = queue.filter((one) => one !== waiting)
          reject(question?.signal.reason as Error)
        }
        const waiting: Waiting<T> = {
          requester,
          give(reader) {
            question?.signal.removeEventListener('abort', leave)
            resolve(reader)
          },
        }
        question?.signal.addEventListener('abort', leave, { once: true })
        queue = [...queue, waiting]
        next()
      })
    },
    give(reader, requester) {
      count(requester, -1)
      free.push(reader)
      next()
    },
  }
}
