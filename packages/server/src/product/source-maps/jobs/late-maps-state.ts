import { LIMITS } from '#domain/limits.ts'
import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import { retryAt } from './retry-at.ts'
import { createUnreadMapsState, type UnreadMapsState } from './unread-maps.ts'

interface Retry {
  readonly event: EventSummary
  readonly failures: number
  readonly dueAt: number
}

/** Events whose stack could not be read with its maps, until they could or were tried often enough. */
export interface LateRetries {
  due(now: number): readonly EventSummary[]
  /** What became of those that were tried; `failed` are some of them. */
  settle(tried: readonly EventSummary[], failed: readonly EventSummary[], now: number): void
}

export function createLateRetries(): LateRetries {
  const retries = new Map<string, Retry>()
  return {
    due: (now) => [...retries.values()].filter(({ dueAt }) => dueAt <= now).map(({ event }) => event),
    settle(tried, failed, now) {
      const failing = new Set(failed.map(({ eventId }) => eventId))
      for (const { eventId } of tried) if (!failing.has(eventId)) retries.delete(eventId)
      for (const event of failed) {
        const failures = (retries.get(event.eventId)?.failures ?? 0) + 1
        retries.delete(event.eventId)
        if (failures >= LIMITS.symbols.lateTries || retries.size >= LIMITS.symbols.lateEvents) continue
        retries.set(event.eventId, { event, failures, dueAt: retryAt(failures, now) })
      }
    },
  }
}

/** What is known of one project while the process runs. */
export interface LateMapsState {
  /** When each bundle was looked at first; undefined once it was twice. Those that are too old are forgotten. */
  looked: ReadonlyMap<string, number | undefined>
  since: number
  /** Fetched maps' events that a failed run did not get to. */
  readable: readonly EventSummary[]
  /** Runs that failed one after the other, and when the next one may begin. */
  failures: number
  dueAt: number
  readonly retries: LateRetries
  readonly unread: UnreadMapsState
}

export function createLateMapsState(since: number): LateMapsState {
  return {
    looked: new Map(),
    since,
    readable: [],
    failures: 0,
    dueAt: 0,
    retries: createLateRetries(),
    unread: createUnreadMapsState(),
  }
}
