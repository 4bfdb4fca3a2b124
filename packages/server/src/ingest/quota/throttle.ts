import { createFairQueue } from './fair-queue.ts'

export interface Throttle {
  /** Undefined: go on now. Otherwise resolves when it is this one's turn. */
  pass(group: string, member: string, cost: number): Promise<void> | undefined
  /** Rate per second from now on; infinite disables the limit. */
  setRate(perSecond: number): void
  readonly waiting: number
}

export interface ThrottleOptions {
  readonly perSecond: number
  /** Burst after an idle period, in seconds of the rate. */
  readonly burstSeconds: number
  /** Maximum queue length, because waiting responses hold memory. */
  readonly mostWaiting: number
  readonly now?: () => number
  /** Calls back again and again until stopped. */
  readonly repeat?: (look: () => void) => () => void
}

const LOOK_EVERY_MS = 20

/** Lets so much pass in a second, by turns where more wants to. */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { burstSeconds, mostWaiting, now = () => performance.now(), repeat = repeatedly } = options
  const queue = createFairQueue<{ readonly cost: number; readonly go: () => void }>()
  let { perSecond } = options
  let left = isOpen() ? 0 : perSecond * burstSeconds
  let at = now()
  let stop: (() => void) | undefined

  function isOpen(): boolean {
    return perSecond === Number.POSITIVE_INFINITY
  }

  function refill(): void {
    const since = now() - at
    at += since
    if (!isOpen()) left = Math.min(left + (since / 1000) * perSecond, perSecond * burstSeconds)
  }

  function look(): void {
    refill()
    while (left > 0 || isOpen()) {
      const next = queue.take()
      if (next === undefined) break
      if (!isOpen()) left -= next.cost
      next.go()
    }
    if (queue.size > 0) return
    stop?.()
    stop = undefined
  }

  return {
    pass(group, member, cost) {
      if (isOpen() || queue.size >= mostWaiting) return undefined
      if (queue.size === 0) refill()
      if (queue.size === 0 && left > 0) {
        left -= cost
        return undefined
      }
      stop ??= repeat(look)
      return new Promise((go) => queue.add(group, member, { cost, go }))
    },
    setRate(rate) {
      if (rate === perSecond) return
      refill()
      perSecond = rate
      if (isOpen()) left = 0
      look()
    },
    get waiting() {
      return queue.size
    },
  }
}

function repeatedly(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
