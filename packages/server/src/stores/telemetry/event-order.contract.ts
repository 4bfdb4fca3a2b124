import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareEventPositions, type EventPosition } from '#domain/events/event-position.ts'

import { T0, anEvent, eventIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { AppendedEvent, EventRow, Scope, TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SCOPE: Scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }

/** An event under a name, because numbers of different spools are alike. */
const named = (name: string, over: Partial<EventRow> & { readonly seq: number }) =>
  anEvent({ title: name, eventId: eventIdOf(name), ...over })

/** Every TelemetryStore must pass this, too: events of several spools have one order. */
export function describeEventOrder(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`Order of events, contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const append = (spoolId: string, events: readonly AppendedEvent[]) => {
      const seqs = events.map(({ seq }) => seq)
      return store.append({
        spoolId,
        from: Math.min(...seqs),
        to: Math.max(...seqs) + 1,
        events,
        raw: [],
      })
    }

    /** The spool with the newer events is digested first, as when the other one was taken from a second machine. */
    async function appendTwoSpools(): Promise<void> {
      await append('spool-b', [
        named('b1', { seq: 10, receivedAt: T0 + HOUR }),
        named('b2', { seq: 20, receivedAt: T0 + 3 * HOUR }),
      ])
      await append('spool-a', [
        named('a1', { seq: 5_000, receivedAt: T0 }),
        named('a2', { seq: 6_000, receivedAt: T0 + 2 * HOUR }),
      ])
    }
    const NEWEST_FIRST = ['b2', 'a2', 'b1', 'a1']

    async function paged(limit: number): Promise<readonly string[]> {
      const found: string[] = []
      let before: EventPosition | undefined
      do {
        const page = await store.page(SCOPE, { limit, ...(before !== undefined && { before }) })
        found.push(...page.events.map(({ title }) => title))
        before = page.next
      } while (before !== undefined)
      return found
    }

    it('[TS70] pages by time of receipt, whichever spool was stored first', async () => {
      await appendTwoSpools()
      expect(await paged(10)).toEqual(NEWEST_FIRST)
      expect(await paged(1)).toEqual(NEWEST_FIRST)
      expect(await paged(3)).toEqual(NEWEST_FIRST)
    })

    it('[TS70] goes from each event to the next older and newer one across spools', async () => {
      await appendTwoSpools()
      for (const [index, title] of NEWEST_FIRST.entries()) {
        const event = (await store.get('1', eventIdOf(title)))!
        const older = await store.page(SCOPE, { before: event, limit: 1 })
        const newer = await store.following(SCOPE, { after: event, limit: 1 })
        expect(older.events[0]?.title, title).toBe(NEWEST_FIRST[index + 1])
        expect(newer[0]?.title, title).toBe(NEWEST_FIRST[index - 1])
      }
    })

    it('[TS70] has the oldest event first the other way, and finds by identifier newest first', async () => {
      const identifiers = [{ kind: 'digest', value: 'd' }] as const
      await append('spool-b', [{ ...named('b1', { seq: 10, receivedAt: T0 + HOUR }), identifiers }])
      await append('spool-a', [{ ...named('a1', { seq: 5_000, receivedAt: T0 }), identifiers }])
      const following = await store.following(SCOPE, { limit: 9 })
      expect(following.map(({ title }) => title)).toEqual(['a1', 'b1'])
      const titles = async (limit: number) =>
        (await store.find(['1'], { kind: 'digest', value: 'd' }, limit)).map(({ title }) => title)
      expect(await titles(9)).toEqual(['b1', 'a1'])
      expect(await titles(1)).toEqual(['b1'])
    })

    it('[TS71] orders what was received in one millisecond by spool and then by number, without loss at any border', async () => {
      const receivedAt = T0
      const numbers = [1, 2, 3, 4]
      for (const spoolId of ['spool-b', 'spool-c', 'spool-a'])
        await append(
          spoolId,
          numbers.map((seq) => named(`${spoolId} ${seq}`, { seq, receivedAt })),
        )
      const expected = ['spool-c', 'spool-b', 'spool-a'].flatMap((spoolId) =>
        numbers.toReversed().map((seq) => `${spoolId} ${seq}`),
      )
      for (const limit of [1, 2, 5, 12]) expect(await paged(limit), String(limit)).toEqual(expected)
      const { events } = await store.page(SCOPE, { limit: 20 })
      expect(events.toSorted(compareEventPositions).toReversed()).toEqual(events)
      for (const [index, event] of events.entries()) {
        const [newer] = await store.following(SCOPE, { after: event, limit: 1 })
        expect(newer?.title, event.title).toBe(expected[index - 1])
      }
    })

    const EMPTY = { event: undefined, older: undefined, newer: undefined }
    /** What `neighbours` has to answer for each event of a list, newest first. */
    const beside = (ids: readonly string[], index: number) => ({
      event: undefined,
      older: ids[index + 1],
      newer: ids[index - 1],
    })

    it('[TS80] names the events beside each event and at both ends, across spools', async () => {
      await appendTwoSpools()
      const ids = NEWEST_FIRST.map(eventIdOf)
      for (const [index, id] of ids.entries())
        expect(await store.neighbours(SCOPE, (await store.get('1', id))!), id).toEqual(beside(ids, index))
      expect(await store.neighbours(SCOPE, 'newest')).toEqual({
        event: ids[0],
        older: ids[1],
        newer: undefined,
      })
      expect(await store.neighbours(SCOPE, 'oldest')).toEqual({
        event: ids.at(-1),
        older: undefined,
        newer: ids.at(-2),
      })
    })

    it('[TS80] names the events beside each of those that were received in one millisecond', async () => {
      for (const spoolId of ['spool-b', 'spool-a'])
        await append(
          spoolId,
          [1, 2, 10].map((seq) => named(`${spoolId} ${seq}`, { seq, receivedAt: T0 })),
        )
      const { events } = await store.page(SCOPE, { limit: 20 })
      const ids = events.map(({ eventId }) => eventId)
      expect(ids).toEqual(
        ['spool-b 10', 'spool-b 2', 'spool-b 1', 'spool-a 10', 'spool-a 2', 'spool-a 1'].map(eventIdOf),
      )
      for (const [index, event] of events.entries())
        expect(await store.neighbours(SCOPE, event), event.title).toEqual(beside(ids, index))
      expect(await store.neighbours(SCOPE, 'newest')).toMatchObject({ event: ids[0], older: ids[1] })
      expect(await store.neighbours(SCOPE, 'oldest')).toMatchObject({ event: ids[5], newer: ids[4] })
    })

    it('[TS80] keeps to the project, the range and the conditions of the scope', async () => {
      const at = (hours: number) => ({ receivedAt: T0 + hours * HOUR })
      await append('spool-a', [
        named('early', { seq: 1, ...at(0) }),
        named('first', { seq: 2, ...at(1) }),
        named('foreign', { seq: 3, projectId: '2', ...at(2) }),
        named('other issue', { seq: 4, issueId: '8', ...at(3) }),
        named('second', { seq: 5, ...at(4) }),
        named('late', { seq: 6, ...at(5) }),
      ])
      const scope: Scope = {
        projectId: '1',
        range: { from: T0 + HOUR, to: T0 + 5 * HOUR },
        where: [{ dimension: 'issue', op: 'is', values: ['7'] }],
      }
      const [first, second] = ['first', 'second'].map(eventIdOf)
      const event = async (name: string) => (await store.get('1', eventIdOf(name)))!
      expect(await store.neighbours(scope, await event('first'))).toEqual({ ...EMPTY, newer: second })
      expect(await store.neighbours(scope, await event('second'))).toEqual({ ...EMPTY, older: first })
      expect(await store.neighbours(scope, 'newest')).toEqual({ ...EMPTY, event: second, older: first })
      expect(await store.neighbours(scope, 'oldest')).toEqual({ ...EMPTY, event: first, newer: second })
    })

    it('[TS80] names the events on both sides of a position that no event has, inside the scope or not', async () => {
      await append('spool-a', [
        named('first', { seq: 1, receivedAt: T0 }),
        named('second', { seq: 2, receivedAt: T0 + 2 * HOUR }),
      ])
      const at = (hours: number) => ({ receivedAt: T0 + hours * HOUR, spoolId: 'spool-b', seq: 0 })
      const [first, second] = ['first', 'second'].map(eventIdOf)
      expect(await store.neighbours(SCOPE, at(1))).toEqual({ ...EMPTY, older: first, newer: second })
      expect(await store.neighbours(SCOPE, at(-1_000))).toEqual({ ...EMPTY, newer: first })
      expect(await store.neighbours(SCOPE, at(1_000))).toEqual({ ...EMPTY, older: second })
    })

    it('[TS80] names nothing where nothing is stored, or nothing of the scope', async () => {
      const position = { receivedAt: T0, spoolId: 'spool-a', seq: 1 }
      const ends = [position, 'newest', 'oldest'] as const
      for (const at of ends) expect(await store.neighbours(SCOPE, at)).toEqual(EMPTY)
      await append('spool-a', [named('alone', { seq: 1, receivedAt: T0 })])
      expect(await store.neighbours(SCOPE, position)).toEqual(EMPTY)
      expect(await store.neighbours(SCOPE, 'newest')).toEqual({ ...EMPTY, event: eventIdOf('alone') })
      for (const at of ends) {
        expect(await store.neighbours({ ...SCOPE, projectId: '2' }, at)).toEqual(EMPTY)
        expect(await store.neighbours({ ...SCOPE, projectId: 'no number' }, at)).toEqual(EMPTY)
        expect(await store.neighbours({ ...SCOPE, range: { from: 0, to: T0 } }, at)).toEqual(EMPTY)
      }
    })

    it('[TS85] counts the events before, at and after each event, across spools and within one millisecond', async () => {
      await appendTwoSpools()
      for (const spoolId of ['spool-d', 'spool-c'])
        await append(
          spoolId,
          [1, 2, 10].map((seq) => named(`${spoolId} ${seq}`, { seq, receivedAt: T0 })),
        )
      const { events } = await store.page(SCOPE, { limit: 20 })
      expect(events).toHaveLength(10)
      for (const [newer, event] of events.entries())
        expect(await store.rank(SCOPE, event), event.title).toEqual({ older: 9 - newer, at: 1, newer })
    })

    it('[TS85] counts only events of the scope, also around a position that none of them has', async () => {
      const at = (hours: number) => ({ receivedAt: T0 + hours * HOUR })
      await append('spool-a', [
        named('early', { seq: 1, ...at(0) }),
        named('first', { seq: 2, ...at(1), release: '1' }),
        named('foreign', { seq: 3, projectId: '2', ...at(2) }),
        named('other issue', { seq: 4, issueId: '8', ...at(3) }),
        named('second', { seq: 5, ...at(4), release: '2' }),
        named('late', { seq: 6, ...at(5) }),
      ])
      const scope: Scope = {
        projectId: '1',
        range: { from: T0 + HOUR, to: T0 + 5 * HOUR },
        where: [{ dimension: 'issue', op: 'is', values: ['7'] }],
      }
      const event = async (name: string) => (await store.get('1', eventIdOf(name)))!
      expect(await store.rank(scope, await event('first'))).toEqual({ older: 0, at: 1, newer: 1 })
      expect(await store.rank(scope, await event('second'))).toEqual({ older: 1, at: 1, newer: 0 })
      expect(await store.rank(scope, await event('other issue'))).toEqual({ older: 1, at: 0, newer: 1 })
      expect(await store.rank(scope, await event('late'))).toEqual({ older: 2, at: 0, newer: 0 })
      const found: Scope = {
        ...scope,
        where: [...scope.where!, { dimension: 'release', op: 'is', values: ['2'] }],
      }
      expect(await store.rank(found, await event('first'))).toEqual({ older: 0, at: 0, newer: 1 })
    })

    it('[TS85] counts nothing where nothing is stored, or nothing of the project', async () => {
      const position = { receivedAt: T0, spoolId: 'spool-a', seq: 1 }
      const none = { older: 0, at: 0, newer: 0 }
      expect(await store.rank(SCOPE, position)).toEqual(none)
      await append('spool-a', [named('alone', { seq: 1, receivedAt: T0 })])
      expect(await store.rank(SCOPE, position)).toEqual({ ...none, at: 1 })
      expect(await store.rank({ ...SCOPE, projectId: '2' }, position)).toEqual(none)
      expect(await store.rank({ ...SCOPE, projectId: 'no number' }, position)).toEqual(none)
    })

    it('[TS81] finds events beyond both ends of what was stored before, at once and after a restart', async () => {
      const inOrder = async () => [
        (await store.neighbours(SCOPE, 'oldest')).event,
        (await store.neighbours(SCOPE, 'newest')).event,
        await paged(1),
      ]
      await append('spool-a', [named('middle', { seq: 1, receivedAt: T0 })])
      await append('spool-b', [named('older', { seq: 1, receivedAt: T0 - HOUR })])
      await append('spool-a', [named('newer', { seq: 2, receivedAt: T0 + HOUR })])
      const expected = [eventIdOf('older'), eventIdOf('newer'), ['newer', 'middle', 'older']]
      expect(await inOrder()).toEqual(expected)
      store = await opened.reopen()
      expect(await inOrder()).toEqual(expected)
    })

    it('[TS81] finds what is left after events expired, and what is stored after everything did', async () => {
      await append('spool-a', [
        named('old', { seq: 1, receivedAt: T0 }),
        named('kept', { seq: 2, receivedAt: T0 + HOUR }),
      ])
      await store.expire('1', T0 + 1)
      expect(await store.neighbours(SCOPE, 'oldest')).toEqual({ ...EMPTY, event: eventIdOf('kept') })
      await store.expire('1', T0 + 2 * HOUR)
      expect(await store.neighbours(SCOPE, 'newest')).toEqual(EMPTY)
      expect(await paged(9)).toEqual([])
      await append('spool-a', [named('again', { seq: 3, receivedAt: T0 - HOUR })])
      expect(await store.neighbours(SCOPE, 'newest')).toEqual({ ...EMPTY, event: eventIdOf('again') })
      expect(await paged(9)).toEqual(['again'])
    })

    it('[TS72] keeps the latest event right when the spool was recreated and its positions restart at 0', async () => {
      await append('first spool', [
        named('first', { seq: 0, receivedAt: T0 }),
        named('second', { seq: 9_000_000_000, receivedAt: T0 + HOUR }),
      ])
      store = await opened.reopen()
      await append('spool made anew', [named('third', { seq: 0, receivedAt: T0 + 2 * HOUR })])
      await append('spool made anew', [named('fourth', { seq: 7, receivedAt: T0 + 3 * HOUR })])
      expect(await paged(1)).toEqual(['fourth', 'third', 'second', 'first'])
      const fourth = (await store.get('1', eventIdOf('fourth')))!
      expect(await store.following(SCOPE, { after: fourth, limit: 1 })).toEqual([])
      expect((await store.page(SCOPE, { before: fourth, limit: 1 })).events[0]?.title).toBe('third')
    })

    it('[TS70] gives lists, single events and identifiers the same position of an event', async () => {
      const identifiers = [{ kind: 'digest', value: 'd' }] as const
      await append('spool-b', [{ ...named('b1', { seq: 10 }), identifiers }])
      const [listed] = (await store.page(SCOPE, { limit: 1 })).events
      const [found] = await store.find(['1'], { kind: 'digest', value: 'd' }, 1)
      const { document: _document, ...stored } = (await store.get('1', eventIdOf('b1')))!
      expect(listed).toMatchObject({ spoolId: 'spool-b', seq: 10 })
      expect([found, stored]).toEqual([listed, listed])
    })

    it('[SE40] searches newest first across spools, and goes on where it stopped', async () => {
      await appendTwoSpools()
      const where = [{ op: 'text', words: ['render'] }] as const
      const found: string[] = []
      let before: EventPosition | undefined
      do {
        const options = { limit: 1, budget: 1e6, ...(before !== undefined && { before }) }
        const page = await store.searchEvents({ ...SCOPE, where }, options)
        found.push(...page.events.map(({ title }) => title))
        before = page.next
      } while (before !== undefined)
      expect(found).toEqual(NEWEST_FIRST)
    })

    it('[SE40] names the issue first that was seen last, whichever spool was stored first', async () => {
      await append('spool-b', [named('b', { seq: 10, receivedAt: T0 + HOUR, issueId: '8' })])
      await append('spool-a', [named('a', { seq: 5_000, receivedAt: T0, issueId: '7' })])
      const { issueIds } = await store.searchIssues(SCOPE, { limit: 9, budget: 1e6 })
      expect(issueIds).toEqual(['8', '7'])
    })

    it('[TS73] knows an event id of another spool as one that was there before, whatever its position', async () => {
      await append('spool-a', [named('a', { seq: 5_000 })])
      await append('spool-b', [named('b', { seq: 10 })])
      const ids = [eventIdOf('a'), eventIdOf('b')]
      expect([...(await store.known('1', ids, 'spool-a')).values()]).toEqual([5_000, -1])
      expect([...(await store.known('1', ids, 'spool-b')).values()]).toEqual([-1, 10])
      expect([...(await store.known('1', ids, 'never written')).values()]).toEqual([-1, -1])
    })

    it('[TS73] keeps the first of two events with one id from two spools, also when the second is replayed', async () => {
      await append('spool-a', [named('same', { seq: 5_000, receivedAt: T0 })])
      const again = [named('same', { seq: 10, receivedAt: T0 + HOUR })]
      await append('spool-b', again)
      await append('spool-b', again)
      expect(await paged(9)).toEqual(['same'])
      expect(await store.get('1', eventIdOf('same'))).toMatchObject({ spoolId: 'spool-a', receivedAt: T0 })
    })
  })
}
