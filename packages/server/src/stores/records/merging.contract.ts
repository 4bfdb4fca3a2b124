import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { DigestedEvent, LateEvent, RecordStore } from './records.ts'

const idOf = (text: string) => text.padEnd(32, '0')
const UNDESCRIBED = { leaving: undefined, staying: undefined }

/** Every RecordStore must pass this too. */
export function describeMerging(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`Merging contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let organization: string
    let seq = 0
    beforeEach(async () => {
      records = await open()
      store = records.store
      const { id } = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      for (const project of ['Shop', 'Other'])
        await store.projects.create({ organizationId: id, name: project, platform: undefined, now: 1 })
      organization = id
      seq = 0
    })
    afterEach(async () => store.close())

    /** One event of each fingerprint; answers their issues. */
    async function digest(...fingerprints: ReadonlyArray<string | Partial<DigestedEvent>>) {
      const from = seq
      const events = fingerprints.map((given) => {
        const change = typeof given === 'string' ? { fingerprint: idOf(given), title: given } : given
        return anEvent({ seq: seq++, receivedAt: 1_000 + seq, ...change })
      })
      const result = await store.digest.apply({ spoolId: 's', from, to: seq, events, counts: [] })
      return {
        ...result,
        ids: events.map((event) => result.issueIds.get(`${event.projectId}/${event.fingerprint}`)!),
      }
    }
    const counts = async () => {
      const { issues } = await store.issues.page({ projectIds: ['1'] }, { sort: 'first_seen', limit: 99 })
      return Object.fromEntries(issues.map(({ id, eventCount }) => [id, eventCount]))
    }
    const kinds = async (id: string) =>
      (await store.activity.ofIssue(id, 9)).map(({ kind, events, otherIssue }) => [kind, events, otherIssue])

    it('[GR80] makes one issue of several: counts and times add up, and the history says what came', async () => {
      const { ids } = await digest('a', 'a', 'b', { fingerprint: idOf('c'), release: 'shop@2' })
      const [into, b, c] = [...new Set(ids)]
      await digest({ fingerprint: idOf('b'), receivedAt: 500, release: 'shop@1' })
      const { issueId, moves } = await store.merging.merge(into!, [b!, c!], 9_000)
      expect(issueId).toBe(into)
      expect(moves.map(({ from, to, fingerprints }) => [from, to, fingerprints])).toEqual([
        [b, into, [idOf('b')]],
        [c, into, [idOf('c')]],
      ])
      expect(await counts()).toEqual({ [into!]: 5 })
      expect(await store.issues.byId(into!)).toMatchObject({
        title: 'a',
        firstSeen: 500,
        lastSeen: 1_004,
        firstRelease: 'shop@1',
        lastRelease: 'shop@2',
      })
      expect(new Set(await kinds(into!))).toEqual(
        new Set([
          ['merged', 1, 3],
          ['merged', 2, 2],
        ]),
      )
    })

    it('[GR80] adds up times also where a fingerprint of an issue never had an event', async () => {
      const mapped = { fingerprint: idOf('m'), groupingVersion: 2, unmappedFingerprint: idOf('u') }
      const { ids } = await digest(mapped, 'b')
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      expect(await store.issues.byId(ids[0]!)).toMatchObject({
        eventCount: 2,
        firstSeen: 1_001,
        lastSeen: 1_002,
        firstRelease: undefined,
        lastRelease: undefined,
      })
    })

    it('[RS68] moves followers of a merged issue to the remaining one', async () => {
      await records.addUser('ann')
      const { ids } = await digest('a', 'b')
      await store.comments.follow(ids[1]!, 'ann', true)
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      expect(await store.comments.followers(ids[0]!)).toEqual(['ann'])
    })

    it('[RS68] keeps why somebody follows a merged issue, and who had unfollowed one of the two', async () => {
      for (const person of ['ann', 'bob', 'cem']) await records.addUser(person)
      const { ids } = await digest('a', 'b')
      const [into, from] = ids as [string, string]
      await store.comments.comment(from, 'ann', 'Seen again.', 2_000)
      await store.comments.follow(from, 'bob', false)
      await store.comments.follow(into, 'cem', false)
      await store.comments.follow(from, 'cem', true)
      await store.merging.merge(into, [from], 9_000)
      expect(await store.comments.followers(into)).toEqual(['ann'])
      expect(await store.comments.following(into, 'ann')).toBe('commented')
      await store.comments.comment(into, 'bob', 'Not mine.', 9_001)
      expect(await store.comments.followers(into)).toEqual(['ann'])
    })

    it('[GR83] gives an issue that leaves again the history of what had been merged into it before', async () => {
      const { ids } = await digest('a', 'b', 'c')
      const [a, b, c] = ids as [string, string, string]
      await store.issues.change([{ id: a, status: 'resolved' }], 8_000)
      await store.merging.merge(b, [a], 9_000)
      const { moves } = await store.merging.merge(c, [b], 9_001)
      expect((await kinds(c)).map(([kind]) => kind)).toContain('resolved')
      await store.merging.unmerge(c, moves[0]!.fingerprints, UNDESCRIBED, 9_002)
      expect((await kinds(b)).map(([kind]) => kind)).toContain('resolved')
      expect((await kinds(c)).map(([kind]) => kind)).not.toContain('resolved')
    })

    it('[GR83] gives an issue that leaves again its own history only, also where others have the same number', async () => {
      const { ids } = await digest('a', 'b', 'c', 'd', 'e')
      const [a, b, c, d, e] = ids as [string, string, string, string, string]
      const other = (await digest(...['x', 'y'].map((text) => ({ fingerprint: idOf(text), projectId: '2' }))))
        .ids as [string, string]
      for (const id of [...ids, ...other]) await store.issues.change([{ id, status: 'resolved' }], 8_000)
      await store.merging.merge(other[0], [other[1]], 9_000)
      await store.merging.merge(b, [a], 9_001)
      await store.merging.merge(c, [d], 9_002)
      const { moves } = await store.merging.merge(c, [b], 9_003)
      const resolved = async (id: string) =>
        (await kinds(id)).filter(([kind]) => kind === 'resolved').map(([, , from]) => from)
      expect(new Set(await resolved(c))).toEqual(new Set([undefined, 1, 2, 4]))
      expect(await resolved(e)).toEqual([undefined])
      await store.merging.unmerge(c, moves[0]!.fingerprints, UNDESCRIBED, 9_004)
      expect(new Set(await resolved(b))).toEqual(new Set([undefined, 1]))
      expect(new Set(await resolved(c))).toEqual(new Set([undefined, 4]))
      expect(new Set(await resolved(other[0]))).toEqual(new Set([undefined, 2]))
    })

    it('[GR83] leaves lines about both issues where they are when the merged one leaves again', async () => {
      const { ids } = await digest('a', 'b', 'c')
      const [a, b, c] = ids as [string, string, string]
      const mergeAndUnmerge = async (into: string, from: string, fingerprint: string) => {
        await store.merging.merge(into, [from], 9_000)
        await store.merging.unmerge(into, [idOf(fingerprint)], UNDESCRIBED, 9_001)
      }
      await mergeAndUnmerge(b, c, 'c')
      await mergeAndUnmerge(b, c, 'c')
      for (const kind of ['merged', 'split_out'])
        expect((await kinds(b)).filter((line) => line[0] === kind)).toHaveLength(2)
      await store.merging.merge(a, [c], 9_002)
      await mergeAndUnmerge(a, b, 'b')
      expect(await kinds(b)).toEqual([['split_off', 1, 1]])
      expect(await kinds(a)).toContainEqual(['split_off', 1, 2])
    })

    it('[RS55] keeps who merged and who parted, until that person is gone', async () => {
      await records.addUser('ann')
      await records.addUser('bob')
      const { ids } = await digest('a', 'b', 'c')
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000, 'ann')
      await store.merging.merge(ids[0]!, [ids[2]!], 9_001)
      await store.merging.unmerge(ids[0]!, [idOf('b')], UNDESCRIBED, 9_002, 'bob')
      const people = async (id: string) =>
        (await store.activity.ofIssue(id, 9)).map(({ kind, personId }) => [kind, personId])
      expect(await people(ids[1]!)).toEqual([['split_off', 'bob']])
      const lines = [
        ['split_out', 'bob'],
        ['merged', undefined],
        ['merged', 'ann'],
      ]
      expect(await people(ids[0]!)).toEqual(lines)
      await records.removeUser('ann')
      expect(await people(ids[0]!)).toEqual([lines[0], lines[1], ['merged', undefined]])
    })

    it('[RS56] leads from a line of the history to where the other issue is now, through any number of merges', async () => {
      const { ids } = await digest('a', 'b', 'c')
      const [a, b, c] = ids as [string, string, string]
      const others = async (id: string) =>
        (await store.activity.ofIssue(id, 9)).map(({ otherIssue, otherIssueId }) => [
          otherIssue,
          otherIssueId,
        ])
      await store.merging.merge(a, [b], 9_000)
      expect(await others(a)).toEqual([[2, a]])
      await store.merging.unmerge(a, [idOf('b')], UNDESCRIBED, 9_001)
      expect(await others(b)).toEqual([[1, a]])
      await store.merging.merge(c, [a], 9_002)
      expect(await others(b)).toEqual([[1, c]])
      await digest({ fingerprint: idOf('b'), receivedAt: 2_000_000 })
      await store.issues.expire('1', 1_000_000)
      expect(await others(b)).toEqual([[1, undefined]])
    })

    it('[GR81] leads later events of what was merged to the one issue, without calling anything new', async () => {
      const { ids } = await digest('a', 'b')
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      const later = await digest('b')
      expect(later.ids).toEqual([ids[0]])
      expect(later.created).toEqual([])
      expect(await counts()).toEqual({ [ids[0]!]: 3 })
    })

    it('[GR81] finds a merged issue under its old id and number, through any number of merges', async () => {
      const { ids } = await digest('a', 'b', 'c')
      await store.merging.merge(ids[1]!, [ids[0]!], 9_000)
      await store.merging.merge(ids[2]!, [ids[1]!], 9_001)
      for (const id of ids) expect(await store.issues.byId(id)).toMatchObject({ id: ids[2] })
      for (const number of [1, 2, 3])
        expect(await store.issues.byNumber('1', number)).toMatchObject({ id: ids[2] })
      expect(await store.issues.byNumber('2', 1)).toBeUndefined()
    })

    it('[GR82] neither reopens nor calls new what is merged or parted', async () => {
      const { ids } = await digest('a', 'b')
      await store.issues.change([{ id: ids[0]!, status: 'resolved' }], 2_000)
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      expect(await store.issues.byId(ids[0]!)).toMatchObject({ status: 'resolved', substatus: 'ongoing' })
      await digest({ fingerprint: idOf('c'), receivedAt: 1_500 })
      const { issueId } = await store.merging.unmerge(ids[0]!, [idOf('b')], UNDESCRIBED, 9_001)
      expect(await store.issues.byId(ids[0]!)).toMatchObject({ status: 'resolved' })
      expect(await store.issues.byId(issueId)).toMatchObject({ status: 'unresolved', substatus: 'new' })
    })

    it('[GR83] gives an issue that leaves again its id, number and state, and every event it had or got', async () => {
      const { ids } = await digest('a', 'b', 'b')
      const [a, b] = [ids[0]!, ids[1]!]
      await store.issues.change([{ id: b, status: 'ignored' }], 2_000)
      await store.merging.merge(a, [b], 9_000)
      await digest('b')
      expect(await store.merging.fingerprints(a, 9)).toEqual([
        { fingerprint: idOf('b'), version: 1, events: 3, firstSeen: 1_002, lastSeen: 1_004, cameWith: 2 },
        {
          fingerprint: idOf('a'),
          version: 1,
          events: 1,
          firstSeen: 1_001,
          lastSeen: 1_001,
          cameWith: undefined,
        },
      ])
      const { issueId, moves } = await store.merging.unmerge(a, [idOf('b')], UNDESCRIBED, 9_001)
      expect(issueId).toBe(b)
      expect(moves).toMatchObject([{ from: a, to: b, fingerprints: [idOf('b')] }])
      expect(await counts()).toEqual({ [a]: 1, [b]: 3 })
      expect(await store.issues.byId(b)).toMatchObject({
        id: b,
        number: 2,
        status: 'ignored',
        firstSeen: 1_002,
        lastSeen: 1_004,
      })
      expect(await store.issues.byId(a)).toMatchObject({ firstSeen: 1_001, lastSeen: 1_001 })
      expect(await kinds(a)).toEqual([
        ['split_out', 3, 2],
        ['merged', 2, 2],
      ])
      expect(await kinds(b)).toEqual([
        ['split_off', 3, 1],
        ['ignored', 0, undefined],
      ])
      expect((await digest('b', 'a')).ids).toEqual([b, a])
    })

    it('[GR83] takes back the last merge with all that the issue had been before, merges included', async () => {
      const { ids } = await digest('a', 'b', 'c')
      const [a, b, c] = ids as [string, string, string]
      await store.merging.merge(b, [a], 9_000)
      const { moves } = await store.merging.merge(c, [b], 9_001)
      const { issueId } = await store.merging.unmerge(c, moves[0]!.fingerprints, UNDESCRIBED, 9_002)
      expect(issueId).toBe(b)
      expect(await counts()).toEqual({ [b]: 2, [c]: 1 })
      expect(await store.issues.byId(a)).toMatchObject({ id: b })
      expect((await store.merging.unmerge(b, [idOf('a')], UNDESCRIBED, 9_003)).issueId).toBe(a)
      expect(await counts()).toEqual({ [a]: 1, [b]: 1, [c]: 1 })
    })

    it('[GR84] makes a new issue of what always belonged to it, described by its own latest event', async () => {
      const mapped = { fingerprint: idOf('m'), groupingVersion: 2, unmappedFingerprint: idOf('a') }
      const { ids } = await digest('a', mapped)
      expect(ids[1]).toBe(ids[0])
      const described = {
        level: 'fatal',
        title: 'RangeError: ',
        culprit: 'c',
        type: 'RangeError',
        value: 'v',
        platform: 'node',
        recognised: undefined,
      } as const
      const both = { leaving: described, staying: { ...described, title: 'rest' } }
      const { issueId } = await store.merging.unmerge(ids[0]!, [idOf('m')], both, 9_000)
      expect(await store.issues.byId(issueId)).toMatchObject({
        number: 2,
        title: 'RangeError: ',
        level: 'fatal',
        substatus: 'ongoing',
      })
      expect(await store.issues.byId(ids[0]!)).toMatchObject({ number: 1, title: 'rest' })
      const found = await store.issues.page(
        { projectIds: ['1'], words: ['rangeerror'] },
        { sort: 'first_seen', limit: 9 },
      )
      expect(found.issues.map(({ id }) => id)).toEqual([issueId])
    })

    it('[GR84] starts an issue of what always belonged to another as unassigned, with automatic priority', async () => {
      await records.addUser('ann')
      const mapped = (text: string) => ({
        fingerprint: idOf(`m${text}`),
        groupingVersion: 2,
        unmappedFingerprint: idOf(text),
      })
      const { ids } = await digest('a', mapped('a'), 'b', mapped('b'))
      const { priority } = (await store.issues.byId(ids[0]!))!
      expect(priority).not.toBe('low')
      const team = await store.teams.create({ organizationId: organization, name: 'Web', now: 1 })
      await store.issues.change([{ id: ids[0]!, assigneeId: 'ann', priority: 'low' }], 2_000)
      await store.issues.change([{ id: ids[2]!, assigneeTeamId: team.id, priority: 'low' }], 2_000)
      for (const [index, text] of [
        [0, 'ma'],
        [2, 'mb'],
      ] as const) {
        const { issueId } = await store.merging.unmerge(ids[index]!, [idOf(text)], UNDESCRIBED, 9_000)
        expect(await store.issues.byId(issueId)).toMatchObject({
          assigneeId: undefined,
          assigneeTeamId: undefined,
          priority,
          priorityChosen: false,
          statusChangedAt: 9_000,
        })
      }
    })

    it('[GR85] refuses what would leave an issue without events, or is not its own, and changes nothing', async () => {
      const { ids } = await digest('a', 'b', { fingerprint: idOf('x'), projectId: '2' })
      const [a, b, foreign] = ids as [string, string, string]
      const before = await counts()
      const refused = async (work: Promise<unknown>, code: string) =>
        expect(work).rejects.toMatchObject({ code })
      await refused(store.merging.merge(a, [a], 1), 'invalid_input')
      await refused(store.merging.merge(a, [b, b], 1), 'invalid_input')
      await refused(store.merging.merge(a, [b, foreign], 1), 'invalid_input')
      await refused(store.merging.merge(a, [b, '999'], 1), 'not_found')
      await refused(store.merging.merge('999', [b], 1), 'not_found')
      await refused(store.merging.unmerge(a, [idOf('a')], UNDESCRIBED, 1), 'invalid_input')
      await refused(store.merging.unmerge(a, [idOf('b')], UNDESCRIBED, 1), 'not_found')
      await refused(store.merging.unmerge(a, [], UNDESCRIBED, 1), 'invalid_input')
      await refused(store.merging.unmerge('999', [idOf('a')], UNDESCRIBED, 1), 'not_found')
      expect(await counts()).toEqual(before)
      expect(await store.merging.waiting(9)).toEqual([])
    })

    it('[GR86] leads mapped events of what was merged unmapped to the one issue, and away with it', async () => {
      const { ids } = await digest('a', { fingerprint: idOf('m'), groupingVersion: 2 })
      const [a, other] = ids as [string, string]
      await store.merging.merge(other, [a], 9_000)
      const mapped = (text: string) => ({
        fingerprint: idOf(text),
        groupingVersion: 2,
        unmappedFingerprint: idOf('a'),
      })
      const [first, second] = (await digest(mapped('n'), mapped('o'))).ids
      expect(first).toBe(other)
      expect(second).not.toBe(other)
      const { issueId } = await store.merging.unmerge(other, [idOf('a'), idOf('n')], UNDESCRIBED, 9_001)
      expect(issueId).toBe(a)
      expect((await digest('a', mapped('n'))).ids).toEqual([a, a])
    })

    it('[GR86] regroups by late maps what was merged since the events were read, and counts them once', async () => {
      const { ids } = await digest('a', 'a', 'b', 'd')
      const [a, , b, d] = ids as [string, string, string, string]
      await store.merging.merge(b, [a], 9_000)
      const late = anEvent({
        seq: 1,
        fingerprint: idOf('d'),
        groupingVersion: 1,
        receivedAt: 1_002,
      })
      const revision = { seq: 1, projectId: '1', eventId: idOf('e1'), title: 't', culprit: 'c', awaited: [] }
      const grouping = {
        version: 1,
        fingerprint: idOf('d'),
        evidence: { rule: 'message', summary: 's', parts: [] },
      } as const
      const event: LateEvent = {
        ...late,
        issueId: a,
        before: { version: 1, fingerprint: idOf('a') },
        revision: { ...revision, grouping },
      }
      const { issueIds } = await store.regrouping.regroup([event], 9_001)
      expect(new Set(issueIds)).toEqual(new Set([b, d]))
      expect(await counts()).toEqual({ [b]: 2, [d]: 2 })
      const { issueId } = await store.merging.unmerge(b, [idOf('a')], UNDESCRIBED, 9_002)
      expect(await counts()).toEqual({ [issueId]: 1, [b]: 1, [d]: 2 })
    })

    it('[GR87] keeps moves for the telemetry in order until they are applied', async () => {
      const { ids } = await digest('a', 'b')
      const merged = await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      const parted = await store.merging.unmerge(ids[0]!, [idOf('b')], UNDESCRIBED, 9_001)
      expect(await store.merging.waiting(9)).toEqual([...merged.moves, ...parted.moves])
      await store.merging.told(merged.moves[0]!)
      expect(await store.merging.waiting(9)).toEqual(parted.moves)
    })

    it('[GR88] forgets old ids and fingerprints with the last event, so that the next one is a new issue', async () => {
      const { ids } = await digest('a', 'b')
      await store.merging.merge(ids[0]!, [ids[1]!], 9_000)
      await store.issues.expire('1', 5_000)
      expect(await store.issues.byId(ids[1]!)).toBeUndefined()
      const { created, ids: made } = await digest('b')
      expect(created).toEqual(made)
      expect(ids).not.toContain(made[0])
    })
  })
}
