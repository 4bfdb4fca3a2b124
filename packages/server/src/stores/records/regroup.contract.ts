import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { DigestedEvent, LateEvent, RecordStore } from './records.ts'

const idOf = (text: string) => text.padEnd(32, '0')
const unmappedEvent = (seq: number, change: Partial<DigestedEvent> = {}) =>
  anEvent({ seq, receivedAt: 1_000 + seq, fingerprint: idOf('a'), ...change })
const mappedEvent = (seq: number, name: string, change: Partial<DigestedEvent> = {}) =>
  unmappedEvent(seq, {
    fingerprint: idOf(name),
    groupingVersion: 2,
    unmappedFingerprint: idOf('a'),
    culprit: `checkout (src/${name}.ts)`,
    ...change,
  })

/** Every RecordStore must pass this too. */
export function describeRegrouping(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`Regrouping contract: ${name}`, () => {
    let store: RecordStore
    let seq = 0
    beforeEach(async () => {
      ;({ store } = await open())
      const { id } = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      await store.projects.create({ organizationId: id, name: 'Shop', platform: undefined, now: 1 })
      seq = 0
    })
    afterEach(async () => store.close())

    async function digest(...events: readonly DigestedEvent[]) {
      const from = seq
      seq = Math.max(...events.map((event) => event.seq)) + 1
      const { issueIds, created } = await store.digest.apply({
        spoolId: 's',
        from,
        to: seq,
        events,
        counts: [],
      })
      const ids = events.map(({ fingerprint }) => issueIds.get(`1/${fingerprint}`)!)
      return { ids, created }
    }
    const late = (event: DigestedEvent, issueId: string): LateEvent => ({
      ...event,
      issueId,
      before: { version: 1, fingerprint: idOf('a') },
      revision: {
        seq: event.seq,
        projectId: '1',
        eventId: idOf(`e${event.seq}`),
        title: event.title,
        culprit: event.culprit,
        grouping: {
          version: 2,
          fingerprint: event.fingerprint,
          evidence: { rule: 'stacktrace', summary: 's', parts: [] },
        },
        awaited: [],
        searchText: `checkout src/${event.seq}.ts`,
      },
    })
    const counts = async () => {
      const { issues } = await store.issues.page({ projectIds: ['1'] }, { sort: 'first_seen', limit: 9 })
      return Object.fromEntries(issues.map(({ id, eventCount }) => [id, eventCount]))
    }

    it('[SM61] leads mapped and unmapped events of one bug to one issue, whichever came first', async () => {
      const first = await digest(unmappedEvent(0))
      expect((await digest(mappedEvent(1, 'b'))).ids).toEqual(first.ids)
      const other = await digest(mappedEvent(2, 'c', { unmappedFingerprint: idOf('d') }))
      expect(other.ids).not.toEqual(first.ids)
      expect((await digest(unmappedEvent(3, { fingerprint: idOf('d') }))).ids).toEqual(other.ids)
      expect(await counts()).toEqual({ [first.ids[0]!]: 2, [other.ids[0]!]: 2 })
    })

    it('[SM61] gives an issue of unmapped events to the first bug only, so that maps part what they mixed', async () => {
      const { ids } = await digest(unmappedEvent(0), mappedEvent(1, 'b'), mappedEvent(2, 'c'))
      expect(ids[1]).toBe(ids[0])
      expect(ids[2]).not.toBe(ids[0])
      expect((await digest(unmappedEvent(3))).ids).toEqual([ids[0]])
    })

    it('[SM62] names an issue after its sources when its maps come late, without moving anything', async () => {
      const [id] = (await digest(unmappedEvent(0), unmappedEvent(1))).ids
      const events = [late(mappedEvent(0, 'b'), id!), late(mappedEvent(1, 'b'), id!)]
      const { revisions, issueIds } = await store.regrouping.regroup(events, 5_000)
      expect(issueIds).toEqual([id])
      expect(revisions.map(({ issueId }) => issueId)).toEqual([id, id])
      expect(await counts()).toEqual({ [id!]: 2 })
      expect((await store.issues.byId(id!))!.culprit).toBe('checkout (src/b.ts)')
      expect(await store.activity.ofIssue(id!, 9)).toMatchObject([
        { at: 5_000, kind: 'mapped', events: 2, otherIssue: undefined },
      ])
      expect((await digest(mappedEvent(9, 'b'))).ids).toEqual([id])
    })

    it('[SM100] updates a title from the latest event only, and returns the changed issues', async () => {
      const [id] = (await digest(unmappedEvent(0), unmappedEvent(1))).ids
      const renamed = (seq: number) => ({ ...mappedEvent(seq, `b${seq}`), issueId: id! })
      expect(await store.regrouping.rename([renamed(0)])).toEqual([])
      expect(await store.regrouping.rename([renamed(0), renamed(1)])).toEqual([id])
      expect(await store.regrouping.rename([renamed(1)])).toEqual([])
      expect((await store.issues.byId(id!))!.culprit).toBe('checkout (src/b1.ts)')
      const found = await store.issues.page(
        { projectIds: ['1'], words: ['src/b1'] },
        { sort: 'first_seen', limit: 9 },
      )
      expect(found.issues.map((issue) => issue.id)).toEqual([id])
    })

    it('[SM62] moves events to the issue they belong to, counts them there, and says so on both', async () => {
      const target = (await digest(mappedEvent(0, 'b', { unmappedFingerprint: idOf('other') }))).ids[0]!
      const source = (await digest(unmappedEvent(1), unmappedEvent(2), unmappedEvent(3))).ids[0]!
      const moved = [late(mappedEvent(2, 'b'), source), late(mappedEvent(3, 'b'), source)]
      const { issueIds } = await store.regrouping.regroup(moved, 5_000)
      expect(new Set(issueIds)).toEqual(new Set([source, target]))
      expect(await counts()).toEqual({ [target]: 3, [source]: 1 })
      expect(await store.activity.ofIssue(target, 9)).toMatchObject([
        { at: 5_000, kind: 'moved_in', events: 2, otherIssue: 2, otherIssueId: source },
      ])
      expect(await store.activity.ofIssue(source, 9)).toMatchObject([
        { at: 5_000, kind: 'moved_out', events: 2, otherIssue: 1, otherIssueId: target },
      ])
      expect(await store.issues.byId(target)).toMatchObject({ firstSeen: 1_000, lastSeen: 1_003 })
    })

    it('[SM62] removes an issue that lost its last event, and sends what led to it after them', async () => {
      const target = (await digest(mappedEvent(0, 'b', { unmappedFingerprint: idOf('other') }))).ids[0]!
      const source = (await digest(unmappedEvent(1))).ids[0]!
      await store.regrouping.regroup([late(mappedEvent(1, 'b'), source)], 5_000)
      expect(await counts()).toEqual({ [target]: 2 })
      const next = await digest(unmappedEvent(2))
      expect(next).toEqual({ ids: [target], created: [] })
    })

    it('[GR83] leaves what it says of moved and mapped events to the issue that others are unmerged from', async () => {
      const target = (await digest(mappedEvent(0, 'b', { unmappedFingerprint: idOf('other') }))).ids[0]!
      const source = (await digest(unmappedEvent(1), unmappedEvent(2), unmappedEvent(3))).ids[0]!
      await store.regrouping.regroup([late(mappedEvent(2, 'b'), source)], 5_000)
      await store.regrouping.regroup([late(mappedEvent(3, 'd'), source)], 5_001)
      const lines = async (id: string) =>
        (await store.activity.ofIssue(id, 9)).map(({ kind, otherIssue }) => [kind, otherIssue])
      expect(await lines(source)).toEqual([
        ['mapped', undefined],
        ['moved_out', 1],
      ])
      const described = { leaving: undefined, staying: undefined }
      await store.merging.merge(source, [target], 6_000)
      await store.merging.unmerge(source, [idOf('b')], described, 6_001)
      expect(await lines(source)).toContainEqual(['moved_out', 1])
      const merged = await store.merging.merge(target, [source], 6_002)
      expect(await lines(target)).toContainEqual(['mapped', undefined])
      const { fingerprints } = merged.moves[0]!
      const own = fingerprints.filter((fingerprint) => fingerprint !== idOf('b'))
      await store.merging.unmerge(target, own, described, 6_003)
      expect(await lines(target)).toContainEqual(['moved_in', 2])
      expect(await lines(target)).toContainEqual(['mapped', undefined])
    })

    it('[SM62] neither reopens an issue nor calls one new', async () => {
      const target = (await digest(mappedEvent(0, 'b', { unmappedFingerprint: idOf('other') }))).ids[0]!
      const source = (await digest(unmappedEvent(1), unmappedEvent(2))).ids[0]!
      await digest(mappedEvent(3, 'taken'))
      await store.issues.change([{ id: target, status: 'resolved' }], 1_000)
      await store.regrouping.regroup(
        [late(mappedEvent(1, 'b'), source), late(mappedEvent(2, 'c'), source)],
        5_000,
      )
      expect(await store.issues.byId(target)).toMatchObject({ status: 'resolved', eventCount: 2 })
      const { issues } = await store.issues.page({ projectIds: ['1'] }, { sort: 'first_seen', limit: 9 })
      const made = issues.find(({ id }) => id !== source && id !== target)!
      expect(made).toMatchObject({ substatus: 'ongoing', eventCount: 1, firstSeen: 1_002 })
    })

    const news = async () => (await store.happenings.since(0, 99)).map(({ issueId }) => issueId)
    const serverSide = (at: number) =>
      unmappedEvent(at, { fingerprint: idOf('server'), title: 'no database' })

    it('[GR112] counts a browser’s side with the server’s error, and leaves the issue its title', async () => {
      const side = { fingerprint: idOf('server'), title: 'redacted', isBrowserSide: true }
      const [id] = (await digest(serverSide(0), unmappedEvent(1, side))).ids
      await digest(unmappedEvent(2, side))
      expect(await store.issues.byId(id!)).toMatchObject({
        title: 'no database',
        eventCount: 3,
        lastSeen: 1_002,
      })
    })

    it('[GR114] moves a browser’s side to the server’s issue, and lets the issue go that it had', async () => {
      const alone = (await digest(unmappedEvent(0, { awaitsServerSide: true }))).ids[0]!
      const server = (await digest(serverSide(1))).ids[0]!
      expect(await news()).toEqual([server])
      const side = unmappedEvent(0, { fingerprint: idOf('server'), title: 'redacted', isBrowserSide: true })
      const moved = await store.regrouping.regroup([late(side, alone)], 5_000)
      expect(moved.issueIds.toSorted()).toEqual([alone, server].toSorted())
      expect(await store.issues.byId(alone)).toBeUndefined()
      expect(await store.issues.byId(server)).toMatchObject({ title: 'no database', eventCount: 2 })
      // What led to the one that is gone leads nowhere.
      const [next] = (await digest(unmappedEvent(2))).ids
      expect(next).not.toBe(server)
    })

    it('[GR115] reports an issue as new that was held back, once, and none that is gone', async () => {
      const [id] = (await digest(unmappedEvent(0, { awaitsServerSide: true }))).ids
      expect(await news()).toEqual([])
      await store.regrouping.announce([id!, id!, '999'], 1_000)
      await store.regrouping.announce([id!], 1_000)
      expect(await news()).toEqual([id])
    })

    it('[GR115] reports no issue as new that is older, though it is no longer known that it was reported', async () => {
      const [id] = (await digest(unmappedEvent(0))).ids
      await store.happenings.expire(2_000)
      expect(await news()).toEqual([])
      await store.regrouping.announce([id!], 1_001)
      expect(await news()).toEqual([])
    })

    it('[SM63] keeps moves for the telemetry until they are applied', async () => {
      const [id] = (await digest(unmappedEvent(0))).ids
      const { revisions } = await store.regrouping.regroup([late(mappedEvent(0, 'b'), id!)], 5_000)
      expect(await store.regrouping.waiting(9)).toEqual(revisions)
      expect(revisions[0]).toMatchObject({
        issueId: id,
        eventId: idOf('e0'),
        culprit: 'checkout (src/b.ts)',
        searchText: 'checkout src/0.ts',
      })
      await store.regrouping.told(revisions)
      expect(await store.regrouping.waiting(9)).toEqual([])
    })
  })
}
