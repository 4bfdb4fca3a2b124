import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { T0, anEvent } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Seen {
  readonly minute: number
  readonly user: string | undefined
  readonly issueId: string
}

/** Every TelemetryStore must pass this too. */
export function describeThresholdTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`ThresholdTelemetry contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const append = (seen: readonly Seen[], projectId = '1', spoolId = 's') =>
      store.append({
        spoolId,
        from: 0,
        to: 100_000,
        events: seen.map(({ minute, user, issueId }, seq) =>
          anEvent({
            seq: seq + 1,
            projectId,
            user,
            issueId,
            receivedAt: T0 + minute * MINUTE,
            eventId: idOf(projectId, seq),
          }),
        ),
        raw: [],
      })
    const scope = (from = 0, to = 48 * 60, projectId = '1') => ({
      projectId,
      range: { from: T0 + from * MINUTE, to: T0 + to * MINUTE },
    })
    const hours = {
      by: 'issue',
      measure: 'users',
      windowMs: HOUR,
      stepMs: 5 * MINUTE,
      ends: { from: T0, to: T0 + 72 * HOUR },
      atLeast: 2,
      limit: 1000,
    } as const

    it('[AL8] finds the windows with enough users, counted once each, across the borders of hours', async () => {
      const users = ['a', 'a', 'b', undefined].map((user, n) => ({ minute: 58 + n, user, issueId: '7' }))
      await append([...users, { minute: 59, user: 'c', issueId: '8' }])
      const found = await store.windows(scope(), hours)
      const minutes = found.map(({ key, end, count }) => [key, (end - T0) / MINUTE, count])
      // The last of them begins with the second user, at minute 60.
      expect(minutes).toEqual([65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115].map((end) => ['7', end, 2]))
    })

    it('[AL8] counts like a scan over every event, for issues and in total', async () => {
      const events = fc.array(
        fc.record({
          minute: fc.nat(180),
          user: fc.constantFrom('a', 'b', 'c', undefined),
          issueId: fc.constantFrom('7', '8'),
        }),
        { minLength: 1, maxLength: 60 },
      )
      let round = 10
      await fc.assert(
        fc.asyncProperty(
          events,
          fc.constantFrom('issue', 'none'),
          fc.constantFrom('events', 'users'),
          fc.integer({ min: 1, max: 4 }),
          async (seen, by, measure, atLeast) => {
            const projectId = String(round++)
            await append(seen, projectId, projectId)
            const range = scope(0, 150, projectId)
            const options = { ...hours, by, measure, atLeast } as const
            expect(await store.windows(range, options)).toEqual(counted(seen, range.range, options))
          },
        ),
        { numRuns: 25 },
      )
    })

    it('[AL8] looks only at the ends that are asked for', async () => {
      await append([1, 2, 3].map((minute) => ({ minute, user: String(minute), issueId: '7' })))
      const ends = { from: T0 + 10 * MINUTE, to: T0 + 20 * MINUTE }
      const found = await store.windows(scope(), { ...hours, ends })
      expect(found.map(({ end }) => (end - T0) / MINUTE)).toEqual([10, 15])
    })

    it('[AL9] says when an issue reached its number of events or users, if that was lately', async () => {
      await append([
        { minute: 1, user: 'a', issueId: '7' },
        { minute: 2, user: 'a', issueId: '7' },
        { minute: 9, user: 'b', issueId: '7' },
        { minute: 20, user: 'c', issueId: '8' },
        { minute: 21, user: undefined, issueId: '8' },
      ])
      const reached = async (measure: 'events' | 'users', since = 0) =>
        (await store.reached(scope(), { measure, count: 2, since: T0 + since * MINUTE, limit: 10 })).map(
          ({ key, at }) => [key, (at - T0) / MINUTE],
        )
      expect(await reached('users')).toEqual([['7', 9]])
      expect(await reached('events')).toEqual([
        ['7', 2],
        ['8', 21],
      ])
      expect(await reached('events', 3)).toEqual([['8', 21]])
    })
  })
}

const idOf = (projectId: string, seq: number) =>
  `${projectId.padStart(16, '0')}${String(seq).padStart(16, '0')}`

interface Counting {
  readonly by: 'issue' | 'none'
  readonly measure: 'events' | 'users'
  readonly windowMs: number
  readonly stepMs: number
  readonly ends: { readonly from: number; readonly to: number }
  readonly atLeast: number
}

function counted(
  seen: readonly Seen[],
  range: { readonly from: number; readonly to: number },
  { by, measure, windowMs, stepMs, ends, atLeast }: Counting,
) {
  const inside = seen
    .map((event) => ({ ...event, at: T0 + event.minute * MINUTE }))
    .filter(({ at }) => at >= range.from && at < range.to)
  const found: Array<{ key: string; end: number; count: number }> = []
  for (let end = Math.ceil(ends.from / stepMs) * stepMs; end < ends.to; end += stepMs) {
    for (const key of by === 'issue' ? ['7', '8'] : ['']) {
      const own = inside.filter(
        ({ at, issueId }) => (key === '' || issueId === key) && at >= end - windowMs && at < end,
      )
      const users = new Set(own.flatMap(({ user }) => (user === undefined ? [] : [user])))
      const count = measure === 'users' ? users.size : own.length
      if (count >= atLeast) found.push({ key, end, count })
    }
  }
  return found
}
