import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import {
  NO_SESSIONS,
  SESSION_STATUSES,
  type SessionCounts,
  type SessionStatus,
} from '#domain/releases/session.ts'

import type { SessionRow, SessionScope } from './sessions.ts'
import { T0 } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SPOOL = 'spool-s'

const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16)

export function aSession(
  overrides: Partial<SessionRow> & { readonly seq: number; readonly sid?: string; readonly who?: string },
): SessionRow {
  const { sid = String(overrides.seq), who, ...rest } = overrides
  return {
    projectId: '1',
    receivedAt: T0 + 60_000,
    startedAt: T0,
    release: 'shop@1.0.0',
    environment: 'production',
    session: keyOf(sid),
    user: who === undefined ? undefined : keyOf(who),
    status: 'ok',
    quantity: 1,
    ...rest,
  }
}

const day = (over: Partial<SessionScope> = {}): SessionScope => ({
  projectId: '1',
  range: { from: T0, to: T0 + 24 * HOUR },
  ...over,
})

interface Told {
  readonly sid: number
  readonly who: string | undefined
  readonly status: SessionStatus
}

/** What the counts should be, in the plainest way. */
function modelOf(told: readonly Told[]): SessionCounts {
  const worst = new Map<number, number>()
  for (const { sid, status } of told)
    worst.set(sid, Math.max(worst.get(sid) ?? 0, SESSION_STATUSES.indexOf(status)))
  const of = (status: SessionStatus) =>
    [...worst.values()].filter((place) => place === SESSION_STATUSES.indexOf(status)).length
  const named = told.filter(({ who }) => who !== undefined)
  const broken = named.filter(({ status }) => status === 'unhandled' || status === 'crashed')
  return {
    sessions: worst.size,
    errored: of('errored'),
    abnormal: of('abnormal'),
    unhandled: of('unhandled'),
    crashed: of('crashed'),
    users: new Set(named.map(({ who }) => who)).size,
    brokenUsers: new Set(broken.map(({ who }) => who)).size,
  }
}

/** Every TelemetryStore must pass this too. */
export function describeSessionTelemetry(name: string, open: () => Promise<OpenedTelemetryStore>): void {
  describe(`SessionTelemetry contract: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const append = (sessions: readonly SessionRow[], from = 0, to = 1000) =>
      store.append({ spoolId: SPOOL, from, to, events: [], raw: [], sessions })
    const counts = async (scope = day(), release = 'shop@1.0.0') =>
      (await store.sessionCounts(scope, { limit: 10 })).get(release) ?? NO_SESSIONS

    it('[TS50] counts a session once, as the worst of what it reported, in whatever order that came', async () => {
      const later = { quantity: 0 } as const
      await append([
        aSession({ seq: 1, sid: 'a' }),
        aSession({ seq: 2, sid: 'a', status: 'crashed', ...later }),
        aSession({ seq: 3, sid: 'a', status: 'exited', ...later }),
        aSession({ seq: 4, sid: 'b', status: 'unhandled', ...later }),
        aSession({ seq: 5, sid: 'b' }),
        aSession({ seq: 6, sid: 'c', status: 'errored' }),
        aSession({ seq: 7, sid: 'd', status: 'abnormal' }),
        aSession({ seq: 8, sid: 'e', status: 'exited' }),
        aSession({ seq: 9, sid: 'd', status: 'errored', ...later }),
      ])
      expect(await counts()).toEqual({
        ...NO_SESSIONS,
        sessions: 5,
        errored: 1,
        abnormal: 1,
        unhandled: 1,
        crashed: 1,
      })
    })

    it('[TS50] counts a session with only a final report', async () => {
      await append([
        aSession({ seq: 1, status: 'crashed', quantity: 0 }),
        aSession({ seq: 2, status: 'ok', quantity: 0 }),
      ])
      expect(await counts()).toEqual({ ...NO_SESSIONS, sessions: 1, crashed: 1 })
    })

    it('[TS50] adds what servers counted together to what single sessions reported', async () => {
      const together = { session: undefined, quantity: 40 } as const
      await append([
        aSession({ seq: 1 }),
        aSession({ seq: 2, ...together }),
        aSession({ seq: 2, ...together }),
        aSession({ seq: 3, ...together, quantity: 2, status: 'crashed' }),
      ])
      expect(await counts()).toMatchObject({ sessions: 83, crashed: 2 })
    })

    it.each([2, 70])(
      '[TS83] counts the users of each of %i releases once, whoever has several',
      async (many) => {
        const users = Array.from({ length: 9 }, (_, index) => `user ${index}`)
        const releases = Array.from({ length: many }, (_, index) => `shop@${index}`)
        const pairs = releases.flatMap((release, index) =>
          users.slice(0, 1 + (index % users.length)).flatMap((who) => [
            { release, who },
            { release, who },
          ]),
        )
        await append([
          ...pairs.map((pair, seq) => aSession({ seq, sid: `s${seq}`, ...pair })),
          aSession({ seq: pairs.length, sid: 'nobody', release: 'shop@nobody' }),
        ])
        const found = await store.sessionCounts(day(), { limit: 100 })
        const counted = [...releases, 'shop@nobody'].map((release) => found.get(release)?.users)
        expect(counted).toEqual([...releases.map((_, index) => 1 + (index % users.length)), 0])
        const some = { limit: 100, bucketMs: HOUR, usersOf: ['shop@1', 'shop@gone'] }
        const history = await store.sessionHistory(day(), some)
        expect([history.get('shop@0')?.counts.users, history.get('shop@1')?.counts.users]).toEqual([0, 2])
        const most = await store.sessionCounts(day(), { limit: 1 })
        expect([...most.values()].map((one) => one.users)).toEqual([Math.min(many, users.length)])
      },
    )

    it('[TS147] estimates very many users of a release, and counts few in however many sessions', async () => {
      const busy = Array.from({ length: 60_000 }, (_, seq) => aSession({ seq, who: `user ${seq % 50_000}` }))
      const together = { session: undefined, quantity: 600_000, release: 'shop@2.0.0' } as const
      await append(
        [
          ...busy,
          aSession({ seq: 60_000, who: 'ann', release: 'shop@2.0.0', sid: 'a' }),
          aSession({ seq: 60_001, who: 'bob', release: 'shop@2.0.0', status: 'crashed' }),
          aSession({ seq: 60_002, ...together }),
        ],
        0,
        100_000,
      )
      const asked = { limit: 10, bucketMs: HOUR, usersOf: ['shop@1.0.0', 'shop@2.0.0'] }
      const history = await store.sessionHistory(day(), asked)
      const users = history.get('shop@1.0.0')!.counts.users
      expect(users % 8).toBe(0)
      expect(Math.abs(users / 50_000 - 1)).toBeLessThan(0.03)
      expect(history.get('shop@2.0.0')!.counts).toMatchObject({ users: 2, brokenUsers: 1 })
      const alone = await store.sessionHistory(day(), { ...asked, usersOf: ['shop@1.0.0'] })
      expect([alone.get('shop@1.0.0')!.counts.users, (await counts()).users]).toEqual([50_000, 50_000])
    })

    it('[TS51] counts each user once, and as broken if one of their sessions broke', async () => {
      await append([
        aSession({ seq: 1, who: 'ann' }),
        aSession({ seq: 2, who: 'ann', status: 'crashed' }),
        aSession({ seq: 3, who: 'bob', status: 'errored' }),
        aSession({ seq: 4, who: 'eve', status: 'unhandled' }),
        aSession({ seq: 5, sid: 'later' }),
        aSession({ seq: 6, sid: 'later', who: 'ida', quantity: 0 }),
      ])
      expect(await counts()).toMatchObject({ sessions: 5, users: 4, brokenUsers: 2 })
    })

    it('[TS52] separates releases, environments, projects and times', async () => {
      await append([
        aSession({ seq: 1 }),
        aSession({ seq: 2, release: 'shop@2.0.0' }),
        aSession({ seq: 3, release: 'shop@2.0.0', environment: 'staging' }),
        aSession({ seq: 4, release: 'shop@2.0.0', environment: undefined }),
        aSession({ seq: 5, projectId: '2' }),
        aSession({ seq: 6, startedAt: T0 - 1 }),
        aSession({ seq: 7, startedAt: T0 + 24 * HOUR, receivedAt: T0 + 24 * HOUR }),
      ])
      const all = await store.sessionCounts(day(), { limit: 10 })
      expect([...all].map(([release, { sessions }]) => [release, sessions])).toEqual([
        ['shop@2.0.0', 3],
        ['shop@1.0.0', 1],
      ])
      expect((await store.sessionCounts(day(), { limit: 1 })).size).toBe(1)
      expect(await counts(day({ environment: 'staging' }), 'shop@2.0.0')).toMatchObject({ sessions: 1 })
      expect(await counts(day({ releases: ['shop@2.0.0'] }))).toEqual(NO_SESSIONS)
      expect(await store.sessionCounts(day({ releases: [] }), { limit: 1 })).toEqual(new Map())
      expect(await store.sessionCounts(day({ projectId: 'x' }), { limit: 1 })).toEqual(new Map())
    })

    it('[TS195] counts sessions by release and environment together, users once in each group and step', async () => {
      const [v1, v2] = ['shop@1.0.0', 'shop@2.0.0']
      const later = { startedAt: T0 + HOUR }
      await append([
        aSession({ seq: 1, who: 'ann' }),
        aSession({ seq: 2, who: 'ann', ...later, status: 'errored' }),
        aSession({ seq: 3, who: 'ann', ...later, status: 'crashed', release: v2 }),
        aSession({ seq: 4, who: 'bob', release: v2, sid: 'b' }),
        aSession({ seq: 5, who: 'bob', release: v2, sid: 'b', status: 'unhandled', quantity: 0 }),
        aSession({ seq: 6, release: v2, environment: undefined, session: undefined, quantity: 9 }),
        aSession({ seq: 7, projectId: '2' }),
      ])
      const groups = async (by: ReadonlyArray<'release' | 'environment'>, over = {}, limit = 10) =>
        (await store.sessionGroups({ ...day(), ...over }, { by, limit })).map((group) => [
          group.release,
          group.environment,
          group.counts.sessions,
          group.counts.users,
          group.counts.brokenUsers,
        ])
      expect(await groups([])).toEqual([[undefined, undefined, 13, 2, 2]])
      expect(await groups(['release'])).toEqual([
        [v2, undefined, 11, 2, 2],
        [v1, undefined, 2, 1, 0],
      ])
      expect(await groups(['environment'])).toEqual([
        [undefined, '', 9, 0, 0],
        [undefined, 'production', 4, 2, 2],
      ])
      expect(await groups(['release', 'environment'], {}, 2)).toEqual([
        [v2, '', 9, 0, 0],
        [v1, 'production', 2, 1, 0],
      ])
      expect(await groups([], { environments: ['production'], releases: [v2] })).toEqual([
        [undefined, undefined, 2, 2, 2],
      ])
      expect(await groups([], { environments: [] })).toEqual([])

      const range = { from: T0, to: T0 + 3 * HOUR }
      const [all] = await store.sessionGroups({ projectId: '1', range }, { by: [], bucketMs: HOUR, limit: 1 })
      expect(all!.buckets).toEqual([
        { ...NO_SESSIONS, sessions: 11, unhandled: 1, users: 2, brokenUsers: 1 },
        { ...NO_SESSIONS, sessions: 2, errored: 1, crashed: 1, users: 1, brokenUsers: 1 },
        NO_SESSIONS,
      ])
    })

    it('[TS52] gives a series by the start of the sessions, with empty buckets', async () => {
      await append([
        aSession({ seq: 1, sid: 'a' }),
        aSession({ seq: 2, sid: 'a', status: 'crashed', receivedAt: T0 + 3 * HOUR, quantity: 0 }),
        aSession({ seq: 2, sid: 'a', status: 'unhandled', receivedAt: T0 + 3 * HOUR, quantity: 0 }),
        aSession({ seq: 3, startedAt: T0 + 2 * HOUR, receivedAt: T0 + 2 * HOUR, release: 'shop@2.0.0' }),
      ])
      const range = { from: T0, to: T0 + 3 * HOUR }
      const all = await store.sessionSeries(day({ range }), { bucketMs: HOUR })
      expect(all.map(({ sessions, broken }) => [sessions, broken])).toEqual([
        [1, 1],
        [0, 0],
        [1, 0],
      ])
      const none = await store.sessionSeries(day({ range, projectId: '9' }), { bucketMs: HOUR })
      const nothing = { sessions: 0, broken: 0 }
      expect(none).toEqual([nothing, nothing, nothing])
      const each = await store.sessionHistory(day({ range }), { bucketMs: HOUR, limit: 10 })
      expect([...each.keys()]).toEqual(['shop@1.0.0', 'shop@2.0.0'])
      expect(each.get('shop@1.0.0')).toEqual({
        counts: { ...NO_SESSIONS, sessions: 1, crashed: 1 },
        buckets: [{ sessions: 1, broken: 1 }, nothing, nothing],
      })
      expect(each.get('shop@2.0.0')!.buckets).toEqual([nothing, nothing, { sessions: 1, broken: 0 }])
      const most = await store.sessionHistory(day({ range }), { bucketMs: HOUR, limit: 1 })
      expect([...most.keys()]).toEqual(['shop@1.0.0'])
    })

    it('[TS53] stores what is replayed once, also after a restart and with other borders', async () => {
      const rows = [aSession({ seq: 1 }), aSession({ seq: 1, session: undefined, quantity: 3 })]
      await append(rows, 0, 10)
      await append(rows, 0, 10)
      store = await opened.reopen()
      await append([...rows, aSession({ seq: 10 })], 0, 20)
      expect(await counts()).toMatchObject({ sessions: 5 })
    })

    it('[TS50 TS51 TS53] counts like a scan over every report, in any order and with duplicates', async () => {
      const reports = fc.array(
        fc.record({
          sid: fc.integer({ min: 0, max: 9 }),
          who: fc.option(fc.constantFrom('ann', 'bob', 'eve'), { nil: undefined }),
          status: fc.constantFrom(...SESSION_STATUSES),
        }),
        { minLength: 1, maxLength: 30 },
      )
      let run = 0
      await fc.assert(
        fc.asyncProperty(reports, fc.nat(), async (told, cut) => {
          const projectId = String(100 + ++run)
          const begun = new Set<number>()
          const rows = told.map(({ sid, who, status }, index) => {
            const quantity = begun.has(sid) ? 0 : 1
            begun.add(sid)
            const at = { seq: run * 100 + index, projectId }
            return aSession({
              ...at,
              sid: `${run}/${sid}`,
              status,
              quantity,
              ...(who !== undefined && { who }),
            })
          })
          const [from, middle, to] = [run * 100, run * 100 + (cut % told.length), (run + 1) * 100]
          await append(
            rows.filter(({ seq }) => seq < middle),
            from,
            middle,
          )
          await append(rows, from, to)
          await append(rows, from, to)
          expect(await counts(day({ projectId }))).toEqual(modelOf(told))
        }),
        { numRuns: 25 },
      )
    })

    it('[TS54] removes what is older than asked for, of that project only', async () => {
      await append([
        aSession({ seq: 1, receivedAt: T0 }),
        aSession({ seq: 2, receivedAt: T0, projectId: '2' }),
        aSession({ seq: 3, receivedAt: T0 + 2 * 60_000 }),
      ])
      await store.expire('1', T0 + 60_000)
      expect(await counts()).toMatchObject({ sessions: 1 })
      expect(await counts(day({ projectId: '2' }))).toMatchObject({ sessions: 1 })
    })
  })
}
