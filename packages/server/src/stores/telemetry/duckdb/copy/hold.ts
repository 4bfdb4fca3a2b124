import type { createSerialQueue } from '#stores/telemetry/guard.ts'

export interface Hold {
  /** Runs the work in its turn, and lets no other have a turn after it before `end`; at once where the work fails. */
  begin(work: () => Promise<void>): Promise<void>
  end(): void
  /** In its turn; during a hold at once, because nothing is written then and a readiness probe must not wait for a copy. */
  read<T>(work: () => Promise<T>): Promise<T>
}

/** Closing ends a hold: a caller that is gone must not keep the store from stopping. */
export function createHold(inSequence: ReturnType<typeof createSerialQueue>, closing: AbortSignal): Hold {
  let end: (() => void) | undefined

  return {
    begin(work) {
      const done = Promise.withResolvers<void>()
      void inSequence(async () => {
        const over = Promise.withResolvers<void>()
        end = () => over.resolve()
        closing.addEventListener('abort', end, { once: true })
        if (closing.aborted) end()
        await work().then(done.resolve, (error: unknown) => {
          end?.()
          done.reject(error)
        })
        await over.promise
        closing.removeEventListener('abort', end)
        end = undefined
      })
      return done.promise
    },
    end: () => end?.(),
    read: (work) => (end === undefined ? inSequence(work) : work()),
  }
}
