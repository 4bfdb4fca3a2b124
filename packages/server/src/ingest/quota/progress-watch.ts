import { LIMITS } from '#domain/limits.ts'

/** A body that is on its way. */
export interface Arriving {
  /** Bytes that came so far. */
  received(): number
  /** Whether it is us who do not read on. */
  isHeld(): boolean
  cut(): void
}

export interface ProgressWatch {
  /** Watches until the returned function is called. */
  watch(body: Arriving): () => void
}

/** Calls back once a second until it is stopped. */
export type EverySecond = (look: () => void) => () => void

/**
 * Ends bodies that arrive too slowly. Seconds are counted, not read from a clock, so that a clock change or a paused
 * process does not end all of them.
 */
export function createProgressWatch(everySecond: EverySecond = eachSecond): ProgressWatch {
  const open = new Map<Arriving, { seconds: number; received: number }>()
  let stop: (() => void) | undefined

  function look(): void {
    for (const [body, since] of open) {
      since.seconds++
      if (body.isHeld()) startAgain(body, since)
      if (since.seconds < LIMITS.bodies.progressSeconds) continue
      if (body.received() - since.received < LIMITS.bodies.progressBytes) body.cut()
      else startAgain(body, since)
    }
  }

  return {
    watch(body) {
      open.set(body, { seconds: 0, received: body.received() })
      stop ??= everySecond(look)
      return () => {
        open.delete(body)
        if (open.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}

function startAgain(body: Arriving, since: { seconds: number; received: number }): void {
  since.seconds = 0
  since.received = body.received()
}

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, 1000).unref()
  return () => clearInterval(timer)
}
