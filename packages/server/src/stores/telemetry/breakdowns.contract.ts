import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { T0, anEvent } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { AppendedEvent, Dimension, Measure, Scope, TelemetryStore } from './telemetry.ts'

const SCOPE: Scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
const NOTHING = { total: 0, values: [] }
const NAMED = [
  'issue',
  'fingerprint',
  'level',
  'kind',
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
  'handled',
  'title',
  'message',
  'trace',
  'user_email',
  'event',
] as const satisfies readonly Dimension[]
const DIMENSIONS: readonly Dimension[] = [...NAMED, { tag: 'customer' }, { tag: "it's" }, { tag: 'none' }]

/** Different in everything, some without a value, two users and three issues. */
function variedEvent(seq: number): AppendedEvent {
  const some = <T>(value: T) => (seq % 4 === 0 ? undefined : value)
  return {
    ...anEvent({
      seq,
      issueId: String(1 + (seq % 3)),
      level: seq % 5 === 0 ? 'fatal' : 'error',
      user: some(`user ${seq % 2}`),
      release: some(`shop@${seq % 3}`),
      environment: seq % 3 === 0 ? undefined : 'production',
      browser: some(`Chrome ${seq % 7}`),
      device: some(`Device ' ${seq % 2}`),
      handled: seq % 3 === 0 ? undefined : seq % 2 === 0,
      url: some(`https://shop.example/${seq}`),
      tags: [
        ['customer', `acme\n${seq % 4}`],
        ["it's", seq % 2 === 0 ? '' : 'odd'],
      ],
    }),
    userEmail: some(`${seq % 2}@example.com`),
  }
}

/** Every TelemetryStore must pass this, too: many breakdowns at once are the same as one by one. */
export function describeBreakdowns(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`Breakdowns at once, contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const append = (events: readonly AppendedEvent[]) =>
      store.append({ spoolId: 'spool-a', from: 0, to: 1_000, events, raw: [] })

    it.each<Measure>(['events', 'users', 'issues'])(
      '[TS82] are in the order asked for, each what `breakdown` answers: %s',
      async (measure) => {
        await append(Array.from({ length: 40 }, (_, seq) => variedEvent(seq)))
        const scope: Scope = {
          projectId: '1',
          range: { from: T0 + 2, to: T0 + 38 },
          where: [{ dimension: 'level', op: 'is_not', values: ['fatal'] }],
        }
        for (const limit of [3, 50]) {
          const of = DIMENSIONS.map((by) => ({ by }))
          const atOnce = await store.breakdowns(scope, { of, measure, limit })
          const oneByOne = []
          for (const by of DIMENSIONS) oneByOne.push(await store.breakdown(scope, { by, measure, limit }))
          expect(atOnce).toEqual(oneByOne)
        }
      },
    )

    it('[TS82] count events, users and issues once per value', async () => {
      await append([
        anEvent({ seq: 1, browser: 'A', os: 'X', issueId: '1', user: 'u1' }),
        anEvent({ seq: 2, browser: 'A', os: 'Y', issueId: '1', user: 'u1' }),
        anEvent({ seq: 3, browser: 'A', os: undefined, issueId: '2', user: 'u2' }),
        anEvent({ seq: 4, browser: 'B', os: 'Y', issueId: '1', user: undefined }),
      ])
      const counts = async (measure: Measure) =>
        (await store.breakdowns(SCOPE, { of: [{ by: 'os' }, { by: 'browser' }], measure, limit: 9 })).map(
          ({ total, values }) => [total, values.map(({ key, count, latest }) => [key, count, latest - T0])],
        )
      expect(await counts('events')).toEqual([
        [
          3,
          [
            ['Y', 2, 4],
            ['X', 1, 1],
          ],
        ],
        [
          4,
          [
            ['A', 3, 3],
            ['B', 1, 4],
          ],
        ],
      ])
      expect(await counts('issues')).toEqual([
        [
          3,
          [
            ['X', 1, 1],
            ['Y', 1, 4],
          ],
        ],
        [
          4,
          [
            ['A', 2, 3],
            ['B', 1, 4],
          ],
        ],
      ])
      expect(await counts('users')).toEqual([
        [
          3,
          [
            ['X', 1, 1],
            ['Y', 1, 4],
          ],
        ],
        [4, [['A', 2, 3]]],
      ])
    })

    it('[TS82] count users beside events, also of values that no user has', async () => {
      await append([
        anEvent({ seq: 1, browser: 'A', user: 'u1' }),
        anEvent({ seq: 2, browser: 'A', user: 'u1' }),
        anEvent({ seq: 3, browser: 'A', user: undefined }),
        anEvent({ seq: 4, browser: 'B', user: undefined }),
      ])
      const [browsers] = await store.breakdowns(SCOPE, {
        of: [{ by: 'browser' }, { by: 'os' }],
        measure: 'events',
        withUsers: true,
        limit: 9,
      })
      expect(browsers).toEqual({
        total: 4,
        values: [
          { key: 'A', count: 3, users: 1, latest: T0 + 3 },
          { key: 'B', count: 1, users: 0, latest: T0 + 4 },
        ],
      })
    })

    it('[TS82] count only the values that are named, and nothing where none is', async () => {
      await append([
        anEvent({ seq: 1, issueId: '5', release: 'a', handled: true, tags: [['t', '1']] }),
        anEvent({ seq: 2, issueId: '6', release: 'b', handled: false, tags: [['t', '2']] }),
        anEvent({ seq: 3, issueId: '6', release: 'c', handled: undefined, tags: [['t', '2']] }),
      ])
      const of = [
        { by: 'release', keys: ['c', 'a', 'unheard'] },
        { by: 'handled', keys: ['false'] },
        { by: { tag: 't' }, keys: ['2'] },
        { by: 'issue', keys: ['6'] },
        { by: 'release', keys: [] },
        { by: 'release' },
      ] as const
      const found = await store.breakdowns(SCOPE, { of, measure: 'events', limit: 9 })
      expect(found.map(({ total, values }) => [total, values.map(({ key }) => key)])).toEqual([
        [2, ['a', 'c']],
        [1, ['false']],
        [2, ['2']],
        [2, ['6']],
        [0, []],
        [3, ['a', 'b', 'c']],
      ])
    })

    it('[TS82] are empty where nothing is stored, and none where none is asked for', async () => {
      const of = [{ by: 'release' }, { by: { tag: 't' } }] as const
      expect(await store.breakdowns(SCOPE, { of, measure: 'issues', limit: 9 })).toEqual([NOTHING, NOTHING])
      const foreign = { ...SCOPE, projectId: 'no number' }
      expect(await store.breakdowns(foreign, { of, measure: 'events', limit: 9 })).toEqual([NOTHING, NOTHING])
      expect(await store.breakdowns(SCOPE, { of: [], measure: 'events', limit: 9 })).toEqual([])
    })
  })
}
