import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './app-error.ts'

/** On whose behalf something is read, and until when anybody wants to know. */
export interface Question {
  /** The requester for fair sharing of readers: a user, a token or an alert. Undefined: the server itself. */
  readonly requester: string | undefined
  /** Aborted when the requester is gone or the time is up; its reason is what the requester is answered. */
  readonly signal: AbortSignal
  /** Something is changed: to break it off half-way would leave the change without its line in the audit log. */
  readonly changes?: boolean | undefined
}

const asked = new AsyncLocalStorage<Question>()

/** Everything that `work` reads, however deep, belongs to this question. */
export function asking<T>(question: Question, work: () => T): T {
  return asked.run(question, work)
}

export function currentQuestion(): Question | undefined {
  return asked.getStore()
}

/**
 * Asks with a deadline, and no longer than `gone` is silent. Once `work` is done nothing is aborted any more: what it
 * left running in the background is not the requester's.
 */
export async function askWithin<T>(
  requester: string,
  {
    deadlineMs,
    gone,
    changes,
  }: {
    readonly deadlineMs: number
    readonly gone?: AbortSignal | undefined
    readonly changes?: boolean
  },
  work: () => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(tooSlow(deadlineMs)), deadlineMs)
  const leave = () => stop.abort(cancelled())
  if (gone?.aborted === true) leave()
  if (deadlineMs <= 0) stop.abort(tooSlow(deadlineMs))
  gone?.addEventListener('abort', leave)
  try {
    return await asking({ requester, signal: stop.signal, changes }, work)
  } finally {
    clearTimeout(timer)
    gone?.removeEventListener('abort', leave)
  }
}

export function tooSlow(deadlineMs: number): AppError {
  return new AppError(
    'too_slow',
    `This took longer than ${deadlineMs / 1000} seconds and was stopped. Ask for less: a shorter time, a more exact filter, or fewer words.`,
  )
}

export function cancelled(): AppError {
  return new AppError('cancelled', 'The request was cancelled.')
}
