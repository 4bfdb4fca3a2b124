import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FeedbackRow, FeedbackScope } from './feedback.ts'
import { T0, aFeedback, anEvent, eventIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { EventRow, TelemetryStore } from './telemetry.ts'

const SPOOL = 'spool-a'
const ALL: FeedbackScope = { projectId: '1' }
const ISSUE: FeedbackScope = { projectId: '1', issue: { id: '7', range: { from: T0, to: T0 + 1000 } } }

/** Every TelemetryStore must pass this too. */
export function describeFeedbackTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`FeedbackTelemetry contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const append = (
      feedback: readonly FeedbackRow[],
      from = 0,
      to = 1000,
      events: readonly EventRow[] = [],
    ) => store.append({ spoolId: SPOOL, from, to, events, raw: [], feedback })
    const messages = async (scope: FeedbackScope = ALL) => {
      const { feedback } = await store.feedback(scope, { limit: 10 })
      return feedback.map(({ message }) => message)
    }

    it('[TS180] answers feedback as it was written, also where only the message is known', async () => {
      const full = aFeedback({ seq: 2, receivedAt: T0 + 2, replayId: eventIdOf('replay') })
      const bare = aFeedback({
        seq: 1,
        receivedAt: T0 + 1,
        message: 'Zu langsam 🐌',
        name: undefined,
        email: undefined,
        url: undefined,
        eventId: undefined,
        release: undefined,
        environment: undefined,
      })
      await append([bare, full])
      const { feedback, total } = await store.feedback(ALL, { limit: 10 })
      expect(feedback).toEqual([full, bare].map(({ seq: _seq, ...row }) => row))
      expect(total).toBe(2)
    })

    it('[TS180] pages from the newest on, without a gap where several came in one millisecond', async () => {
      const rows = Array.from({ length: 7 }, (_, seq) => aFeedback({ seq, receivedAt: T0 + (seq >> 1) }))
      await append(rows)
      const seen: string[] = []
      let next = (await store.feedback(ALL, { limit: 3 })).next
      seen.push(...(await store.feedback(ALL, { limit: 3 })).feedback.map(({ feedbackId }) => feedbackId))
      while (next !== undefined) {
        const page = await store.feedback(ALL, { limit: 3, before: next })
        expect(page.total).toBe(7)
        seen.push(...page.feedback.map(({ feedbackId }) => feedbackId))
        next = page.next
      }
      const expected = rows
        .toSorted((a, b) => b.receivedAt - a.receivedAt || (a.feedbackId < b.feedbackId ? 1 : -1))
        .map(({ feedbackId }) => feedbackId)
      expect(seen).toEqual(expected)
    })

    it('[TS181] answers what was sent twice once, as it came first', async () => {
      const first = aFeedback({ seq: 1, message: 'first', receivedAt: T0 })
      const again = { ...first, seq: 2, message: 'again', receivedAt: T0 + 5 }
      await append([first, { ...first, seq: 1 }, again])
      expect(await messages()).toEqual(['first'])
      expect((await store.feedback(ALL, { limit: 1 })).total).toBe(1)
    })

    it('[TS182] finds the feedback of an issue by its events, whichever came first and wherever they were moved', async () => {
      const early = eventIdOf('early')
      const late = eventIdOf('late')
      await append(
        [
          aFeedback({ seq: 1, message: 'before its event', eventId: late }),
          aFeedback({ seq: 2, message: 'after its event', eventId: early }),
          aFeedback({ seq: 3, message: 'about nothing', eventId: undefined }),
          aFeedback({ seq: 4, message: 'of another project', eventId: early, projectId: '2' }),
        ],
        0,
        10,
        [anEvent({ seq: 0, eventId: early, receivedAt: T0 })],
      )
      expect(await messages(ISSUE)).toEqual(['after its event'])
      await append([], 10, 20, [anEvent({ seq: 11, eventId: late, receivedAt: T0 + 50 })])
      expect((await messages(ISSUE)).toSorted()).toEqual(['after its event', 'before its event'])
      await store.move({ projectId: '1', from: '7', to: '8', fingerprints: [eventIdOf('fingerprint')] })
      expect(await messages(ISSUE)).toEqual([])
      expect(await messages({ ...ISSUE, issue: { ...ISSUE.issue!, id: '8' } })).toHaveLength(2)
    })

    it('[TS182] finds the feedback of events by their ids, stored or not, and separates projects', async () => {
      const mine = eventIdOf('mine')
      await append([
        aFeedback({ seq: 1, message: 'mine', eventId: mine }),
        aFeedback({ seq: 2, message: 'theirs', eventId: mine, projectId: '2' }),
        aFeedback({ seq: 3, message: 'other', eventId: eventIdOf('other') }),
      ])
      expect(await messages({ ...ALL, eventIds: [mine, eventIdOf('unknown')] })).toEqual(['mine'])
      expect(await messages({ ...ALL, eventIds: [] })).toEqual([])
      expect(await messages({ projectId: '2' })).toEqual(['theirs'])
      expect(await messages({ projectId: 'x' })).toEqual([])
      expect(await messages({ ...ISSUE, issue: { ...ISSUE.issue!, id: 'x' } })).toEqual([])
    })

    it('[TS183] stores what is replayed once, also after a restart and with other borders', async () => {
      const rows = [aFeedback({ seq: 1, message: 'one' }), aFeedback({ seq: 2, message: 'two' })]
      await append(rows, 0, 10)
      await append(rows, 0, 10)
      store = await opened.reopen()
      await append([...rows, aFeedback({ seq: 10, message: 'three' })], 0, 20)
      expect((await messages()).toSorted()).toEqual(['one', 'three', 'two'])
      expect((await store.stats()).stored).toMatchObject({ feedback: 3 })
    })

    it('[TS184] removes what is older than asked for, of that project only, and counts what is left', async () => {
      await append([
        aFeedback({ seq: 1, message: 'old', receivedAt: T0 }),
        aFeedback({ seq: 2, message: 'theirs', receivedAt: T0, projectId: '2' }),
        aFeedback({ seq: 3, message: 'new', receivedAt: T0 + 100 }),
      ])
      expect(await store.expire('1', T0 + 50, ['feedback'])).toMatchObject({ feedback: 1, errors: 0 })
      expect(await messages()).toEqual(['new'])
      expect(await messages({ projectId: '2' })).toEqual(['theirs'])
      expect(await store.received('1', { from: T0, to: T0 + 1000 })).toMatchObject({ feedback: 1 })
    })
  })
}
