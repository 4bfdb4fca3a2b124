import { randomBytes } from 'node:crypto'
import type { DigestMessage, IssuesMessage, LiveMessage } from '@hindcast/contract/intake/live.ts'

export interface LiveEvent {
  /** Where the stream is once this was read. */
  readonly id: string
  readonly message: LiveMessage
}

/** What a reader has read already: up to an event, or what the server answered at a time. */
export interface LiveStart {
  readonly lastEventId?: string | undefined
  readonly since?: number | undefined
}

/** The last messages, for readers that come back and for pages that were read before their stream was open. */
export interface RecentMessages {
  add(message: DigestMessage | IssuesMessage): LiveEvent
  /** Where the stream is now. */
  position(): string
  /** What followed; undefined where some of it is not kept any more. */
  after(start: LiveStart): readonly LiveEvent[] | undefined
  /** Nothing of what was said up to now can be relied on. */
  forget(): void
}

export function createRecentMessages(
  most: number,
  /** By how much the clocks of two nodes may differ. */
  clockSkewMs: number,
  now: () => number,
): RecentMessages {
  // IDs of an earlier process must not be mistaken for ours, or a reader would assume that it missed nothing.
  const epoch = randomBytes(4).toString('hex')
  const kept: { readonly event: LiveEvent; readonly at: number }[] = []
  let count = 0
  let lostAt = now()

  function afterEvent(id: string): readonly LiveEvent[] | undefined {
    const [ofEpoch, number] = id.split('-')
    const missed = ofEpoch === epoch ? count - Number(number) : -1
    if (!(missed >= 0 && missed <= kept.length)) return undefined
    return kept.slice(kept.length - missed).map(({ event }) => event)
  }

  function afterTime(time: number): readonly LiveEvent[] | undefined {
    const from = time - clockSkewMs
    return from > lostAt ? kept.filter(({ at }) => at >= from).map(({ event }) => event) : undefined
  }

  const position = () => `${epoch}-${count}`
  return {
    add(message) {
      count += 1
      const event = { id: position(), message }
      kept.push({ event, at: now() })
      if (kept.length > most) lostAt = kept.shift()!.at
      return event
    },
    position,
    after({ lastEventId, since }) {
      if (lastEventId !== undefined && lastEventId !== '') return afterEvent(lastEventId)
      return since === undefined ? [] : afterTime(since)
    },
    forget() {
      kept.length = 0
      count += 1
      lostAt = now()
    },
  }
}
