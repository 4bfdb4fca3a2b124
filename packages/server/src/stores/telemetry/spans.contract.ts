import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { SpanDetails, SpanOutline } from '#domain/traces/span.ts'

import type { SegmentScope, SpanRow } from './spans.ts'
import { T0, aSpan, spanIdOf, traceIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const SPOOL = 'spool-t'
const TRACE = traceIdOf('one')
const CONTROLS = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))
const HOSTILE = `'"\`; drop table spans; -- \\ %_ $1 ? ${CONTROLS}\u2028\u{1f480}\u{200f}א \ud800 end`
const EVERYTHING = { from: 0, to: Number.MAX_SAFE_INTEGER }

function outlineOf(row: SpanRow): SpanOutline {
  return {
    projectId: row.projectId,
    traceId: row.traceId,
    spanId: row.spanId,
    parentSpanId: row.parentSpanId,
    segmentId: row.segmentId,
    isSegment: row.isSegment,
    startedAt: row.startedAt,
    duration: row.duration,
    op: row.op,
    name: row.name,
    status: row.status,
    ...(Object.keys(row.vitals).length > 0 && { vitals: row.vitals }),
  }
}

const byStart = (a: SpanRow, b: SpanRow) => a.startedAt - b.startedAt || (a.spanId < b.spanId ? -1 : 1)

const ids = (spans: ReadonlyArray<{ readonly spanId: string }>) => spans.map(({ spanId }) => spanId)

const aSegment = (over: Partial<SpanRow> & { readonly seq: number }): SpanRow => {
  const spanId = over.spanId ?? spanIdOf(over.seq)
  return aSpan({
    op: 'pageload',
    spanId,
    segmentId: spanId,
    parentSpanId: undefined,
    isSegment: true,
    ...over,
  })
}

const inProject = (over: Partial<SegmentScope> = {}): SegmentScope => ({
  projectId: '1',
  range: EVERYTHING,
  ...over,
})

/** Every TelemetryStore must pass this too. */
export function describeSpanTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`SpanTelemetry contract: ${name}`, () => {
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
    async function append(spans: readonly SpanRow[]): Promise<void> {
      const from = position
      position = spans.reduce((last, { seq }) => Math.max(last, seq + 1), position)
      await store.append({ spoolId: SPOOL, from, to: position, events: [], raw: [], spans })
    }
    const trace = (traceId = TRACE, projectIds: readonly string[] = ['1'], limit = 1000) =>
      store.trace(projectIds, traceId, { limit })
    const seqs = async (scope = inProject(), order: 'latest' | 'slowest' = 'latest', limit = 100) =>
      ids(await store.segments(scope, { order, limit })).map((id) => SEQS.get(id))
    const SEQS = new Map(Array.from({ length: 100 }, (_, seq) => [spanIdOf(seq), seq]))

    describe('traces', () => {
      it('[TS100] returns the spans of a trace by start, with every field of their outline', async () => {
        const root = aSegment({ seq: 1, status: 'error', startedAt: T0 - 2000.001, duration: 0 })
        const rows = [
          root,
          aSpan({ seq: 2, parentSpanId: root.spanId, segmentId: root.spanId, startedAt: T0 - 1999.999 }),
          aSpan({ seq: 3, parentSpanId: undefined, segmentId: undefined, status: 'unset', duration: 0.001 }),
          aSpan({ seq: 4, startedAt: T0 - 5000, vitals: { lcp: 1234.5, cls: 0 } }),
          aSpan({ seq: 5, traceId: traceIdOf('two') }),
        ]
        await append(rows)
        const expected = rows.slice(0, 4).sort(byStart).map(outlineOf)
        expect(await trace()).toEqual({ spans: expected, stored: 4 })
        store = await opened.reopen()
        expect(await trace()).toEqual({ spans: expected, stored: 4 })
      })

      it('[TS100] joins what came in many batches and in one large one', async () => {
        const rows = Array.from({ length: 1500 }, (_, seq) =>
          aSpan({ seq, traceId: traceIdOf(seq % 3), startedAt: T0 - 1000 + seq }),
        )
        for (const row of rows.slice(0, 20)) await append([row])
        await append(rows.slice(20))
        for (const part of [0, 1, 2]) {
          const expected = rows.filter(({ seq }) => seq % 3 === part)
          const { spans, stored } = await trace(traceIdOf(part))
          expect(ids(spans)).toEqual(ids(expected))
          expect(stored).toBe(500)
        }
      })

      it('[TS101] answers for the given projects only', async () => {
        await append([
          aSpan({ seq: 1, startedAt: T0 }),
          aSpan({ seq: 2, startedAt: T0 + 1, projectId: '2' }),
          aSpan({ seq: 3, startedAt: T0 + 2, projectId: '12' }),
        ])
        expect((await trace(TRACE, ['1', '2'])).spans.map(({ projectId }) => projectId)).toEqual(['1', '2'])
        expect(await trace(TRACE, ['12', '12'])).toMatchObject({
          spans: [{ spanId: spanIdOf(3) }],
          stored: 1,
        })
        for (const projectIds of [[], ['3'], ['x'], ['1 or 1=1']])
          expect(await trace(TRACE, projectIds)).toEqual({ spans: [], stored: 0 })
        expect(await store.spanDetails('2', TRACE, spanIdOf(1))).toBeUndefined()
      })

      it('[TS101] answers nothing for a text that is no id', async () => {
        await append([aSpan({ seq: 1 })])
        for (const id of ['', 'x', TRACE.toUpperCase(), `${TRACE}0`, TRACE.slice(1), HOSTILE]) {
          expect(await trace(id)).toEqual({ spans: [], stored: 0 })
          expect(await store.spanDetails('1', TRACE, id)).toBeUndefined()
          expect(await store.spanDetails('1', id, spanIdOf(1))).toBeUndefined()
        }
        expect(await store.spanDetails('x', TRACE, spanIdOf(1))).toBeUndefined()
        expect(await store.spanDetails('1', traceIdOf('two'), spanIdOf(1))).toBeUndefined()
      })

      it('[TS102] returns a span that was sent twice once, as it came last, and counts it twice', async () => {
        const spanId = spanIdOf('twice')
        await append([
          aSpan({ seq: 1, spanId, name: 'first' }),
          aSpan({ seq: 1, spanId, name: 'second', projectId: '2' }),
          aSpan({ seq: 2, spanId, name: 'third', details: { json: '{"attributes":{"n":3}}' } }),
        ])
        expect(await trace()).toMatchObject({ spans: [{ spanId, name: 'third' }], stored: 2 })
        await append([
          aSpan({ seq: 3, spanId, name: 'fourth' }),
          aSpan({ seq: 4, traceId: traceIdOf('two') }),
        ])
        const both = await trace(TRACE, ['1', '2'])
        expect(both.spans.map(({ name }) => name).toSorted()).toEqual(['fourth', 'second'])
        expect(both.stored).toBe(4)
        expect((await store.spanDetails('1', TRACE, spanId))?.attributes).toMatchObject({ n: 3 })
      })

      it('[TS103] returns at most as many spans as asked for, and says how many there are', async () => {
        await append(Array.from({ length: 900 }, (_, seq) => aSpan({ seq })))
        const { spans, stored } = await trace(TRACE, ['1'], 600)
        expect([spans.length, new Set(ids(spans)).size, stored]).toEqual([600, 600, 900])
        expect(await trace(TRACE, ['1'], 0)).toEqual({ spans: [], stored: 900 })
      })
    })

    describe('details', () => {
      it('[TS104] returns the details of one span, given as an object or as text', async () => {
        const details: SpanDetails = {
          attributes: { 'db.query': 'select 1', list: [1, null, true, { deep: ['x'] }], big: 1e300 },
          links: [{ traceId: traceIdOf('two'), spanId: spanIdOf('other'), attributes: { why: 'queue' } }],
          cuts: [{ path: 'attributes.x', unit: 'characters', limit: 10, original: 90 }],
          scrubbed: [{ path: 'attributes.y', rule: 'password' }],
        }
        const others = Array.from({ length: 700 }, (_, index) => aSpan({ seq: 10 + index }))
        await append([
          aSpan({ seq: 1, details }),
          aSpan({ seq: 2, details: { json: JSON.stringify(details) } }),
          ...others,
        ])
        expect(await store.spanDetails('1', TRACE, spanIdOf(1))).toEqual(details)
        expect(await store.spanDetails('1', TRACE, spanIdOf(2))).toEqual(details)
        for (const { seq, spanId, details: own } of [others[0]!, others[254]!, others.at(-1)!]) {
          expect(await store.spanDetails('1', TRACE, spanId)).toEqual(own)
          expect(own).toMatchObject({ attributes: { n: seq } })
        }
        expect(await store.spanDetails('1', TRACE, spanIdOf('none'))).toBeUndefined()
      })

      it('[TS104] tells spans of different traces with the same id apart', async () => {
        const spanId = spanIdOf('same')
        const of = (n: number) => ({ json: `{"attributes":{"n":${n}}}` })
        await append([
          aSpan({ seq: 1, spanId, details: of(1) }),
          aSpan({ seq: 2, spanId, traceId: traceIdOf('two'), details: of(2) }),
          aSpan({ seq: 3, spanId, projectId: '2', details: of(3) }),
        ])
        const read = async (projectId: string, traceId: string) =>
          (await store.spanDetails(projectId, traceId, spanId))?.attributes['n']
        expect([await read('1', TRACE), await read('1', traceIdOf('two')), await read('2', TRACE)]).toEqual([
          1, 2, 3,
        ])
      })

      it('[TS104] finds no id across the border of two others', async () => {
        const parts = ['0123456789abcdef', '0011223344556677', 'fedcba9876543210'] as const
        await append(parts.map((spanId, seq) => aSpan({ seq, spanId })))
        expect(await store.spanDetails('1', TRACE, '89abcdef00112233')).toBeUndefined()
        expect(await store.spanDetails('1', TRACE, parts[1])).toBeDefined()
      })
    })

    describe('segments', () => {
      it('[TS105] returns segments with their columns, and no other spans', async () => {
        const segment = aSegment({
          seq: 1,
          status: 'error',
          vitals: { lcp: 2400.5, inp: 0, cls: 0.0123, fcp: 900, ttfb: 80 },
        })
        const bare = aSegment({
          seq: 2,
          route: undefined,
          path: undefined,
          release: undefined,
          environment: undefined,
          segmentName: undefined,
          user: undefined,
          sampleRate: undefined,
          vitals: { cls: 0 },
        })
        await append([segment, aSpan({ seq: 3 }), bare])
        const summaryOf = (row: SpanRow) => ({
          ...outlineOf(row),
          receivedAt: row.receivedAt,
          route: row.route,
          path: row.path,
          release: row.release,
          environment: row.environment,
          vitals: row.vitals,
        })
        expect(await store.segments(inProject(), { order: 'latest', limit: 9 })).toEqual([
          summaryOf(bare),
          summaryOf(segment),
        ])
      })

      it('[TS105] orders by receipt or by duration, and narrows by range and columns', async () => {
        await append([
          aSegment({ seq: 1, duration: 30, route: '/a' }),
          aSegment({ seq: 2, duration: 10, route: '/b', release: 'shop@2.0.0' }),
          aSegment({ seq: 3, duration: 20, route: '/b', environment: 'staging', op: 'navigation' }),
          aSegment({ seq: 4, duration: 90, projectId: '2' }),
        ])
        expect(await seqs()).toEqual([3, 2, 1])
        expect(await seqs(inProject(), 'slowest')).toEqual([1, 3, 2])
        expect(await seqs(inProject(), 'slowest', 2)).toEqual([1, 3])
        expect(await seqs(inProject({ route: '/b' }))).toEqual([3, 2])
        expect(await seqs(inProject({ op: 'navigation' }))).toEqual([3])
        expect(await seqs(inProject({ release: 'shop@2.0.0', route: '/b' }))).toEqual([2])
        expect(await seqs(inProject({ environment: 'production' }))).toEqual([2, 1])
        expect(await seqs(inProject({ range: { from: T0 + 2, to: T0 + 3 } }))).toEqual([2])
        expect(await seqs(inProject({ projectId: 'x' }))).toEqual([])
        expect(await seqs(inProject({ route: HOSTILE }))).toEqual([])
      })

      it('[TS105] shows a segment that was sent twice once', async () => {
        await append([aSegment({ seq: 1 }), aSegment({ seq: 2 }), aSegment({ seq: 3, spanId: spanIdOf(2) })])
        expect(await seqs(inProject(), 'latest', 2)).toEqual([2, 1])
      })
    })

    describe('values', () => {
      it('[TS106] keeps ids with any leading digit, and text of any kind', async () => {
        const ends = ['0000000000000000', 'ffffffffffffffff', '8000000000000000', '7fffffffffffffff'] as const
        const rows = ends.map((spanId, seq) =>
          aSegment({
            seq,
            spanId,
            segmentId: ends[3 - seq],
            parentSpanId: ends[(seq + 1) % 4],
            traceId: spanId + spanId,
            op: HOSTILE,
            name: HOSTILE,
            route: HOSTILE,
            path: '',
            details: {
              attributes: { [HOSTILE.toWellFormed()]: HOSTILE.toWellFormed(), __proto__x: 1 },
              links: [],
              cuts: [],
              scrubbed: [],
            },
          }),
        )
        await append(rows)
        const text = HOSTILE.toWellFormed()
        for (const row of rows) {
          const expected = { ...outlineOf(row), op: text, name: text }
          expect((await trace(row.traceId)).spans).toEqual([expected])
          expect(await store.spanDetails('1', row.traceId, row.spanId)).toEqual(row.details)
        }
        const found = await store.segments(inProject({ route: HOSTILE, op: HOSTILE }), {
          order: 'latest',
          limit: 9,
        })
        expect(ids(found)).toEqual(ids(rows.toReversed()))
        expect(found[0]).toMatchObject({
          op: text,
          name: text,
          route: text,
          path: '',
          traceId: rows[3]!.traceId,
        })
      })

      it.each([0, 1e-9, 0.0004, Number.MAX_SAFE_INTEGER, 1e300, Infinity, NaN])(
        '[TS106] stores a start and a duration of %d, the same in traces and in segments',
        async (value) => {
          await append([
            aSegment({
              seq: 1,
              startedAt: value,
              duration: value,
              sampleRate: value,
              vitals: { lcp: value },
            }),
          ])
          const [span] = (await trace()).spans
          const [segment] = await store.segments(inProject(), { order: 'slowest', limit: 1 })
          expect([span?.startedAt, span?.duration]).toEqual([segment?.startedAt, segment?.duration])
          expect(Number.isFinite(span?.startedAt)).toBe(true)
        },
      )

      it('[TS106] keeps moments to the microsecond, whatever they are', async () => {
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 0, max: 4e15 }), fc.nat(), async (startedUs, durationUs) => {
            const seq = position
            const traceId = traceIdOf(`moment ${seq}`)
            const row = aSegment({ seq, traceId, startedAt: startedUs / 1000, duration: durationUs / 1000 })
            await append([row])
            expect((await trace(traceId)).spans).toEqual([outlineOf(row)])
          }),
          { numRuns: 30 },
        )
      })

      it('[TS106] refuses a batch with an id that is none, and stores the next one', async () => {
        for (const bad of [
          { spanId: 'x' },
          { traceId: 'x' },
          { parentSpanId: 'x' },
          { segmentId: '0x1' },
          { projectId: 'x' },
        ])
          await expect(
            store.append({
              spoolId: SPOOL,
              from: 0,
              to: 9,
              events: [],
              raw: [],
              spans: [aSpan({ seq: 1 }), aSpan({ seq: 2, ...bad })],
            }),
          ).rejects.toThrow(/^not an? (?:span|event|decimal) id/)
        expect(await store.watermark(SPOOL)).toBe(0)
        await append([aSpan({ seq: 1 })])
        expect(await trace()).toMatchObject({ spans: [{ spanId: spanIdOf(1) }], stored: 1 })
        expect((await store.stats()).stored.spans).toBe(1)
      })
    })

    describe('replays and expiry', () => {
      it('[TS107] stores what is replayed once, also after a restart and with other borders', async () => {
        const rows = [aSegment({ seq: 1 }), aSegment({ seq: 1, spanId: spanIdOf(2) }), aSegment({ seq: 5 })]
        const batch = (from: number, to: number) =>
          store.append({
            spoolId: SPOOL,
            from,
            to,
            events: [],
            raw: [],
            spans: rows.filter(({ seq }) => seq >= from && seq < to),
          })
        await batch(0, 3)
        await batch(0, 3)
        store = await opened.reopen()
        await batch(0, 10)
        await batch(3, 10)
        expect(await trace()).toMatchObject({ stored: 3 })
        expect(new Set(await seqs())).toEqual(new Set([1, 2, 5]))
        expect((await store.stats()).stored.spans).toBe(3)
      })

      it('[TS108] removes what is older than asked for, of that project only, and keeps the rest of a block', async () => {
        await append([
          aSegment({ seq: 1, receivedAt: T0 }),
          aSegment({ seq: 2, receivedAt: T0, projectId: '2' }),
          aSegment({ seq: 3, receivedAt: T0 + 2000 }),
          aSegment({ seq: 4, receivedAt: T0, traceId: traceIdOf('old') }),
          aSegment({ seq: 5, receivedAt: T0 + 3000, traceId: traceIdOf('new') }),
        ])
        expect(await store.received('1', { from: 0, to: T0 + 1000 })).toMatchObject({ spans: 2 })
        expect(await store.expire('1', T0 + 1000)).toMatchObject({ spans: 2 })
        expect(await trace()).toMatchObject({ spans: [{ spanId: spanIdOf(3) }], stored: 1 })
        expect(await trace(traceIdOf('old'))).toEqual({ spans: [], stored: 0 })
        expect(await trace(traceIdOf('new'))).toMatchObject({ spans: [{ spanId: spanIdOf(5) }] })
        expect(await store.spanDetails('1', TRACE, spanIdOf(1))).toBeUndefined()
        expect((await store.spanDetails('1', TRACE, spanIdOf(3)))?.attributes).toMatchObject({ n: 3 })
        expect((await store.spanDetails('1', traceIdOf('new'), spanIdOf(5)))?.attributes).toMatchObject({
          n: 5,
        })
        expect(await trace(TRACE, ['2'])).toMatchObject({ stored: 1 })
        expect(await seqs()).toEqual([5, 3])
        expect(await store.expire('1', T0 + 1000)).toMatchObject({ spans: 0 })
      })

      it('[TS108] removes everything of many blocks, and takes up new spans afterwards', async () => {
        const rows = Array.from({ length: 5000 }, (_, seq) => aSpan({ seq, traceId: traceIdOf(seq % 700) }))
        await append(rows)
        expect(await store.expire('1', Number.MAX_SAFE_INTEGER, ['errors'])).toMatchObject({ spans: 0 })
        expect(await store.expire('1', T0 + 4000, ['spans'])).toMatchObject({ spans: 4000 })
        expect((await trace(traceIdOf(0))).stored).toBe(2)
        expect(await store.expire('1', Number.MAX_SAFE_INTEGER)).toMatchObject({ spans: 1000 })
        for (const part of [0, 1, 699]) expect(await trace(traceIdOf(part))).toEqual({ spans: [], stored: 0 })
        await append([aSpan({ seq: 6000, traceId: traceIdOf(1) })])
        expect(await trace(traceIdOf(1))).toMatchObject({ spans: [{ spanId: spanIdOf(6000) }], stored: 1 })
      })

      it('[TS100 TS102 TS107 TS108] holds what a plain list of spans would, whatever came when and expired', async () => {
        const spans = fc.array(
          fc.record({
            trace: fc.integer({ min: 0, max: 3 }),
            span: fc.integer({ min: 0, max: 9 }),
            age: fc.integer({ min: 0, max: 9 }),
            border: fc.boolean(),
          }),
          { minLength: 1, maxLength: 60 },
        )
        let run = 0
        await fc.assert(
          fc.asyncProperty(spans, fc.integer({ min: 0, max: 9 }), async (sent, expired) => {
            const projectId = String(100 + ++run)
            const begin = run * 1000
            const rows = sent.map(({ trace: part, span, age }, index) =>
              aSpan({
                seq: begin + index,
                projectId,
                traceId: traceIdOf(part),
                spanId: spanIdOf(span),
                receivedAt: T0 + age,
                startedAt: T0 + index,
              }),
            )
            const borders = sent.flatMap(({ border }, index) => (border ? [begin + index] : []))
            for (const to of [...borders, begin + 1000, begin + 1000])
              await store.append({
                spoolId: SPOOL,
                from: begin,
                to,
                events: [],
                raw: [],
                spans: rows.filter(({ seq }) => seq < to),
              })
            const check = async (kept: readonly SpanRow[]) => {
              for (const part of [0, 1, 2, 3]) {
                const own = kept.filter(({ traceId }) => traceId === traceIdOf(part))
                const last = new Map(own.map((row) => [row.spanId, row]))
                const { spans: found, stored } = await trace(traceIdOf(part), [projectId])
                expect(stored).toBe(own.length)
                expect(found).toEqual([...last.values()].sort(byStart).map(outlineOf))
                for (const [spanId, { details }] of last)
                  expect(await store.spanDetails(projectId, traceIdOf(part), spanId)).toEqual(details)
              }
            }
            await check(rows)
            await store.expire(projectId, T0 + expired)
            await check(rows.filter(({ receivedAt }) => receivedAt >= T0 + expired))
          }),
          { numRuns: 20 },
        )
      })
    })
  })
}
