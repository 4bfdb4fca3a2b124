import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '#domain/limits.ts'

/**
 * The time before a node stops in which it still answers. Proxies keep connections to it open, and what they send at the
 * moment in which these are closed is lost: they cannot know whether it was taken, and may not send it to another node.
 */
export interface Departure {
  readonly hasBegun: () => boolean
  /** Call it for each request. Answers whether its answer ends the connection, so that the next request goes elsewhere. */
  readonly noteRequest: () => boolean
  /** Resolves when there have been no requests for a while, at the latest after the longest time. */
  readonly begin: () => Promise<void>
}

interface Times {
  readonly quietMs: number
  readonly longestMs: number
}

export function createDeparture({ quietMs, longestMs }: Times = LIMITS.departure): Departure {
  let latest: number | undefined
  return {
    hasBegun: () => latest !== undefined,
    noteRequest() {
      if (latest === undefined) return false
      latest = performance.now()
      return true
    },
    async begin() {
      latest = performance.now()
      const end = latest + longestMs
      const left = () => Math.min(latest! + quietMs, end) - performance.now()
      for (let wait = left(); wait > 0; wait = left()) await sleep(wait)
    },
  }
}
