import { AppError } from '#domain/app-error.ts'

type Method<A extends readonly unknown[], R> = (...args: A) => Promise<R>

export interface Guard {
  /** Turns engine failures into sentences, and refuses calls after close. */
  readonly guard: <A extends readonly unknown[], R>(method: Method<A, R>) => Method<A, R>
  /** Aborted when closing begins: long work stops at its next step. */
  readonly closing: AbortSignal
  /** Waits for the calls under way. False if it was called before. */
  readonly close: () => Promise<boolean>
}

/** `asFailure` says what an error of the engine means. */
export function createGuard(what: string, asFailure: (error: unknown) => unknown): Guard {
  const closing = new AbortController()
  const inFlight = new Set<Promise<unknown>>()
  return {
    closing: closing.signal,
    guard:
      (method) =>
      async (...args) => {
        if (closing.signal.aborted) throw new AppError('store_unavailable', `${what} is closed.`)
        const call = method(...args)
        inFlight.add(call)
        try {
          return await call
        } catch (error) {
          throw asFailure(error)
        } finally {
          inFlight.delete(call)
        }
      },
    async close() {
      if (closing.signal.aborted) return false
      closing.abort()
      await Promise.allSettled(inFlight)
      return true
    },
  }
}

/** Runs what it is given one after the other, in order of arrival, whether or not the one before failed. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
