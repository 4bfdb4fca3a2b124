import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { EventPosition } from '#domain/events/event-position.ts'
import { LIMITS } from '#domain/limits.ts'

import { T0, aRawItem, anEvent, eventIdOf } from './telemetry.builders.ts'
import type {
  AppendedEvent,
  Dimension,
  EventRevision,
  EventRow,
  RawItemRow,
  Scope,
  TelemetryStore,
} from './telemetry.ts'

export interface OpenedTelemetryStore {
  readonly store: TelemetryStore
  /** Closes the store and opens the same data again, as after a restart. */
  readonly reopen: () => Promise<TelemetryStore>
  readonly cleanup: () => Promise<void>
}

const HOUR = 3_600_000
const SPOOL = 'spool-a'
/** Quotes, SQL, every control character, emoji, text in both directions, and an unpaired surrogate. */
const CONTROLS = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))
const HOSTILE = `'"\`; drop table events; -- \\ %_ {x:String} $1 ? ,"document":{} ${CONTROLS} \u{1f480}\u{200f}א \ud800 end`
const HOSTILE_STORED = HOSTILE.toWellFormed()

const everything = (projectId = '1', where: Scope['where'] = []): Scope => ({
  projectId,
  range: { from: 0, to: Number.MAX_SAFE_INTEGER },
  where,
})

const summaryOf = ({ document: _document, ...summary }: EventRow) => summary

/** Every TelemetryStore must pass this. Run against the real engine, never a mock. */
export function describeTelemetryStore(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`TelemetryStore contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    let position = 0
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      position = 0
    })
    afterEach(() => opened.cleanup())

    /** One batch behind the last one. */
    async function append(events: readonly AppendedEvent[], raw: readonly RawItemRow[] = []): Promise<void> {
      const from = position
      position = Math.max(position, ...[...events, ...raw].map(({ seq }) => seq + 1))
      await store.append({ spoolId: SPOOL, from, to: position, events, raw })
    }
    const seqs = async (scope = everything()) =>
      (await store.page(scope, { limit: 1000 })).events.map(({ seq }) => seq)

    describe('appending', () => {
      it('[TS1] starts every spool at position 0 and keeps one position per spool', async () => {
        await store.append({ spoolId: SPOOL, from: 0, to: 500, events: [anEvent({ seq: 10 })], raw: [] })
        expect(await store.watermark(SPOOL)).toBe(500)
        expect(await store.watermark('another')).toBe(0)
        await store.append({ spoolId: 'another', from: 0, to: 90, events: [], raw: [] })
        expect(await store.watermark('another')).toBe(90)
        expect(await store.watermark(SPOOL)).toBe(500)
      })

      it('[TS2] ignores a batch it already has, so that a replay changes nothing', async () => {
        const batch = {
          spoolId: SPOOL,
          from: 0,
          to: 100,
          events: [anEvent({ seq: 1 }), anEvent({ seq: 50 })],
          raw: [aRawItem({ seq: 60 })],
        }
        await store.append(batch)
        await store.append(batch)
        expect(await seqs()).toEqual([50, 1])
        expect(await store.stats()).toMatchObject({ stored: { errors: 2, raw: 1 } })
        expect(await store.watermark(SPOOL)).toBe(100)
      })

      it('[TS2] stores each event once when a replay has other borders', async () => {
        const events = [1, 20, 40, 60, 80].map((seq) => anEvent({ seq }))
        const raw = [10, 50, 90].map((seq) => aRawItem({ seq }))
        await store.append({
          spoolId: SPOOL,
          from: 0,
          to: 45,
          events: events.slice(0, 3),
          raw: raw.slice(0, 1),
        })
        await store.append({
          spoolId: SPOOL,
          from: 0,
          to: 70,
          events: events.slice(0, 4),
          raw: raw.slice(0, 2),
        })
        await store.append({ spoolId: SPOOL, from: 30, to: 100, events: events.slice(2), raw: raw.slice(1) })
        await store.append({ spoolId: SPOOL, from: 0, to: 20, events: events.slice(0, 1), raw: [] })
        expect(await seqs()).toEqual([80, 60, 40, 20, 1])
        const items = await store.rawItems('1', { itemType: 'transaction', limit: 10 })
        expect(items.map(({ seq }) => seq)).toEqual([10, 50, 90])
        expect(await store.stats()).toMatchObject({ stored: { errors: 5, raw: 3 } })
        expect(await store.watermark(SPOOL)).toBe(100)
      })

      it('[TS3] keeps the first event of an id and no other, in one batch and across batches', async () => {
        const eventId = eventIdOf('twice')
        await append([
          anEvent({ seq: 1, eventId, title: 'first' }),
          anEvent({ seq: 2, eventId, title: 'second' }),
        ])
        await append([anEvent({ seq: 3, eventId, title: 'third' }), anEvent({ seq: 4 })])
        expect(await seqs()).toEqual([4, 1])
        expect((await store.get('1', eventId))?.title).toBe('first')
        expect(await store.known('1', [eventId], SPOOL)).toEqual(new Map([[eventId, 1]]))
      })

      it('[TS3] lets two projects use the same event id', async () => {
        const eventId = eventIdOf('shared')
        await append([
          anEvent({ seq: 1, eventId, projectId: '1' }),
          anEvent({ seq: 2, eventId, projectId: '2' }),
        ])
        expect((await store.get('1', eventId))?.seq).toBe(1)
        expect((await store.get('2', eventId))?.seq).toBe(2)
      })

      it('[TS4] says which ids are stored and at which position of the spool', async () => {
        await append([anEvent({ seq: 5 }), anEvent({ seq: 9 })])
        const asked = [eventIdOf(5), eventIdOf('never sent'), eventIdOf(9), 'not an id', '']
        expect(await store.known('1', asked, SPOOL)).toEqual(
          new Map([
            [eventIdOf(5), 5],
            [eventIdOf(9), 9],
          ]),
        )
        expect(await store.known('1', [], SPOOL)).toEqual(new Map())
      })

      it('[TS1] takes an empty batch and one of several thousand events', async () => {
        await store.append({ spoolId: SPOOL, from: 0, to: 10, events: [], raw: [] })
        const events = Array.from({ length: 5000 }, (_, index) => anEvent({ seq: 10 + index }))
        await store.append({ spoolId: SPOOL, from: 10, to: 5010, events, raw: [] })
        expect((await store.stats()).stored.errors).toBe(5000)
        expect((await store.get('1', eventIdOf(10)))?.seq).toBe(10)
        expect((await store.get('1', eventIdOf(5009)))?.seq).toBe(5009)
      })

      it('[TS1] answers appends that are made together in their order', async () => {
        await Promise.all([1, 2, 3, 4, 5].map((seq) => append([anEvent({ seq })])))
        expect(await seqs()).toEqual([5, 4, 3, 2, 1])
        expect(await store.watermark(SPOOL)).toBe(6)
      })
    })

    describe('one event', () => {
      it('[TS5] comes back whole, documents with any text and shape included', async () => {
        const payload = {
          text: HOSTILE,
          proto: JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
          'a.b': { deep: [[[{ x: null }]]], 'line\nbreak': '\r\n\u2028' },
          numbers: [0, -1.5, 1e21, Number.MAX_SAFE_INTEGER],
          empty: { list: [], object: {}, text: '' },
          flags: [true, false],
        }
        const row = anEvent({ seq: 3, handled: undefined, user: undefined, traceId: undefined })
        const event = { ...row, document: { ...row.document, payload } }
        await append([anEvent({ seq: 2 }), event, anEvent({ seq: 4 })])
        expect(await store.get('1', event.eventId)).toEqual(event)
      })

      it('[TS5] comes back whole when it is large', async () => {
        const row = anEvent({ seq: 1 })
        const payload = { blob: 'äx'.repeat(700_000), list: Array.from({ length: 20_000 }, (_, n) => n) }
        const event = { ...row, document: { ...row.document, payload } }
        await append([event, anEvent({ seq: 2 })])
        expect(await store.get('1', event.eventId)).toEqual(event)
        expect((await store.get('1', eventIdOf(2)))?.seq).toBe(2)
      })

      it('[TS161] keeps when it was stored, which a replay does not change', async () => {
        const events = [anEvent({ seq: 1, storedAt: T0 + 300 }), anEvent({ seq: 2, storedAt: undefined })]
        const later = events.map((event) => ({ ...event, storedAt: T0 + 9000 }))
        await store.append({ spoolId: SPOOL, from: 0, to: 10, events, raw: [] })
        await store.append({ spoolId: SPOOL, from: 0, to: 20, events: later, raw: [] })
        const listed = (await store.page(everything(), { limit: 5 })).events
        expect(listed.map(({ storedAt }) => storedAt)).toEqual([undefined, T0 + 300])
        const read = await Promise.all([1, 2].map((seq) => store.get('1', eventIdOf(seq))))
        expect(read.map((event) => event?.storedAt)).toEqual([T0 + 300, undefined])
      })

      it('[TS5] is undefined under a text that no event can have as its id', async () => {
        await append([anEvent({ seq: 1 })])
        for (const eventId of ['', 'x', eventIdOf(1).toUpperCase(), `${eventIdOf(1)} `, HOSTILE])
          expect(await store.get('1', eventId), eventId).toBeUndefined()
      })
    })

    describe('pages', () => {
      it('[TS6] are newest first and end without a cursor', async () => {
        await append([1, 2, 3, 4, 5].map((seq) => anEvent({ seq })))
        const first = await store.page(everything(), { limit: 2 })
        expect(first.events.map(({ seq }) => seq)).toEqual([5, 4])
        const second = await store.page(everything(), { limit: 2, before: first.next! })
        expect(second.events.map(({ seq }) => seq)).toEqual([3, 2])
        const third = await store.page(everything(), { limit: 2, before: second.next! })
        expect(third).toMatchObject({ events: [{ seq: 1 }], next: undefined })
        expect((await store.page(everything(), { limit: 5 })).next).toBeUndefined()
      })

      it('[TS6] stay complete however far apart sequence numbers lie', async () => {
        const far = [0, 1, 2, 3, 4, 5].map((index) => index * 10_000_000_000 + 1)
        await append(far.map((seq, index) => anEvent({ seq, receivedAt: T0 + index })))
        const found: number[] = []
        let before: EventPosition | undefined
        do {
          const page = await store.page(
            everything(),
            before === undefined ? { limit: 2 } : { limit: 2, before },
          )
          found.push(...page.events.map(({ seq }) => seq))
          before = page.next
        } while (before !== undefined)
        expect(found).toEqual(far.toReversed())
      })

      it('[TS6] give every column back', async () => {
        const full = anEvent({ seq: 1, device: 'iPhone', dist: '42', handled: true, tags: [] })
        const bare = anEvent({
          seq: 2,
          transaction: undefined,
          environment: undefined,
          release: undefined,
          user: undefined,
          browser: undefined,
          os: undefined,
          url: undefined,
          sdk: undefined,
          handled: undefined,
          traceId: undefined,
          tags: [
            ['z', '1'],
            ['a', ''],
          ],
        })
        await append([full, bare])
        const { events } = await store.page(everything(), { limit: 10 })
        expect(events).toEqual([summaryOf(bare), summaryOf(full)])
      })

      it('[TS7] treat `to` as exclusive, so adjacent windows never show an event twice', async () => {
        await append([T0 - 1, T0, T0 + 1].map((receivedAt, seq) => anEvent({ seq, receivedAt })))
        const between = (from: number, to: number) => seqs({ projectId: '1', range: { from, to } })
        expect(await between(T0 - 10, T0)).toEqual([0])
        expect(await between(T0, T0 + 10)).toEqual([2, 1])
        expect(await between(T0, T0)).toEqual([])
        expect(await between(T0 + 10, T0)).toEqual([])
      })

      it('[TS6] are empty in an empty store, and for a limit of nothing', async () => {
        expect(await store.page(everything(), { limit: 10 })).toEqual({ events: [], next: undefined })
        await append([anEvent({ seq: 1 })])
        expect((await store.page(everything(), { limit: 0 })).events).toEqual([])
      })

      it('[TS6] go the other way too: the events that follow one, oldest first, whatever lies between', async () => {
        const apart = [0, 1, 40_000_000, 300_000_000, 3_000_000_000, 30_000_000_000]
        expect(await store.following(everything(), { limit: 5 })).toEqual([])
        await append(apart.map((seq) => anEvent({ seq, issueId: seq === 1 ? '8' : '7' })))
        const scope = everything('1', [{ dimension: 'issue', op: 'is', values: ['7'] }])
        const following = async (limit: number, after?: number) =>
          (
            await store.following(scope, {
              limit,
              ...(after !== undefined && { after: anEvent({ seq: after }) }),
            })
          ).map(({ seq }) => seq)
        expect(await following(9)).toEqual(apart.filter((seq) => seq !== 1))
        expect(await following(1)).toEqual([0])
        expect(await following(1, 0)).toEqual([40_000_000])
        expect(await following(2, 40_000_000)).toEqual([300_000_000, 3_000_000_000])
        expect(await following(1, 30_000_000_000)).toEqual([])
        expect(await following(0)).toEqual([])
      })
    })

    describe('conditions', () => {
      const VALUES: ReadonlyArray<readonly [Dimension, Partial<EventRow>, string]> = [
        ['issue', { issueId: '99' }, '99'],
        ['level', { level: 'fatal' }, 'fatal'],
        ['kind', { kind: 'security' }, 'security'],
        ['type', { type: 'RangeError' }, 'RangeError'],
        ['transaction', { transaction: '/other' }, '/other'],
        ['platform', { platform: 'node' }, 'node'],
        ['environment', { environment: 'staging' }, 'staging'],
        ['release', { release: 'shop@2' }, 'shop@2'],
        ['dist', { dist: '7' }, '7'],
        ['user', { user: 'id:2' }, 'id:2'],
        ['browser', { browser: 'Firefox 1' }, 'Firefox 1'],
        ['os', { os: 'Linux' }, 'Linux'],
        ['device', { device: 'Pixel' }, 'Pixel'],
        ['url', { url: 'https://other/' }, 'https://other/'],
        ['sdk', { sdk: 'other/1' }, 'other/1'],
        ['handled', { handled: true }, 'true'],
        [{ tag: 'customer' }, { tags: [['customer', 'acme']] }, 'acme'],
      ]

      it('[TS7] filter, break down and chart by every dimension', async () => {
        await append([
          anEvent({ seq: 0 }),
          ...VALUES.map(([, other], index) => anEvent({ seq: 1 + index, ...other })),
        ])
        const all = Array.from({ length: VALUES.length + 1 }, (_, seq) => seq).toReversed()
        for (const [index, [dimension, , value]] of VALUES.entries()) {
          const seq = 1 + index
          const what = JSON.stringify(dimension)
          const where = (op: 'is' | 'is_not', ...values: string[]) =>
            seqs(everything('1', [{ dimension, op, values }]))
          expect(await where('is', value), what).toEqual([seq])
          expect(await where('is', 'no such', value), what).toEqual([seq])
          expect(await where('is_not', value), what).toEqual(all.filter((other) => other !== seq))
          expect(await where('is', 'no such'), what).toEqual([])
          expect(await where('is_not', 'no such'), what).toEqual(all)
          const { values } = await store.breakdown(everything(), {
            by: dimension,
            measure: 'events',
            limit: 10,
          })
          expect(values, what).toContainEqual({ key: value, count: 1, latest: expect.any(Number) })
          const series = await store.timeSeries(
            { projectId: '1', range: { from: T0, to: T0 + HOUR } },
            { measure: 'events', bucketMs: HOUR, by: dimension, keys: [value, 'no such'] },
          )
          expect([...series], what).toEqual([
            [value, [1]],
            ['no such', [0]],
          ])
        }
      })

      it('[TS7] with no values: `is` matches nothing and `is_not` everything', async () => {
        await append([anEvent({ seq: 1 })])
        expect(await seqs(everything('1', [{ dimension: 'release', op: 'is', values: [] }]))).toEqual([])
        expect(await seqs(everything('1', [{ dimension: 'release', op: 'is_not', values: [] }]))).toEqual([1])
      })

      it('[TS7] `is_not` keeps events that have no value', async () => {
        await append([anEvent({ seq: 1, release: undefined }), anEvent({ seq: 2, release: 'a' })])
        const scope = everything('1', [{ dimension: 'release', op: 'is_not', values: ['a'] }])
        expect(await seqs(scope)).toEqual([1])
      })

      it('[TS7] hold all at once', async () => {
        await append([
          anEvent({ seq: 1, release: 'a', user: 'u1' }),
          anEvent({ seq: 2, release: 'a', user: 'u2' }),
          anEvent({ seq: 3, release: 'b', user: 'u1' }),
        ])
        const scope = everything('1', [
          { dimension: 'release', op: 'is', values: ['a', 'b'] },
          { dimension: 'user', op: 'is', values: ['u1'] },
          { dimension: 'release', op: 'is_not', values: ['b'] },
        ])
        expect(await seqs(scope)).toEqual([1])
      })
    })

    describe('time series', () => {
      const range = { from: T0, to: T0 + 3 * HOUR }

      it('[TS10] fills empty buckets with zeros over the whole range', async () => {
        await append([
          anEvent({ seq: 1, receivedAt: T0 }),
          anEvent({ seq: 2, receivedAt: T0 + HOUR - 1 }),
          anEvent({ seq: 3, receivedAt: T0 + 2 * HOUR }),
          anEvent({ seq: 4, receivedAt: T0 + 3 * HOUR }),
        ])
        const options = { measure: 'events', bucketMs: HOUR } as const
        expect(await store.timeSeries({ projectId: '1', range }, options)).toEqual(new Map([['', [2, 0, 1]]]))
        expect(await store.timeSeries({ projectId: '2', range }, options)).toEqual(new Map([['', [0, 0, 0]]]))
      })

      it('[TS10] aligns buckets to the epoch and counts only what lies in the range', async () => {
        await append(
          [0, 10, 50, 90].map((minutes, seq) => anEvent({ seq, receivedAt: T0 + minutes * 60_000 })),
        )
        const inside = { from: T0 + 5 * 60_000, to: T0 + 90 * 60_000 }
        const series = await store.timeSeries(
          { projectId: '1', range: inside },
          { measure: 'events', bucketMs: HOUR },
        )
        expect(series).toEqual(new Map([['', [2, 0]]]))
      })

      it('[TS10] has one series per key, the most frequent ones if none are named', async () => {
        await append([
          anEvent({ seq: 1, release: 'a', receivedAt: T0 }),
          anEvent({ seq: 2, release: 'b', receivedAt: T0 + HOUR }),
          anEvent({ seq: 3, release: 'b', receivedAt: T0 + HOUR }),
          anEvent({ seq: 4, release: undefined, receivedAt: T0 }),
        ])
        const series = await store.timeSeries(
          { projectId: '1', range },
          { measure: 'events', bucketMs: HOUR, by: 'release' },
        )
        expect([...series]).toEqual([
          ['b', [0, 2, 0]],
          ['a', [1, 0, 0]],
        ])
        const named = { measure: 'events', bucketMs: HOUR, by: 'release', keys: ['a', 'none'] } as const
        expect([...(await store.timeSeries({ projectId: '1', range }, named))]).toEqual([
          ['a', [1, 0, 0]],
          ['none', [0, 0, 0]],
        ])
        const none = { measure: 'events', bucketMs: HOUR, by: 'release', keys: [] } as const
        expect(await store.timeSeries({ projectId: '1', range }, none)).toEqual(new Map())
      })

      it('[TS10] answers a bounded number of series, however many values there are', async () => {
        const count = LIMITS.telemetry.series + 20
        await append(Array.from({ length: count }, (_, seq) => anEvent({ seq, user: `u${seq}` })))
        const series = await store.timeSeries(
          { projectId: '1', range },
          { measure: 'events', bucketMs: HOUR, by: 'user' },
        )
        expect(series.size).toBe(LIMITS.telemetry.series)
      })

      it('[TS10] refuses more buckets than it answers, and buckets of no width', async () => {
        const tooFine = store.timeSeries({ projectId: '1', range }, { measure: 'events', bucketMs: 1 })
        await expect(tooFine).rejects.toMatchObject({ code: 'invalid_input' })
        for (const bucketMs of [0, -HOUR, 0.5, Number.NaN]) {
          const asked = store.timeSeries({ projectId: '1', range }, { measure: 'events', bucketMs })
          await expect(asked).rejects.toMatchObject({ code: 'invalid_input' })
        }
      })

      it('[TS11] counts a user once per bucket, and none for events without a user', async () => {
        const users = ['u1', 'u1', 'u2', undefined]
        await append(users.map((user, seq) => anEvent({ seq, user, receivedAt: T0 + seq })))
        await append([anEvent({ seq: 9, user: 'u1', receivedAt: T0 + HOUR })])
        const series = await store.timeSeries({ projectId: '1', range }, { measure: 'users', bucketMs: HOUR })
        expect(series).toEqual(new Map([['', [2, 1, 0]]]))
      })
    })

    describe('breakdowns', () => {
      it('[TS11] name the most frequent values first, ties by name, and the total behind them', async () => {
        const releases = ['a', 'b', 'b', 'c', 'c', 'd', undefined]
        await append(releases.map((release, seq) => anEvent({ seq, release })))
        const top = await store.breakdown(everything(), { by: 'release', measure: 'events', limit: 3 })
        expect(top).toEqual({
          total: 6,
          values: [
            { key: 'b', count: 2, latest: T0 + 2 },
            { key: 'c', count: 2, latest: T0 + 4 },
            { key: 'a', count: 1, latest: T0 },
          ],
        })
      })

      it('[TS11] name the values received last first when asked to', async () => {
        const releases = ['a', 'a', 'a', 'b', 'c', 'b', undefined]
        await append(releases.map((release, seq) => anEvent({ seq, release })))
        const options = { by: 'release', measure: 'events', order: 'latest' } as const
        const { total, values } = await store.breakdown(everything(), { ...options, limit: 2 })
        expect(total).toBe(6)
        expect(values).toEqual([
          { key: 'b', count: 2, latest: T0 + 5 },
          { key: 'c', count: 1, latest: T0 + 4 },
        ])
      })

      it('[TS11] count an issue once per value', async () => {
        await append([
          anEvent({ seq: 1, browser: 'A', issueId: '1' }),
          anEvent({ seq: 2, browser: 'A', issueId: '1' }),
          anEvent({ seq: 3, browser: 'A', issueId: '2' }),
          anEvent({ seq: 4, browser: 'B', issueId: '1' }),
          anEvent({ seq: 5, browser: undefined, issueId: '3' }),
        ])
        const { total, values } = await store.breakdown(everything(), {
          by: 'browser',
          measure: 'issues',
          limit: 9,
        })
        expect(total).toBe(4)
        expect(values).toMatchObject([
          { key: 'A', count: 2 },
          { key: 'B', count: 1 },
        ])
      })

      it('[TS11] count a user once per value', async () => {
        await append([
          anEvent({ seq: 1, browser: 'A', user: 'u1' }),
          anEvent({ seq: 2, browser: 'A', user: 'u1' }),
          anEvent({ seq: 3, browser: 'A', user: 'u2' }),
          anEvent({ seq: 4, browser: 'B', user: 'u1' }),
          anEvent({ seq: 5, browser: 'C', user: undefined }),
        ])
        expect(await store.breakdown(everything(), { by: 'browser', measure: 'users', limit: 9 })).toEqual({
          total: 5,
          values: [
            { key: 'A', count: 2, latest: T0 + 3 },
            { key: 'B', count: 1, latest: T0 + 4 },
          ],
        })
      })

      it('[TS11] work on tags, under conditions and within the range', async () => {
        const tagged = (seq: number, customer: string, level: EventRow['level']) =>
          anEvent({
            seq,
            level,
            tags: [
              ['customer', customer],
              ['n', '1'],
            ],
          })
        await append([
          tagged(1, 'acme', 'error'),
          tagged(2, 'acme', 'error'),
          tagged(3, 'initech', 'error'),
          tagged(4, 'initech', 'fatal'),
          anEvent({ seq: 5 }),
          { ...tagged(6, 'late', 'error'), receivedAt: T0 + HOUR },
        ])
        const scope: Scope = {
          projectId: '1',
          range: { from: T0, to: T0 + HOUR },
          where: [{ dimension: 'level', op: 'is_not', values: ['fatal'] }],
        }
        expect(
          await store.breakdown(scope, { by: { tag: 'customer' }, measure: 'events', limit: 9 }),
        ).toEqual({
          total: 3,
          values: [
            { key: 'acme', count: 2, latest: T0 + 2 },
            { key: 'initech', count: 1, latest: T0 + 3 },
          ],
        })
      })

      it('[TS11] are empty where nothing has a value', async () => {
        await append([anEvent({ seq: 1, device: undefined })])
        const empty = { total: 0, values: [] }
        expect(await store.breakdown(everything(), { by: 'device', measure: 'events', limit: 9 })).toEqual(
          empty,
        )
        expect(await store.breakdown(everything(), { by: { tag: '' }, measure: 'users', limit: 9 })).toEqual(
          empty,
        )
      })

      it('[TS12] list the tag keys in use, most frequent first', async () => {
        const tags = (...keys: string[]) => keys.map((key) => [key, 'v'] as const)
        await append([
          anEvent({ seq: 1, tags: tags('b', 'a') }),
          anEvent({ seq: 2, tags: tags('b', 'c') }),
          anEvent({ seq: 3, tags: [] }),
        ])
        expect(await store.tagKeys(everything(), 10)).toEqual([
          { key: 'b', count: 2 },
          { key: 'a', count: 1 },
          { key: 'c', count: 1 },
        ])
        expect(await store.tagKeys(everything(), 1)).toEqual([{ key: 'b', count: 2 }])
      })

      it('[TS12] take the first value of a tag key that is given twice', async () => {
        const tags = [
          ['k', 'first'],
          ['k', 'second'],
          ['l', 'x'],
        ] as const
        await append([anEvent({ seq: 1, tags })])
        expect(await store.tagKeys(everything(), 10)).toEqual([
          { key: 'k', count: 1 },
          { key: 'l', count: 1 },
        ])
        const { values } = await store.breakdown(everything(), {
          by: { tag: 'k' },
          measure: 'events',
          limit: 9,
        })
        expect(values).toMatchObject([{ key: 'first', count: 1 }])
      })

      it('[TS12] separate keys and values that contain or continue each other', async () => {
        const pairs: ReadonlyArray<readonly [string, string]> = [
          ['a', 'b'],
          ['a', 'bc'],
          ['a', ''],
          ['', 'a'],
          ['ab', 'b'],
          ['b', 'a'],
          ['a\u001eb', 'c'],
          ['a', 'b\u001eb'],
          ['a', 'b\u001fa\u001eb'],
          ['a', '\u001f'],
          ['a\u0010', '1'],
          ['a', '\u00101'],
        ]
        await append(pairs.map((pair, seq) => anEvent({ seq, tags: [['x', 'y'], pair, ['z', 'y']] })))
        for (const [seq, [tag, value]] of pairs.entries()) {
          const is = everything('1', [{ dimension: { tag }, op: 'is', values: [value] }])
          expect(await seqs(is), JSON.stringify([tag, value])).toEqual([seq])
          const { total, values } = await store.breakdown(everything(), {
            by: { tag },
            measure: 'events',
            limit: 99,
          })
          const own = pairs.filter(([key]) => key === tag)
          expect(total).toBe(own.length)
          expect(values.map(({ key }) => key).toSorted()).toEqual(own.map(([, other]) => other).toSorted())
        }
        const keys = (await store.tagKeys(everything(), 99)).map(({ key }) => key)
        expect(keys.toSorted()).toEqual([...new Set(['x', 'z', ...pairs.map(([key]) => key)])].toSorted())
        const { events } = await store.page(everything(), { limit: 99 })
        expect(events.map(({ tags }) => tags[1]).toReversed()).toEqual(pairs)
      })

      it('[TS12] stay exact over ten thousand values of one tag', async () => {
        const events = Array.from({ length: 10_050 }, (_, seq) =>
          anEvent({ seq, tags: [['session', `s${seq % 10_000}`]] }),
        )
        for (let start = 0; start < events.length; start += 1000)
          await append(events.slice(start, start + 1000))
        const by = { tag: 'session' }
        const answer = await store.breakdown(everything(), { by, measure: 'events', limit: 20_000 })
        expect(answer.total).toBe(10_050)
        expect(answer.values.length).toBe(10_000)
        expect(answer.values.filter(({ count }) => count === 2).length).toBe(50)
        expect(await seqs(everything('1', [{ dimension: by, op: 'is', values: ['s7'] }]))).toEqual([
          10_007, 7,
        ])
      })
    })

    describe('hostile texts', () => {
      const hostileRow = (): EventRow => {
        const row = anEvent({ seq: 1 })
        return {
          ...row,
          title: HOSTILE,
          culprit: HOSTILE,
          type: HOSTILE,
          value: HOSTILE,
          transaction: HOSTILE,
          platform: HOSTILE,
          environment: HOSTILE,
          release: HOSTILE,
          dist: HOSTILE,
          user: HOSTILE,
          browser: HOSTILE,
          os: HOSTILE,
          device: HOSTILE,
          url: HOSTILE,
          sdk: HOSTILE,
          traceId: HOSTILE,
          tags: [
            [HOSTILE, HOSTILE],
            ['', 'empty key'],
          ],
          document: { ...row.document, payload: { [HOSTILE]: HOSTILE } },
        }
      }

      it('[TS13] come back as they were, but for what Unicode cannot say, in lists and in the event', async () => {
        const row = hostileRow()
        const identifiers = [{ kind: 'digest', value: 'd' }] as const
        await append([{ ...row, identifiers }, anEvent({ seq: 2 })])
        const summary = {
          ...summaryOf(row),
          ...Object.fromEntries(
            Object.entries(summaryOf(row)).map(([key, value]) => [
              key,
              value === HOSTILE ? HOSTILE_STORED : value,
            ]),
          ),
          tags: [
            [HOSTILE_STORED, HOSTILE_STORED],
            ['', 'empty key'],
          ],
        }
        const { events } = await store.page(everything(), { limit: 1, before: anEvent({ seq: 2 }) })
        expect(events).toEqual([summary])
        expect(await store.get('1', row.eventId)).toEqual({ ...summary, document: row.document })
        expect(await store.find(['1'], identifiers[0], 1)).toEqual([summary])
      })

      it('[TS13] are values in every question, never part of it', async () => {
        await append([hostileRow(), anEvent({ seq: 2, device: 'x', dist: 'x', tags: [] })])
        const dimensions: Dimension[] = [
          'type',
          'transaction',
          'platform',
          'environment',
          'release',
          'dist',
          'user',
          'browser',
          'os',
          'device',
          'url',
          'sdk',
          { tag: HOSTILE },
        ]
        for (const dimension of dimensions) {
          const ask = (op: 'is' | 'is_not') => seqs(everything('1', [{ dimension, op, values: [HOSTILE] }]))
          expect(await ask('is')).toEqual([1])
          expect(await ask('is_not')).toEqual([2])
          const { values } = await store.breakdown(everything(), {
            by: dimension,
            measure: 'events',
            limit: 9,
          })
          expect(values).toContainEqual({ key: HOSTILE_STORED, count: 1, latest: T0 + 1 })
          const series = await store.timeSeries(
            { projectId: '1', range: { from: T0, to: T0 + HOUR } },
            { measure: 'events', bucketMs: HOUR, by: dimension, keys: [HOSTILE] },
          )
          expect(series).toEqual(new Map([[HOSTILE_STORED, [1]]]))
        }
        expect(await store.tagKeys(everything(), 10)).toContainEqual({ key: HOSTILE_STORED, count: 1 })
      })

      it('[TS13] match nothing as the id of a project or an issue', async () => {
        await append([anEvent({ seq: 1 })], [aRawItem({ seq: 2 })])
        for (const id of [HOSTILE, '', '-1', '1e3', ' 1', '01', '1 or 1=1', '9'.repeat(40)]) {
          const issue = { dimension: 'issue', op: 'is', values: [id] } as const
          expect(await seqs(everything('1', [issue])), id).toEqual([])
          expect(await seqs(everything(id)), id).toEqual([])
          expect(await store.get(id, eventIdOf(1)), id).toBeUndefined()
          expect(await store.known(id, [eventIdOf(1)], SPOOL), id).toEqual(new Map())
          expect(await store.rawItems(id, { itemType: 'transaction', limit: 9 }), id).toEqual([])
          expect((await store.expire(id, T0 + HOUR)).errors, id).toBe(0)
        }
        expect(await store.stats()).toMatchObject({ stored: { errors: 1, raw: 1 } })
      })

      it('[TS13] name spools and item types like any other text', async () => {
        const raw = [aRawItem({ seq: 1, itemType: HOSTILE, header: HOSTILE, eventId: HOSTILE })]
        await store.append({ spoolId: HOSTILE, from: 0, to: 5, events: [], raw })
        expect(await store.watermark(HOSTILE)).toBe(5)
        expect(await store.rawItems('1', { itemType: HOSTILE, limit: 9 })).toEqual(raw)
      })
    })

    describe('revisions', () => {
      const awaiting = (value: string) => ({ kind: 'awaited_map', value }) as const
      const revision = (seq: number, over: Partial<EventRevision> = {}): EventRevision => ({
        seq,
        projectId: '1',
        eventId: eventIdOf(seq),
        issueId: '8',
        title: 'TypeError: mapped',
        culprit: `checkout (src/cart.ts) ${HOSTILE}`,
        grouping: {
          version: 2,
          fingerprint: eventIdOf('mapped'),
          evidence: { rule: 'stacktrace', summary: 'by the sources', parts: ['checkout'] },
          unmapped: eventIdOf('fingerprint'),
        },
        awaited: [],
        ...over,
      })
      const issue = (id: string) => everything('1', [{ dimension: 'issue', op: 'is', values: [id] }])

      it('[SM60] write over issue, headline and grouping of an event, in lists and on its own, and nothing else', async () => {
        const events = Array.from({ length: 150 }, (_, seq) => anEvent({ seq }))
        await append(events)
        await append([anEvent({ seq: 200, projectId: '2' })])
        const revised = [revision(3), revision(149)]
        await store.revise(revised)
        await store.revise(revised)
        store = await opened.reopen()
        expect(await seqs(issue('8'))).toEqual([149, 3])
        expect(await seqs(issue('7'))).toHaveLength(148)
        const { title, culprit, grouping } = revised[0]!
        const { fingerprint } = grouping
        const changed = { issueId: '8', title, culprit: culprit.toWellFormed(), fingerprint }
        const { document } = events[3]!
        expect(await store.get('1', eventIdOf(3))).toEqual({
          ...events[3],
          ...changed,
          document: { ...document, grouping },
        })
        const [, listed] = (await store.page(issue('8'), { limit: 9 })).events
        expect(listed).toMatchObject({ seq: 3, ...changed })
        expect(await store.get('1', eventIdOf(4))).toEqual(events[4])
      })

      it('[GR114] let a browser’s side be found from the server’s event, and no longer wait for it', async () => {
        const awaited = { kind: 'awaited_server', value: 'any' } as const
        const waiting = (seq: number) => ({ ...anEvent({ seq }), identifiers: [awaited] })
        await append([waiting(0), waiting(1)])
        const server = eventIdOf('server')
        const { grouping } = revision(0)
        const joined = { ...grouping, joined: { eventId: server, by: 'digest', apart: grouping } } as const
        await store.revise([revision(0, { grouping: joined }), revision(1)])
        await store.revise([revision(0, { grouping: joined })])
        store = await opened.reopen()
        const found = async (identifier: Parameters<typeof store.find>[1]) =>
          (await store.find(['1'], identifier, 9)).map(({ seq }) => seq)
        expect(await found({ kind: 'browser_side', value: server })).toEqual([0])
        expect(await found(awaited)).toEqual([1])
        await store.revise([revision(0)])
        expect(await found({ kind: 'browser_side', value: server })).toEqual([])
        expect(await found(awaited)).toEqual([1])
      })

      it('[SM60] are kept also where they change only the issue, the title, the culprit or the grouping', async () => {
        const { grouping } = revision(0)
        const changes = [{ issueId: '8' }, { title: 'mapped' }, { culprit: 'mapped' }, { grouping }]
        const events = changes.map((_, seq) => anEvent({ seq }))
        await append(events)
        const revised = events.map(({ seq, issueId, title, culprit, document }, index) =>
          revision(seq, { issueId, title, culprit, grouping: document.grouping, ...changes[index] }),
        )
        await store.revise(revised)
        const stored = await Promise.all(events.map(({ eventId }) => store.get('1', eventId)))
        expect(stored.map((event) => [event!.issueId, event!.title, event!.culprit])).toEqual(
          revised.map(({ issueId, title, culprit }) => [issueId, title, culprit]),
        )
        expect(stored.map((event) => event!.document.grouping)).toEqual(revised.map((one) => one.grouping))
      })

      it('[SM60] pass over events that are gone, of another project or of another place in the spool', async () => {
        const event = anEvent({ seq: 1 })
        await append([event])
        const strangers = [
          { projectId: '2' },
          { eventId: eventIdOf('x') },
          { seq: 2 },
          { projectId: 'x' },
          { eventId: 'x' },
        ]
        await store.revise(strangers.map((over) => revision(1, over)))
        await store.revise([])
        expect(await store.get('1', event.eventId)).toEqual(event)
        expect(await seqs(issue('7'))).toEqual([1])
      })

      it('[SE17] renew what an event is found by, also where nothing else of it changes', async () => {
        const sent = { ...anEvent({ seq: 1 }), searchText: `a.min.js\nadd to cart`, stackFiles: 'a.min.js' }
        const { issueId, title, culprit } = sent
        const { grouping } = anEvent({ seq: 1 }).document
        await append([sent, { ...sent, ...anEvent({ seq: 2 }) }, { ...sent, ...anEvent({ seq: 3 }) }])
        const found = (...words: readonly string[]) => seqs(everything('1', [{ op: 'text', words }]))
        const same = { issueId, title, culprit, grouping }
        const searchText = `checkout src/cart.ts\nadd to cart ${HOSTILE.toLowerCase()}`
        const stack = { stackFiles: 'src/cart.ts\nsrc/main.ts', stackFunctions: `checkout\n${HOSTILE}` }
        const revised = [
          revision(2, { searchText, ...stack }),
          revision(1, { ...same, searchText, ...stack }),
        ]
        await store.revise(revised)
        await store.revise(revised)
        store = await opened.reopen()
        expect(await found('src/cart.ts', 'add to cart', HOSTILE)).toEqual([2, 1])
        expect(await found('a.min.js')).toEqual([3])
        const inFrame = (dimension: 'stack_file' | 'stack_function', value: string) =>
          seqs(everything('1', [{ dimension, op: 'is', values: [value] }]))
        expect(await inFrame('stack_file', 'src/main.ts')).toEqual([2, 1])
        expect(await inFrame('stack_function', 'checkout')).toEqual([2, 1])
        expect(await inFrame('stack_file', 'a.min.js')).toEqual([3])
        expect(await store.get('1', eventIdOf(1))).toEqual(anEvent({ seq: 1 }))
      })

      it('[SE17] leave what an event is found by where they do not know better', async () => {
        await append([{ ...anEvent({ seq: 1 }), searchText: 'add to cart', stackFiles: 'a.ts' }])
        await store.revise([revision(1)])
        expect(
          await seqs(everything('1', [{ dimension: 'stack_file', op: 'is', values: ['a.ts'] }])),
        ).toEqual([1])
        expect(await seqs(everything('1', [{ op: 'text', words: ['add to cart'] }]))).toEqual([1])
        expect(await seqs(issue('8'))).toEqual([1])
      })

      it('[GR89] follow an issue that was merged in the meantime', async () => {
        await append([anEvent({ seq: 1 })])
        await store.move({ projectId: '1', from: '8', to: '9', fingerprints: [eventIdOf('mapped')] })
        await store.revise([revision(1)])
        expect(await seqs(issue('9'))).toEqual([1])
        expect((await store.get('1', eventIdOf(1)))!.issueId).toBe('9')
      })

      it('[SM60] say which maps an event still lacks', async () => {
        const lacking = { ...anEvent({ seq: 1 }), identifiers: [awaiting('a'), awaiting('b')] }
        await append([lacking, { ...anEvent({ seq: 2 }), identifiers: [awaiting('a')] }])
        await store.revise([revision(1, { awaited: ['b', 'c'] })])
        const found = async (value: string) =>
          (await store.find(['1'], awaiting(value), 9)).map(({ seq }) => seq)
        expect(await Promise.all(['a', 'b', 'c'].map(found))).toEqual([[2], [1], [1]])
      })
    })

    describe('moves', () => {
      const issue = (id: string, projectId = '1') =>
        everything(projectId, [{ dimension: 'issue', op: 'is', values: [id] }])
      const withFingerprint = (seq: number, name: string, over: Partial<EventRow> = {}) => {
        const event = anEvent({ seq, ...over })
        const fingerprint = eventIdOf(name)
        const grouping = { ...event.document.grouping, fingerprint }
        return { ...event, fingerprint, document: { ...event.document, grouping } }
      }
      const move = (from: string, to: string, ...names: readonly string[]) =>
        store.move({ projectId: '1', from, to, fingerprints: names.map(eventIdOf) })
      const homes = (...ids: readonly number[]) =>
        Promise.all(ids.map(async (seq) => (await store.get('1', eventIdOf(seq)))?.issueId))

      it('[GR89] bring events of a fingerprint to another issue, in lists, counts and on their own, and no others', async () => {
        const other = withFingerprint(4, 'a', { projectId: '2' })
        await append([
          withFingerprint(1, 'a'),
          withFingerprint(2, 'b'),
          withFingerprint(3, 'a', { issueId: '6' }),
          other,
        ])
        await move('7', '8', 'a')
        await move('7', '8', 'a')
        store = await opened.reopen()
        expect(await seqs(issue('8'))).toEqual([1])
        expect(await seqs(issue('7'))).toEqual([2])
        expect(await seqs(issue('6'))).toEqual([3])
        expect(await seqs(issue('7', '2'))).toEqual([4])
        expect(await homes(1, 2, 3)).toEqual(['8', '7', '6'])
        expect(await store.get('2', other.eventId)).toEqual(other)
      })

      it('[TS232] bring events to another issue where they are found by an identifier, also revised ones', async () => {
        const digest = { kind: 'digest', value: 'd' } as const
        const identified = (seq: number) => ({ ...withFingerprint(seq, 'a'), identifiers: [digest] })
        await append([identified(1), identified(2)])
        const { issueId, title, culprit, document } = identified(2)
        const grouping = { ...document.grouping, fingerprint: eventIdOf('b') }
        const awaited: readonly string[] = []
        const eventId = eventIdOf(2)
        await store.revise([{ seq: 2, projectId: '1', eventId, issueId, title, culprit, grouping, awaited }])
        const found = async () =>
          (await store.find(['1'], digest, 9)).map((event) => [event.seq, event.issueId, event.fingerprint])
        await move('7', '8', 'a')
        expect(await found()).toEqual([
          [2, '7', eventIdOf('b')],
          [1, '8', eventIdOf('a')],
        ])
        await move('7', '9', 'b')
        store = await opened.reopen()
        expect((await found()).map(([, home]) => home)).toEqual(['9', '8'])
      })

      it('[GR89] also catch events that were on their way to the issue they left', async () => {
        await move('7', '8', 'a')
        await append([withFingerprint(1, 'a'), withFingerprint(2, 'b')])
        expect(await seqs(issue('8'))).toEqual([1])
        expect(await homes(1, 2)).toEqual(['8', '7'])
      })

      it('[GR89] lead through any number of places, there and back again', async () => {
        await append([withFingerprint(1, 'a')])
        await move('7', '8', 'a')
        await move('8', '9', 'a')
        await append([withFingerprint(2, 'a'), withFingerprint(3, 'a', { issueId: '8' })])
        expect(await seqs(issue('9'))).toEqual([3, 2, 1])
        await move('9', '7', 'a')
        await append([withFingerprint(4, 'a'), withFingerprint(5, 'a', { issueId: '9' })])
        expect(await seqs(issue('7'))).toEqual([5, 4, 3, 2, 1])
        expect(await homes(1, 2, 3, 4, 5)).toEqual(['7', '7', '7', '7', '7'])
      })

      it('[GR89] let a later issue of the same fingerprint alone, which is another one', async () => {
        await move('7', '8', 'a')
        await append([withFingerprint(1, 'a', { issueId: '12' })])
        expect(await seqs(issue('12'))).toEqual([1])
      })

      it('[GR89] say which fingerprints an issue has, as any other value of an event', async () => {
        await append([withFingerprint(1, 'a'), withFingerprint(2, 'b'), withFingerprint(3, 'b')])
        const { values } = await store.breakdown(issue('7'), {
          by: 'fingerprint',
          measure: 'events',
          limit: 9,
        })
        expect(values.map(({ key, count }) => [key, count])).toEqual([
          [eventIdOf('b'), 2],
          [eventIdOf('a'), 1],
        ])
        const only = [{ dimension: 'fingerprint', op: 'is', values: [eventIdOf('a')] }] as const
        expect(await seqs(everything('1', only))).toEqual([1])
      })

      it('[GR89] take hold of more rows than one statement does', async () => {
        const rows = Array.from({ length: 20_050 }, (_, index) => withFingerprint(index, 'a'))
        await append(rows)
        await Promise.all([move('7', '8', 'a'), append([withFingerprint(20_050, 'a')])])
        const { total } = await store.breakdown(everything(), { by: 'issue', measure: 'events', limit: 9 })
        expect(total).toBe(20_051)
        const { values } = await store.breakdown(everything(), { by: 'issue', measure: 'events', limit: 9 })
        expect(values.map(({ key, count }) => [key, count])).toEqual([['8', 20_051]])
      }, 30_000)
    })

    describe('identifiers', () => {
      const digest = (value: string) => ({ kind: 'digest', value }) as const
      const found = async (projectIds: readonly string[], value: string, limit = 10) =>
        (await store.find(projectIds, digest(value), limit)).map(({ seq }) => seq)

      it('[TS30] find every event that was stored with them, newest first, in the projects asked for', async () => {
        const events = [
          anEvent({ seq: 1 }),
          anEvent({ seq: 2, projectId: '2' }),
          anEvent({ seq: 3 }),
          anEvent({ seq: 4, projectId: '3' }),
        ]
        await append(events.map((event) => ({ ...event, identifiers: [digest('123'), digest('own')] })))
        await append([{ ...anEvent({ seq: 5 }), identifiers: [digest('1234')] }])
        expect(await store.find(['1'], digest('123'), 1)).toEqual([summaryOf(events[2]!)])
        expect(await found(['1', '2', '1'], '123')).toEqual([3, 2, 1])
        expect(await found(['1', '2'], 'own', 2)).toEqual([3, 2])
        expect(await found(['2'], '1234')).toEqual([])
        expect(await found([], '123')).toEqual([])
        expect(await found(['1'], '12')).toEqual([])
        expect(await found(['1'], '123', 0)).toEqual([])
      })

      it('[TS170] find the events nearest to a moment, however many are newer', async () => {
        const at = (seq: number, projectId = '1') => ({
          ...anEvent({ seq, projectId, receivedAt: T0 + seq * 1000 }),
          identifiers: [digest('near')],
        })
        await append([...Array.from({ length: 40 }, (_, seq) => at(seq)), at(60, '2'), at(61, '3')])
        const near = async (projectIds: readonly string[], limit: number, moment: number) =>
          (await store.find(projectIds, digest('near'), limit, T0 + moment)).map(({ seq }) => seq)
        expect(await near(['1'], 3, 10_000)).toEqual([11, 10, 9])
        expect(await near(['1'], 2, 10_400)).toEqual([11, 10])
        expect(await near(['1'], 2, 10_600)).toEqual([11, 10])
        expect(await near(['1'], 2, -5000)).toEqual([1, 0])
        expect(await near(['1', '2'], 3, 50_500)).toEqual([60, 39, 38])
        expect(await near(['1'], 0, 10_000)).toEqual([])
        expect(await near(['1'], 100, 10_000)).toHaveLength(40)
      })

      it('[TS171] tell which projects have any of a kind, until their events are gone', async () => {
        const map = { kind: 'awaited_map', value: 'm' } as const
        await append([
          { ...anEvent({ seq: 1 }), identifiers: [digest('a')] },
          { ...anEvent({ seq: 2, projectId: '2' }), identifiers: [map] },
          anEvent({ seq: 3, projectId: '3' }),
        ])
        const all = ['1', '2', '3', '4', "1' or 1=1 --"]
        expect([...(await store.projectsWith(all, 'digest'))]).toEqual(['1'])
        expect([...(await store.projectsWith(all, 'awaited_map'))]).toEqual(['2'])
        expect([...(await store.projectsWith([], 'digest'))]).toEqual([])
        await store.expire('1', T0 + 24 * HOUR)
        expect([...(await store.projectsWith(all, 'digest'))]).toEqual([])
      })

      it('[TS172] are told of events, of one kind and in one project', async () => {
        const map = { kind: 'awaited_map', value: 'm' } as const
        const events = [1, 2, 3].map((seq) => anEvent({ seq }))
        const twin = anEvent({ seq: 4, projectId: '2', eventId: events[0]!.eventId })
        await append([
          { ...events[0]!, identifiers: [digest('b'), digest('a'), map] },
          { ...events[1]!, identifiers: [map] },
          { ...events[2]!, identifiers: [digest('c')] },
          { ...twin, identifiers: [digest('other')] },
        ])
        const ids = [...events.map(({ eventId }) => eventId), eventIdOf(99), "' or 1=1 --"]
        expect([...(await store.identifiersOf('1', ids, 'digest'))]).toEqual([
          [events[0]!.eventId, ['a', 'b']],
          [events[2]!.eventId, ['c']],
        ])
        expect([...(await store.identifiersOf('2', ids, 'digest'))]).toEqual([[twin.eventId, ['other']]])
        expect([...(await store.identifiersOf("1' or 1=1 --", ids, 'digest'))]).toEqual([])
        expect([...(await store.identifiersOf('1', [], 'digest'))]).toEqual([])
      })

      it('[TS30] are not part of the event that is read back', async () => {
        const event = anEvent({ seq: 1 })
        const encoded = {
          ...anEvent({ seq: 2 }),
          document: { json: Buffer.from(JSON.stringify(event.document)) },
        }
        const identifiers = [digest('1')]
        await append([
          { ...event, identifiers },
          { ...encoded, identifiers },
        ])
        expect(await store.get('1', event.eventId)).toEqual(event)
        expect(await store.get('1', encoded.eventId)).not.toHaveProperty('identifiers')
      })

      it('[TS30] of a replay or of a duplicate count once', async () => {
        const event = { ...anEvent({ seq: 1 }), identifiers: [digest('1'), digest('1')] }
        const twin = { ...anEvent({ seq: 2, eventId: event.eventId }), identifiers: [digest('twin')] }
        for (const to of [2, 2, 9])
          await store.append({
            spoolId: SPOOL,
            from: 0,
            to,
            events: to === 9 ? [event, twin] : [event],
            raw: [],
          })
        expect(await found(['1'], '1')).toEqual([1])
        expect(await found(['1'], 'twin')).toEqual([])
      })

      it('[TS30] survive a restart and go with their event', async () => {
        const events = Array.from({ length: 200 }, (_, seq) => ({
          ...anEvent({ seq, receivedAt: T0 + seq }),
          identifiers: [digest('all'), digest(`n${seq}`)],
        }))
        await append([...events, { ...anEvent({ seq: 300, projectId: '2' }), identifiers: [digest('all')] }])
        store = await opened.reopen()
        await store.expire('1', T0 + 190)
        expect(await found(['1'], 'all', 500)).toEqual(Array.from({ length: 10 }, (_, n) => 199 - n))
        expect(await found(['1'], 'n189')).toEqual([])
        expect(await found(['1'], 'n190')).toEqual([190])
        expect(await found(['2'], 'all')).toEqual([300])
        await append([anEvent({ seq: 400, eventId: eventIdOf(3), receivedAt: T0 + HOUR })])
        expect(await found(['1'], 'n3')).toEqual([])
      })

      it('[TS13] with hostile texts are values like any other', async () => {
        await append([{ ...anEvent({ seq: 1 }), identifiers: [digest(HOSTILE)] }, anEvent({ seq: 2 })])
        expect(await found(['1'], HOSTILE)).toEqual([1])
        expect(await found(["1' or 1=1 --", '01', '-1', '1'], HOSTILE_STORED)).toEqual([1])
        expect(await found(['1'], "' or 1=1 --")).toEqual([])
      })
    })

    describe('raw items', () => {
      it('[TS14] come back as sent, oldest first, by type, and page on', async () => {
        const raw = [
          aRawItem({ seq: 1, body: Uint8Array.from({ length: 256 }, (_, byte) => byte) }),
          aRawItem({ seq: 2, itemType: 'session', body: new Uint8Array() }),
          aRawItem({ seq: 3, eventId: eventIdOf(3), body: { blob: 'ab'.repeat(32) } }),
          aRawItem({ seq: 4, body: new Uint8Array(LIMITS.rawItemInlineBytes).fill(10) }),
        ]
        await append([], raw.slice(0, 2))
        await append([], raw.slice(2))
        const read = (options: { after?: number; limit: number }) =>
          store.rawItems('1', { itemType: 'transaction', ...options })
        expect(await read({ limit: 10 })).toEqual([raw[0], raw[2], raw[3]])
        expect(await read({ limit: 2 })).toEqual([raw[0], raw[2]])
        expect(await read({ limit: 2, after: 3 })).toEqual([raw[3]])
        expect(await read({ limit: 2, after: 4 })).toEqual([])
        expect(await store.rawItems('1', { itemType: 'session', limit: 10 })).toEqual([raw[1]])
        expect(await store.rawItems('1', { itemType: 'span', limit: 10 })).toEqual([])
        expect((await store.stats()).stored.raw).toBe(4)
      })

      it('[TS78] come back in the order of the log, in whatever order a batch brings them, each under its own number', async () => {
        const raw = [7, 3, 3, 5].map((seq, index) => aRawItem({ seq, header: `{"n":${index}}` }))
        await append([], raw)
        const found = await store.rawItems('1', { itemType: 'transaction', limit: 9 })
        expect(found.map(({ seq, header }) => [seq, header])).toEqual([
          [3, '{"n":1}'],
          [4, '{"n":2}'],
          [5, '{"n":3}'],
          [7, '{"n":0}'],
        ])
      })

      it('[PL106] are counted by type, and those that were read are removed together', async () => {
        const raw = Array.from({ length: 200 }, (_, seq) => aRawItem({ seq, receivedAt: T0 + seq }))
        await append(
          [],
          [...raw, aRawItem({ seq: 200, itemType: 'log' }), aRawItem({ seq: 201, projectId: '2' })],
        )
        const types = ['transaction', 'log', 'span', HOSTILE]
        const counted = async () => Object.fromEntries(await store.rawItemCounts('1', types))
        const left = async () =>
          (await store.rawItems('1', { itemType: 'transaction', limit: 1000 })).map(({ seq }) => seq)
        expect(await counted()).toEqual({ transaction: 200, log: 1 })
        const gone = [0, 1, 70, 71, ...Array.from({ length: 64 }, (_, index) => 128 + index), 5000]
        await store.removeRawItems('1', 'transaction', gone)
        await store.removeRawItems('1', 'transaction', gone)
        await store.removeRawItems('1', 'transaction', [])
        await store.removeRawItems('nobody', 'transaction', [2])
        await store.removeRawItems('1', 'span', [2])
        const kept = raw.map(({ seq }) => seq).filter((seq) => !gone.includes(seq))
        expect(await left()).toEqual(kept)
        expect(await counted()).toEqual({ transaction: kept.length, log: 1 })
        await store.expire('1', T0 + 100)
        expect(await left()).toEqual(kept.filter((seq) => seq >= 100))
        await append(
          [],
          [aRawItem({ seq: 300, triedBy: 'spans@1', dropped: 'internal', sdk: 'x/1', sentAt: 7 })],
        )
        expect(await store.rawItems('1', { itemType: 'transaction', after: 299, limit: 9 })).toEqual([
          aRawItem({ seq: 300, triedBy: 'spans@1', dropped: 'internal', sdk: 'x/1', sentAt: 7 }),
        ])
      })

      it('[PL104] expire by kind, and what was received is counted by kind', async () => {
        const receivedAt = T0 + 10
        await append([anEvent({ seq: 1, receivedAt })], [aRawItem({ seq: 2, receivedAt })])
        const range = { from: T0, to: T0 + 11 }
        expect(await store.received('1', range)).toMatchObject({ errors: 1, sessions: 0, raw: 1 })
        expect(await store.received('1', { from: T0, to: T0 + 10 })).toEqual({
          errors: 0,
          sessions: 0,
          spans: 0,
          feedback: 0,
          raw: 0,
        })
        expect(await store.received('nobody', range)).toMatchObject({ errors: 0, sessions: 0, raw: 0 })
        expect(await store.expire('1', T0 + 11, ['raw'])).toMatchObject({ errors: 0, sessions: 0, raw: 1 })
        expect(await store.received('1', range)).toMatchObject({ errors: 1, sessions: 0, raw: 0 })
        expect(await store.expire('1', T0 + 11, ['sessions', 'errors'])).toEqual({
          errors: 1,
          sessions: 0,
          spans: 0,
          feedback: 0,
          raw: 0,
        })
        expect((await store.stats()).stored).toMatchObject({ errors: 0, sessions: 0, raw: 0 })
      })

      it('[TS14] page on through thousands of them without a gap', async () => {
        await append(
          [],
          Array.from({ length: 2000 }, (_, seq) => aRawItem({ seq })),
        )
        const found: number[] = []
        let after = -1
        for (;;) {
          const items = await store.rawItems('1', { itemType: 'transaction', after, limit: 300 })
          if (items.length === 0) break
          found.push(...items.map(({ seq }) => seq))
          after = found.at(-1)!
        }
        expect(found).toEqual(Array.from({ length: 2000 }, (_, seq) => seq))
      })
    })

    it('[TS15] never shows one project what another one sent', async () => {
      await append(
        [anEvent({ seq: 1, projectId: '1' }), anEvent({ seq: 2, projectId: '11', tags: [['secret', 's']] })],
        [aRawItem({ seq: 3, projectId: '11' })],
      )
      const range = { from: T0, to: T0 + HOUR }
      expect(await store.get('1', eventIdOf(2))).toBeUndefined()
      expect(await store.known('1', [eventIdOf(2)], SPOOL)).toEqual(new Map())
      expect(await seqs(everything('1'))).toEqual([1])
      expect(await seqs(everything('1', [{ dimension: 'issue', op: 'is', values: ['7'] }]))).toEqual([1])
      expect(
        await store.timeSeries({ projectId: '1', range }, { measure: 'events', bucketMs: HOUR }),
      ).toEqual(new Map([['', [1]]]))
      const byIssue = await store.breakdown(everything('1'), { by: 'issue', measure: 'users', limit: 9 })
      expect(byIssue).toMatchObject({ total: 1, values: [{ key: '7', count: 1 }] })
      expect(await store.tagKeys(everything('1'), 9)).toEqual([{ key: 'server', count: 1 }])
      expect(await store.rawItems('1', { itemType: 'transaction', limit: 9 })).toEqual([])
      await store.expire('1', T0 + HOUR)
      expect(await seqs(everything('11'))).toEqual([2])
      expect((await store.rawItems('11', { itemType: 'transaction', limit: 9 })).length).toBe(1)
    })

    describe('expiry', () => {
      it('[TS16] removes rows, documents, ids and raw items from before the moment, and nothing else', async () => {
        const events = Array.from({ length: 200 }, (_, seq) => anEvent({ seq, receivedAt: T0 + seq }))
        const raw = Array.from({ length: 200 }, (_, index) =>
          aRawItem({ seq: 200 + index, receivedAt: T0 + index }),
        )
        const other = anEvent({ seq: 400, projectId: '2', receivedAt: T0 })
        await append([...events, other], raw)
        expect((await store.expire('1', T0 + 90)).errors).toBe(90)

        expect((await seqs()).toReversed()).toEqual(Array.from({ length: 110 }, (_, index) => 90 + index))
        const ids = events.map(({ eventId }) => eventId)
        expect([...(await store.known('1', ids, SPOOL)).keys()]).toEqual(ids.slice(90))
        expect(await store.get('1', eventIdOf(89))).toBeUndefined()
        for (const seq of [90, 100, 150, 199])
          expect(await store.get('1', eventIdOf(seq))).toEqual(events[seq])
        const kept = await store.rawItems('1', { itemType: 'transaction', limit: 1000 })
        expect(kept).toEqual(raw.slice(90))
        expect(await store.get('2', other.eventId)).toEqual(other)
        expect(await store.stats()).toMatchObject({ stored: { errors: 111, raw: 110 } })
        expect((await store.expire('1', T0 + 90)).errors).toBe(0)
      })

      it('[TS223] what is dropped for all projects is old, and the rest goes by project', async () => {
        const WEEK = 7 * 24 * HOUR
        const old = Array.from({ length: 20 }, (_, seq) =>
          anEvent({ seq, projectId: String(1 + (seq % 2)), receivedAt: T0 - 3 * WEEK + seq }),
        )
        const young = Array.from({ length: 20 }, (_, seq) =>
          anEvent({ seq: 20 + seq, projectId: String(1 + (seq % 2)), receivedAt: T0 + seq }),
        )
        await append([...old, ...young])
        const moment = T0 + 10
        const moments = { errors: moment, sessions: moment, spans: moment, feedback: moment, raw: moment }
        const dropped = (await store.dropBefore(moments)).errors
        expect(dropped).toBeLessThanOrEqual(old.length)
        expect((await store.stats()).stored.errors).toBe(40 - dropped)
        const expired = [await store.expire('1', moment), await store.expire('2', moment)]
        expect(dropped + expired[0]!.errors + expired[1]!.errors).toBe(30)
        for (const { projectId, eventId, receivedAt } of [...old, ...young])
          expect((await store.get(projectId, eventId)) !== undefined, eventId).toBe(receivedAt >= moment)
      })

      it('[TS16] removes the rest of a batch later, when its turn has come', async () => {
        const events = Array.from({ length: 4 }, (_, seq) => anEvent({ seq, receivedAt: T0 + seq }))
        const raw = Array.from({ length: 4 }, (_, seq) => aRawItem({ seq, receivedAt: T0 + seq }))
        await append(events, raw)
        for (const gone of [1, 2, 3]) {
          expect((await store.expire('1', T0 + gone)).errors).toBe(1)
          const ids = events.map(({ eventId }) => eventId)
          expect([...(await store.known('1', ids, 'spool-a')).keys()]).toEqual(ids.slice(gone))
          expect(await store.rawItems('1', { itemType: 'transaction', limit: 9 })).toEqual(raw.slice(gone))
        }
      })

      it('[TS16] keeps the position, so that nothing expired comes back with a replay', async () => {
        const batch = {
          spoolId: SPOOL,
          from: 0,
          to: 10,
          events: [anEvent({ seq: 1 })],
          raw: [aRawItem({ seq: 2 })],
        }
        await store.append(batch)
        expect((await store.expire('1', T0 + HOUR)).errors).toBe(1)
        await store.append(batch)
        await store.append({ ...batch, to: 20, events: [...batch.events, anEvent({ seq: 15 })] })
        expect(await store.stats()).toMatchObject({ stored: { errors: 1, raw: 0 } })
        expect([...(await store.known('1', [eventIdOf(1), eventIdOf(15)], SPOOL)).keys()]).toEqual([
          eventIdOf(15),
        ])
        expect(await store.watermark(SPOOL)).toBe(20)
      })

      it('[TS16] makes room for new events under ids that are gone', async () => {
        await append([anEvent({ seq: 1 })])
        await store.expire('1', T0 + HOUR)
        await append([anEvent({ seq: 5, eventId: eventIdOf(1), receivedAt: T0 + HOUR })])
        expect((await store.get('1', eventIdOf(1)))?.seq).toBe(5)
      })

      it('[TS16] and appends made meanwhile do not disturb each other', async () => {
        for (let start = 0; start < 3000; start += 1000)
          await append(
            Array.from({ length: 1000 }, (_, index) => anEvent({ seq: start + index, receivedAt: T0 })),
          )
        const expired = store.expire('1', T0 + HOUR)
        await append([anEvent({ seq: 5000, receivedAt: T0 + HOUR })])
        expect(await expired).toMatchObject({ errors: 3000 })
        expect(await seqs()).toEqual([5000])
        expect((await store.get('1', eventIdOf(5000)))?.seq).toBe(5000)
      })
    })

    describe('closing', () => {
      it('[TS17] keeps everything for the next start', async () => {
        const events = Array.from({ length: 300 }, (_, seq) => anEvent({ seq }))
        const raw = [aRawItem({ seq: 300 })]
        await append(events, raw)
        store = await opened.reopen()
        expect((await seqs()).length).toBe(300)
        expect(await store.watermark(SPOOL)).toBe(301)
        expect(await store.get('1', eventIdOf(42))).toEqual(events[42])
        expect(await store.known('1', [eventIdOf(42)], SPOOL)).toEqual(new Map([[eventIdOf(42), 42]]))
        expect(await store.rawItems('1', { itemType: 'transaction', limit: 9 })).toEqual(raw)
        const stats = await store.stats()
        expect(stats).toMatchObject({ stored: { errors: 300, raw: 1 } })
        expect(stats.bytes).toBeGreaterThan(0)
        await append([anEvent({ seq: 400 })])
        expect((await seqs())[0]).toBe(400)
      })

      it('[TS17] finishes what is under way, refuses what comes later, and can be repeated', async () => {
        const appended = append([anEvent({ seq: 1 })])
        const read = seqs()
        await store.close()
        await appended
        await read
        await expect(store.watermark(SPOOL)).rejects.toMatchObject({ code: 'store_unavailable' })
        await expect(store.page(everything(), { limit: 1 })).rejects.toMatchObject({
          code: 'store_unavailable',
        })
        await store.close()
        store = await opened.reopen()
        expect(await seqs()).toEqual([1])
      })
    })
  })
}
