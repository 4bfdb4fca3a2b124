import { randomBytes } from 'node:crypto'
import type {
  DigestMessage,
  IssuesMessage,
  LiveMessage,
  WireMessage,
} from '@hindcast/contract/intake/live.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { createRequestHistory } from './request-history.ts'

export interface LiveEvent {
  readonly id: string
  readonly message: LiveMessage
}

export interface LiveAudience {
  readonly projectIds: ReadonlySet<string>
  /** Also requests without a matching project. */
  readonly unmatched: boolean
}

export interface LiveSubscription {
  /** The next event, `idle` after `timeoutMs` without one, or `closed`. */
  next(timeoutMs: number): Promise<LiveEvent | 'idle' | 'closed'>
  /** From now on only this, also of what waits already. */
  narrow(audience: LiveAudience): void
  close(): void
}

export interface LiveHub {
  publish(message: DigestMessage | IssuesMessage | WireMessage): void
  subscribe(audience: LiveAudience, lastEventId?: string): LiveSubscription
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

export function createLiveHub(limits: typeof LIMITS.live = LIMITS.live): LiveHub {
  // IDs of an earlier process must not be mistaken for ours, or a reader would assume that it missed nothing.
  const epoch = randomBytes(4).toString('hex')
  let count = 0
  const recent: LiveEvent[] = []
  const history = createRequestHistory(limits.requestsPerProject)
  const readers = new Set<Reader>()

  function missedSince(lastEventId: string, audience: LiveAudience): readonly LiveEvent[] {
    const [ofEpoch, number] = lastEventId.split('-')
    const last = Number(number)
    const known = ofEpoch === epoch && last <= count && count - last <= recent.length
    if (!known) return [{ id: `${epoch}-${count}`, message: { type: 'reset' } }]
    return recent.slice(recent.length - (count - last)).filter(({ message }) => concerns(audience, message))
  }

  return {
    publish(message) {
      count += 1
      if (message.type === 'request') history.add(message)
      const event: LiveEvent = { id: `${epoch}-${count}`, message }
      recent.push(event)
      if (recent.length > limits.replayedMessages) recent.shift()
      for (const reader of readers) if (concerns(reader.audience, message)) reader.push(event)
    },
    subscribe(audience, lastEventId) {
      if (readers.size >= limits.readers) {
        throw new AppError('rate_limited', 'Too many live connections are open.')
      }
      const { reader, subscription } = createReader(audience, limits.queuedMessages, () =>
        readers.delete(reader),
      )
      readers.add(reader)
      if (lastEventId !== undefined && lastEventId !== '') {
        for (const event of missedSince(lastEventId, audience)) reader.push(event)
      }
      return subscription
    },
    requests: (projectId) => history.of(projectId),
    readers: () => readers.size,
    reset() {
      // Also those that come back with an earlier number: it is none of these.
      recent.length = 0
      count += 1
      for (const reader of readers) reader.push({ id: `${epoch}-${count}`, message: { type: 'reset' } })
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

function createReader(audience: LiveAudience, limit: number, onClose: () => void) {
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
