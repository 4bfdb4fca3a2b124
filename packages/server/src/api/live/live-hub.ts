import type {
  DigestMessage,
  IssuesMessage,
  LiveMessage,
  WireMessage,
} from '@hindcast/contract/intake/live.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { createRecentMessages, type LiveEvent, type LiveStart } from './recent-messages.ts'
import { createRequestHistory } from './request-history.ts'

export interface LiveAudience {
  readonly projectIds: ReadonlySet<string>
  /** Also requests without a matching project. */
  readonly unmatched: boolean
}

export interface LiveSubscription {
  /** What a reader that comes back before the first message has not missed; undefined if a message waits already. */
  readonly position: string | undefined
  /** The next event, `idle` after `timeoutMs` without one, or `closed`. */
  next(timeoutMs: number): Promise<LiveEvent | 'idle' | 'closed'>
  /** From now on only this, also of what waits already. */
  narrow(audience: LiveAudience): void
  close(): void
}

export interface LiveHub {
  publish(message: DigestMessage | IssuesMessage | WireMessage): void
  subscribe(audience: LiveAudience, start?: LiveStart): LiveSubscription
  /** The last requests of a project, newest first; `null`: those without a matching project. */
  requests(projectId: string | null): readonly WireMessage[]
  readers(): number
  /** All readers may have missed something, and ask for everything again. */
  reset(): void
  close(): void
}

interface Reader {
  audience: LiveAudience
  push(event: LiveEvent): void
  close(): void
}

export function createLiveHub(
  limits: typeof LIMITS.live = LIMITS.live,
  now: () => number = Date.now,
): LiveHub {
  const recent = createRecentMessages(limits.replayedMessages, limits.clockSkewMs, now)
  const history = createRequestHistory(limits.requestsPerProject)
  const readers = new Set<Reader>()
  const resetEvent = (): LiveEvent => ({ id: recent.position(), message: { type: 'reset' } })

  /** Requests are not sent again: whoever shows them reads the history when the stream opens. */
  function kept(message: DigestMessage | IssuesMessage | WireMessage): LiveEvent {
    if (message.type !== 'request') return recent.add(message)
    history.add(message)
    return { id: recent.position(), message }
  }

  return {
    publish(message) {
      const event = kept(message)
      for (const reader of readers) if (concerns(reader.audience, message)) reader.push(event)
    },
    subscribe(audience, start = {}) {
      if (readers.size >= limits.readers) {
        throw new AppError('rate_limited', 'Too many live connections are open.')
      }
      const missed = recent.after(start) ?? [resetEvent()]
      const waiting = missed.filter(({ message }) => concerns(audience, message))
      const position = waiting.length === 0 ? recent.position() : undefined
      const { reader, subscription } = createReader(audience, position, limits.queuedMessages, () =>
        readers.delete(reader),
      )
      readers.add(reader)
      for (const event of waiting) reader.push(event)
      return subscription
    },
    requests: (projectId) => history.of(projectId),
    readers: () => readers.size,
    reset() {
      recent.forget()
      for (const reader of readers) reader.push(resetEvent())
    },
    close() {
      for (const reader of readers) reader.close()
    },
  }
}

export function concerns(audience: LiveAudience, message: LiveMessage): boolean {
  if (message.type === 'reset') return true
  return message.projectId === null ? audience.unmatched : audience.projectIds.has(message.projectId)
}

function createReader(
  audience: LiveAudience,
  position: string | undefined,
  limit: number,
  onClose: () => void,
) {
  let queue: LiveEvent[] = []
  let closed = false
  let wake: (() => void) | undefined

  const reader: Reader = {
    audience,
    push(event) {
      if (queue.length < limit) queue.push(event)
      else queue = [{ id: event.id, message: { type: 'reset' } }]
      wake?.()
    },
    close() {
      closed = true
      onClose()
      wake?.()
    },
  }

  const subscription: LiveSubscription = {
    position,
    async next(timeoutMs) {
      if (queue.length === 0 && !closed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = undefined
      }
      if (closed) return 'closed'
      return queue.shift() ?? 'idle'
    },
    narrow(audience) {
      reader.audience = audience
      queue = queue.filter(({ message }) => concerns(audience, message))
    },
    close: () => reader.close(),
  }
  return { reader, subscription }
}
