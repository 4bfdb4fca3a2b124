import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { LIMITS } from '#domain/limits.ts'
import type { SpanCondition, SpanMeasure, SpanText } from '#domain/traces/span-query.ts'
import type { SpanPlace, SpanSearch } from './span-search.ts'
import type { SpanRow } from './spans.ts'
import { T0, aSpan, spanIdOf, traceIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'

const EVERYTHING = { from: 0, to: Number.MAX_SAFE_INTEGER }
const HOSTILE = `'"\`; drop table spans; -- \\ %_ $1 ? \u{1f480} end`

const aSegment = (seq: number, over: Partial<SpanRow> = {}): SpanRow =>
  aSpan({
    seq,
    op: 'pageload',
    name: '/cart/9',
    traceId: traceIdOf(seq),
    segmentId: spanIdOf(seq),
    parentSpanId: undefined,
    isSegment: true,
    ...over,
  })
const aChild = (seq: number, of: number, over: Partial<SpanRow> = {}): SpanRow =>
  aSpan({
    seq,
    traceId: traceIdOf(of),
    segmentId: spanIdOf(of),
    parentSpanId: spanIdOf(of),
    // Another store has these of segments only, so they must not be read of others.
    release: 'never',
    route: '/never',
    ...over,
  })

const ROWS: readonly SpanRow[] = [
  aSegment(1, { route: '/cart/:id', duration: 900, status: 'error', vitals: { lcp: 2500, cls: 0 } }),
  aChild(2, 1, { op: 'db', name: 'SELECT cart', duration: 20, status: 'ok' }),
  aChild(3, 1, { op: 'db.redis', name: 'GET cart:9', duration: 4, status: 'unset' }),
  aSegment(4, {
    route: undefined,
    path: '/about',
    duration: 100,
    release: 'shop@2.0.0',
    environment: 'staging',
    user: 'id:2',
    browser: 'Firefox 131.0',
    op: 'navigation',
    vitals: { lcp: 500 },
  }),
  aChild(5, 4, { op: 'db', name: 'SELECT about', duration: 40 }),
  // Its segment was never stored.
  aChild(6, 99, { op: 'db', name: HOSTILE, duration: 1 }),
  aSegment(7, { projectId: '2', route: undefined, path: undefined, name: 'job', op: 'queue', duration: 300 }),
]

/** Every TelemetryStore must pass this too. */
export function describeSpanSearch(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`SpanSearch contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: SpanSearch
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await opened.store.append({ spoolId: 's', from: 0, to: 8, events: [], raw: [], spans: ROWS })
    })
    afterEach(() => opened.cleanup())

    const SEQS = new Map(ROWS.map(({ spanId, seq }) => [spanId, seq]))
    const one: readonly SpanPlace[] = [{ projectId: '1', range: EVERYTHING }]
    const both: readonly SpanPlace[] = [...one, { projectId: '2', range: EVERYTHING }]
    const found = async (
      where: readonly SpanCondition[],
      places = one,
      order: Parameters<SpanSearch['searchSpans']>[1]['order'] = 'earliest',
      limit = 50,
    ) => (await store.searchSpans({ places, where }, { order, limit })).map(({ spanId }) => SEQS.get(spanId))
    const counted = async (
      by: readonly SpanText[],
      measures: readonly SpanMeasure[],
      where: readonly SpanCondition[] = [],
      order = { column: 0, descending: false },
      places = one,
    ) => {
      const rows = await store.countSpans({ places, where }, { by, measures, order, limit: 50 })
      return rows.map(({ key, values }): ReadonlyArray<string | number | undefined> =>
        (key as ReadonlyArray<string | number | undefined>).concat(values),
      )
    }
    const is = (text: SpanText, ...values: readonly string[]): SpanCondition => ({ op: 'is', text, values })
    const not = (of: SpanCondition): SpanCondition => ({ op: 'not', of })
    const slowerThan = (value: number): SpanCondition => ({
      op: 'compare',
      number: 'duration',
      cmp: '>',
      value,
    })

    it('[SE62] takes percentiles of the groups that are answered, and sorts only so many by one', async () => {
      const groups = LIMITS.questions.percentiles * 2
      const spans = Array.from({ length: groups }, (_, at) =>
        aChild(1000 + at, 1, { op: 'task', name: `task ${at}`, duration: at }),
      )
      await opened.store.append({ spoolId: 's', from: 8, to: 1000 + groups, events: [], raw: [], spans })
      const p95: SpanMeasure = { of: 'quantile', number: 'duration', share: 0.95 }
      const longest: SpanMeasure = { of: 'max', number: 'duration' }
      const ask = (column: number) =>
        store.countSpans(
          { places: one, where: [is('op', 'task')] },
          { by: ['name'], measures: [p95, longest], order: { column, descending: true }, limit: 2 },
        )
      const last = groups - 1
      expect(await ask(2)).toEqual([
        { key: [`task ${last}`], values: [last, last] },
        { key: [`task ${last - 1}`], values: [last - 1, last - 1] },
      ])
      expect((await ask(0)).map(({ key }) => key)).toEqual([['task 999'], ['task 998']])
      await expect(ask(1)).rejects.toMatchObject({ code: 'invalid_input' })
    })

    it('[SE57] finds spans by what they say themselves', async () => {
      expect(await found([])).toEqual([1, 2, 3, 4, 5, 6])
      expect(await found([is('op', 'db', 'navigation')])).toEqual([2, 4, 5, 6])
      expect(await found([not(is('op', 'db'))])).toEqual([1, 3, 4])
      expect(await found([{ op: 'like', text: 'op', pattern: 'DB*' }])).toEqual([2, 3, 5, 6])
      expect(await found([{ op: 'like', text: 'name', pattern: '*cart*' }])).toEqual([1, 2, 3, 4])
      expect(await found([is('name', HOSTILE)])).toEqual([6])
      expect(await found([is('status', 'error')])).toEqual([1])
      expect(await found([is('status', 'unset', 'nothing')])).toEqual([3])
      expect(
        await found([slowerThan(20), { op: 'compare', number: 'duration', cmp: '<=', value: 100 }]),
      ).toEqual([4, 5])
      expect(await found([{ op: 'has', value: 'lcp' }])).toEqual([1, 4])
      expect(await found([{ op: 'compare', number: 'lcp', cmp: '>=', value: 2500 }])).toEqual([1])
      expect(await found([is('trace', traceIdOf(1), 'no id')])).toEqual([1, 2, 3])
      expect(await found([is('trace', 'no id')])).toEqual([])
      expect(await found([is('op')])).toEqual([])
      expect(await found([{ op: 'any', of: [is('op', 'navigation'), slowerThan(500)] }])).toEqual([1, 4])
      expect(await found([{ op: 'any', of: [] }])).toEqual([])
      expect(await found([not({ op: 'all', of: [is('op', 'db'), slowerThan(10)] })])).toEqual([1, 3, 4, 6])
    })

    it('[SE57] finds segments, and spans by what their segment says', async () => {
      const segment: SpanCondition = { op: 'segment' }
      expect(await found([segment])).toEqual([1, 4])
      expect(await found([not(segment)])).toEqual([2, 3, 5, 6])
      for (const [condition, seqs] of [
        [is('transaction', '/cart/:id'), [1, 2, 3]],
        [is('transaction', '/about'), [4, 5]],
        [is('release', 'shop@2.0.0'), [4, 5]],
        [is('release', 'never'), []],
        [is('environment', 'staging'), [4, 5]],
        [is('user', 'id:1'), [1, 2, 3]],
        [is('browser', 'Chrome 126'), [1, 2, 3]],
        [is('browser_name', 'Firefox'), [4, 5]],
        [is('os_name', 'Windows'), [1, 2, 3, 4, 5]],
        [is('transaction_op', 'navigation'), [4, 5]],
        [{ op: 'compare', number: 'transaction_duration', cmp: '>', value: 500 }, [1, 2, 3]],
        [{ op: 'has', value: 'device' }, []],
        [not({ op: 'has', value: 'transaction' }), [6]],
        [not(is('environment', 'staging')), [1, 2, 3, 6]],
      ] as const) {
        expect([condition, await found([condition])]).toEqual([condition, seqs])
        expect([condition, await found([segment, condition])]).toEqual([
          condition,
          seqs.filter((seq) => seq === 1 || seq === 4),
        ])
      }
    })

    it('[SE57] has every field of what it finds, with that of its segment', async () => {
      const [child] = await store.searchSpans(
        { places: one, where: [is('name', 'SELECT about')] },
        { order: 'latest', limit: 1 },
      )
      expect(child).toEqual({
        projectId: '1',
        traceId: traceIdOf(4),
        spanId: spanIdOf(5),
        parentSpanId: spanIdOf(4),
        segmentId: spanIdOf(4),
        isSegment: false,
        startedAt: ROWS[4]!.startedAt,
        duration: 40,
        op: 'db',
        name: 'SELECT about',
        status: 'ok',
        vitals: {},
        receivedAt: T0 + 5,
        segment: {
          transaction: '/about',
          op: 'navigation',
          duration: 100,
          release: 'shop@2.0.0',
          environment: 'staging',
          user: 'id:2',
          browser: 'Firefox 131.0',
          os: 'Windows 11',
          device: undefined,
        },
      })
      const [orphan] = await store.searchSpans(
        { places: one, where: [is('name', HOSTILE)] },
        { order: 'latest', limit: 1 },
      )
      expect(orphan?.segment).toBeUndefined()
    })

    it('[SE57] orders by start and by duration, within the range and the projects asked for', async () => {
      expect(await found([], one, 'latest', 2)).toEqual([6, 5])
      expect(await found([], one, 'slowest', 3)).toEqual([1, 4, 5])
      expect(await found([], one, 'fastest', 2)).toEqual([6, 3])
      expect(await found([{ op: 'segment' }], both, 'slowest')).toEqual([1, 7, 4])
      expect(await found([is('project', '2', 'x')], both)).toEqual([7])
      expect(await found([], [{ projectId: '1', range: { from: T0 + 2, to: T0 + 4 } }])).toEqual([2, 3])
      expect(await found([], [{ projectId: 'x', range: EVERYTHING }])).toEqual([])
      expect(await found([], [])).toEqual([])
    })

    it('[SE57] shows a span that was sent twice once', async () => {
      const again = [
        { ...ROWS[1]!, seq: 9 },
        { ...ROWS[0]!, seq: 10 },
      ]
      await opened.store.append({ spoolId: 's', from: 8, to: 11, events: [], raw: [], spans: again })
      expect(await found([is('transaction', '/cart/:id')])).toEqual([1, 2, 3])
      expect(
        await counted(['op'], [{ of: 'count' }], [is('transaction', '/cart/:id'), is('op', 'db.redis')]),
      ).toEqual([['db.redis', 1]])
    })

    it('[SE58] counts and measures spans by what they and their segments say', async () => {
      expect(
        await counted(
          ['op'],
          [{ of: 'count' }, { of: 'avg', number: 'duration' }, { of: 'max', number: 'duration' }],
          [not({ op: 'segment' })],
        ),
      ).toEqual([
        ['db', 3, 61 / 3, 40],
        ['db.redis', 1, 4, 4],
      ])
      const measures: readonly SpanMeasure[] = [
        { of: 'count' },
        { of: 'sum', number: 'duration' },
        { of: 'min', number: 'duration' },
        { of: 'failure_rate' },
        { of: 'distinct', text: 'op' },
        { of: 'quantile', number: 'lcp', share: 0.75 },
      ]
      expect(await counted(['transaction', 'release'], measures)).toEqual([
        ['/about', 'shop@2.0.0', 2, 140, 40, 0, 2, 500],
        ['/cart/:id', 'shop@1.0.0', 3, 924, 4, 1 / 3, 3, 2500],
        [undefined, undefined, 1, 1, 1, 0, 1, undefined],
      ])
      expect(
        await counted(['project'], [{ of: 'distinct', text: 'user' }], [{ op: 'segment' }], undefined, both),
      ).toEqual([
        ['1', 2],
        ['2', 1],
      ])
      expect(await counted(['trace'], [{ of: 'count' }], [is('trace', traceIdOf(1))])).toEqual([
        [traceIdOf(1), 3],
      ])
      expect(await counted(['status'], [{ of: 'count' }])).toEqual([
        ['error', 1],
        ['ok', 4],
        ['unset', 1],
      ])
    })

    it('[SE58] orders by any column, without a value last, and has one row where nothing is told apart', async () => {
      const measures: readonly SpanMeasure[] = [
        { of: 'count' },
        { of: 'quantile', number: 'lcp', share: 0.5 },
      ]
      const keys = async (column: number, descending: boolean) =>
        (await counted(['transaction'], measures, [], { column, descending })).map(([key]) => key)
      expect(await keys(1, true)).toEqual(['/cart/:id', '/about', undefined])
      expect(await keys(2, true)).toEqual(['/cart/:id', '/about', undefined])
      expect(await keys(2, false)).toEqual(['/about', '/cart/:id', undefined])
      expect(await counted([], measures)).toEqual([[6, 1500]])
      expect(await counted([], measures, [is('op', 'nothing')])).toEqual([[0, undefined]])
    })

    it('[SE58] estimates percentiles of many durations', async () => {
      const many = Array.from({ length: 1000 }, (_, index) =>
        aChild(20 + index, 1, { op: 'many', duration: index + 1 }),
      )
      await opened.store.append({ spoolId: 's', from: 8, to: 1020, events: [], raw: [], spans: many })
      const shares = [0.5, 0.75, 0.95, 0.99]
      const [row] = await counted(
        ['op'],
        shares.map((share) => ({ of: 'quantile', number: 'duration', share }) as const),
        [is('op', 'many')],
      )
      for (const [index, share] of shares.entries())
        expect(Math.abs(Number(row![index + 1]) - share * 1000)).toBeLessThan(20)
    })
  })
}
