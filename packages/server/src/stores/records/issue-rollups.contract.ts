import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#domain/projects/project.ts'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { DigestedEvent, RecordStore } from './records.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const T = 500 * DAY

/** Every RecordStore must pass this, too. */
export function describeIssueRollups(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`IssueRollups contract: ${name}`, () => {
    let store: RecordStore
    let project: Project
    beforeEach(async () => {
      store = (await open()).store
      const organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      const shop = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
      project = (await store.projects.create(shop)).project
    })
    afterEach(() => store.close())

    let position = 0
    beforeEach(() => {
      position = 0
    })
    const event = (fingerprint: string, user: string | undefined, receivedAt = T): DigestedEvent => ({
      ...anEvent({ seq: position++, projectId: project.id, fingerprint, receivedAt }),
      user,
    })
    const apply = async (...events: readonly DigestedEvent[]) => {
      const { issueIds } = await store.digest.apply({
        spoolId: 's',
        from: 0,
        to: position,
        events,
        counts: [],
      })
      return (fingerprint: string) => issueIds.get(`${project.id}/${fingerprint}`)!
    }
    const users = async (id: string) => (await store.issues.byId(id))?.userCount
    const hours = async (id: string) => {
      const found = await store.rollups.hours([id], { from: 0, to: T + 100 * DAY })
      return (found.get(id) ?? []).map(({ hour, events }) => [hour - T / HOUR, events])
    }

    it('[RS70] counts the users and hours of each issue once, however often a batch comes', async () => {
      const events = [
        event('a', 'ann'),
        event('a', 'bob', T + HOUR),
        event('a', 'ann', T + HOUR + 1),
        event('a', undefined),
        event('b', 'ann'),
      ]
      const idOf = await apply(...events)
      await apply(...events)
      expect(await users(idOf('a'))).toBe(2)
      expect(await users(idOf('b'))).toBe(1)
      expect(await hours(idOf('a'))).toEqual([
        [0, 2],
        [1, 2],
      ])
      await apply(...events, event('a', 'eve'))
      expect(await users(idOf('a'))).toBe(3)
      expect((await hours(idOf('a'))).flatMap(([, count]) => count)).toEqual([3, 2])
    })

    it('[RS70] answers the hours that were asked for, and no others', async () => {
      const idOf = await apply(
        event('a', 'ann'),
        event('a', 'ann', T + HOUR),
        event('a', 'ann', T + 2 * HOUR),
      )
      const found = await store.rollups.hours([idOf('a')], { from: T + HOUR, to: T + 2 * HOUR })
      expect(found.get(idOf('a'))?.map(({ hour }) => hour - T / HOUR)).toEqual([1])
    })

    it('[RS70] orders and filters by users', async () => {
      const idOf = await apply(event('a', 'ann'), event('b', 'ann'), event('b', 'bob'))
      const filter = { projectIds: [project.id] }
      const { issues } = await store.issues.page(filter, { sort: 'users', limit: 9 })
      expect(issues.map(({ id }) => id)).toEqual([idOf('b'), idOf('a')])
      const where = { op: 'compare', field: 'users', cmp: '>', value: 1 } as const
      expect(await store.issues.ids({ ...filter, where }, { sort: 'users', limit: 9 })).toEqual([idOf('b')])
    })

    it('[RS71] stays exact when issues are merged and parted', async () => {
      const idOf = await apply(
        event('a', 'ann'),
        event('a', 'bob'),
        event('b', 'bob'),
        event('b', 'eve', T + HOUR),
      )
      await store.merging.merge(idOf('a'), [idOf('b')], T)
      expect(await users(idOf('a'))).toBe(3)
      expect(await hours(idOf('a'))).toEqual([
        [0, 3],
        [1, 1],
      ])
      await apply(event('b', 'ann'), event('b', 'dan'))
      expect(await users(idOf('a'))).toBe(4)
      const described = { leaving: undefined, staying: undefined }
      const { issueId } = await store.merging.unmerge(idOf('a'), ['b'], described, T)
      expect(await users(idOf('a'))).toBe(2)
      expect(await users(issueId)).toBe(4)
      expect(await hours(idOf('a'))).toEqual([[0, 2]])
    })

    it('[RS71] follows events whose maps came late', async () => {
      const [first, second] = [event('a', 'ann'), event('a', 'bob', T + HOUR)]
      const idOf = await apply(first, second, event('c', 'bob'))
      const late = (one: DigestedEvent) => ({
        ...one,
        fingerprint: 'c',
        issueId: idOf('a'),
        before: { version: one.groupingVersion, fingerprint: 'a' },
        revision: {
          seq: one.seq,
          projectId: project.id,
          eventId: String(one.seq),
          title: '',
          culprit: '',
          grouping: {
            version: one.groupingVersion,
            fingerprint: 'c',
            evidence: { rule: 'x', summary: '', parts: [] },
          },
          awaited: [],
        },
      })
      await store.regrouping.regroup([late(first)] as never, T)
      expect([await users(idOf('c')), await hours(idOf('a'))]).toEqual([2, [[1, 1]]])
      await store.regrouping.regroup([late(second)] as never, T)
      expect(await users(idOf('c'))).toBe(2)
      expect(await hours(idOf('c'))).toEqual([
        [0, 2],
        [1, 1],
      ])
    })

    it('[RS72] forgets hours and users with the events they came from', async () => {
      const idOf = await apply(event('a', 'ann'), event('a', 'bob', T + DAY), event('a', 'ann', T + 2 * DAY))
      await store.rollups.expire(project.id, T + DAY)
      expect(await users(idOf('a'))).toBe(2)
      expect(await hours(idOf('a'))).toEqual([
        [24, 1],
        [48, 1],
      ])
      await store.rollups.expire(project.id, T + 2 * DAY)
      expect(await users(idOf('a'))).toBe(1)
      await store.rollups.expire('another', T + 9 * DAY)
      expect(await users(idOf('a'))).toBe(1)
    })

    it('[RS72] keeps a user whose earlier event came late as long as the later one', async () => {
      await apply(event('a', 'ann', T + 2 * DAY))
      const idOf = await apply(event('a', 'ann', T))
      await store.rollups.expire(project.id, T + DAY)
      expect(await users(idOf('a'))).toBe(1)
    })

    it('[RS73] counts what was stored before, each event once, from where it stopped', async () => {
      const idOf = await apply(event('a', undefined))
      const ofAnn = { projectId: project.id, fingerprint: 'a', receivedAt: T, user: 'ann' }
      await store.facts.set('rollups_unfilled', JSON.stringify({ to: 9, after: {} }))
      expect(await store.rollups.unfilled()).toEqual({ to: 9, after: {}, counted: {} })
      const after = { '1': { receivedAt: T, spoolId: '', seq: 4 } }
      await store.rollups.countEarlier([ofAnn, { ...ofAnn, fingerprint: 'gone' }], {
        to: 9,
        after,
        counted: {},
      })
      expect(await store.rollups.unfilled()).toEqual({ to: 9, after, counted: {} })
      await store.rollups.countEarlier([ofAnn], undefined)
      expect(await store.rollups.unfilled()).toBeUndefined()
      expect([await users(idOf('a')), await hours(idOf('a'))]).toEqual([1, [[0, 3]]])
    })
  })
}
