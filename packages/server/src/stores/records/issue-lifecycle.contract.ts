import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Decision, Snooze } from '#domain/issues/lifecycle/lifecycle.ts'
import type { IssueState } from '#domain/issues/issue.ts'
import type { Organization, Project } from '#domain/projects/project.ts'
import type { IssueChange } from './issue-change.ts'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { DigestedEvent, RecordStore } from './records.ts'

/** Every RecordStore must pass this. */
export function describeIssueLifecycle(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`Issue lifecycle contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let organization: Organization
    let project: Project
    let position: number

    beforeEach(async () => {
      records = await open()
      store = records.store
      position = 0
      organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      const input = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
      project = (await store.projects.create(input)).project
    })
    afterEach(async () => store.close())

    async function digest(...events: readonly Partial<DigestedEvent>[]) {
      const from = position
      position += events.length
      const made = events.map((event, index) =>
        anEvent({ projectId: project.id, ...event, seq: from + index }),
      )
      return store.digest.apply({ spoolId: 'spool', from, to: position, events: made, counts: [] })
    }
    async function anIssue(): Promise<string> {
      return (await digest({ receivedAt: 1_000 })).created[0]!
    }
    const decide = async (id: string, decision: Decision, now = 2_000, by?: string) =>
      store.issues.change([{ id, decision }], now, by)
    const ignore = async (id: string, snooze: Snooze, now = 2_000) =>
      decide(id, { kind: 'ignore', snooze }, now)
    const history = async (id: string) =>
      (await store.activity.ofIssue(id, 99)).map(({ at, kind, data }) => [at, kind, data])

    it('[RS65] counts towards reopening in the transaction of the event, so a replay counts nothing', async () => {
      const id = await anIssue()
      await ignore(id, { kind: 'events', count: 3, windowMs: null, seen: [] })
      const events = [2_100, 2_200].map((receivedAt, index) =>
        anEvent({ projectId: project.id, receivedAt, seq: position + index }),
      )
      const from = position
      for (const to of [position + 1, position + 2, position + 2]) {
        await store.digest.apply({
          spoolId: 'spool',
          from,
          to,
          counts: [],
          events: events.slice(0, to - from),
        })
      }
      position += 2
      expect(await store.issues.byId(id)).toMatchObject({ status: 'ignored', snooze: { seen: [[0, 2]] } })
      const third = await digest({ receivedAt: 2_300 })
      expect(third).toMatchObject({ woke: [id], regressed: [] })
      expect(await store.issues.byId(id)).toMatchObject({
        status: 'unresolved',
        substatus: 'ongoing',
        statusChangedAt: 2_300,
        eventCount: 4,
      })
      expect(await history(id)).toEqual([
        [2_300, 'woke', { how: 'events' }],
        [2_000, 'ignored', { how: 'events', count: 3 }],
      ])
    })

    it('[RS65] counts distinct users without storing their identity', async () => {
      const id = await anIssue()
      await ignore(id, { kind: 'users', count: 3, windowMs: null, seen: [] })
      await digest(
        { receivedAt: 2_100, user: 'ann@example.com' },
        { receivedAt: 2_101, user: 'ann@example.com' },
        { receivedAt: 2_102, user: 'bob@example.com' },
        { receivedAt: 2_103 },
      )
      const { snooze } = (await store.issues.byId(id))!
      expect(snooze).toMatchObject({ kind: 'users', seen: [{}, {}] })
      expect(JSON.stringify(snooze)).not.toContain('ann')
      expect((await digest({ receivedAt: 2_200, user: 'cid' })).woke).toEqual([id])
    })

    it('[RS66] compares releases by version, and those without numbers by first seen', async () => {
      const id = await anIssue()
      const releases = { organizationId: organization.id, projectIds: [project.id] }
      for (const [version, now] of [
        ['b', 10],
        ['a', 20],
      ] as const) {
        await store.releases.ensure({ ...releases, version, now })
      }
      expect(await store.lifecycle.releases(project.id)).toEqual(
        expect.arrayContaining([
          { version: 'a', firstSeen: 20 },
          { version: 'b', firstSeen: 10 },
        ]),
      )
      const release = { version: 'a', firstSeen: 20 }
      await decide(id, { kind: 'resolve', resolution: { kind: 'release', release, commit: null } })
      expect((await digest({ receivedAt: 3_000, release: 'b' })).regressed).toEqual([])
      expect((await digest({ receivedAt: 3_001, release: 'c' })).regressed).toEqual([id])
      expect((await history(id))[0]).toEqual([3_001, 'regressed', { release: 'c' }])
    })

    /** Releases without numbers, which only the time puts in order: by name each would stand on the other side. */
    async function resolvedIn(kind: 'release' | 'next_release'): Promise<string> {
      const id = await anIssue()
      const releases = { organizationId: organization.id, projectIds: [project.id] }
      await store.releases.ensure({ ...releases, version: 'older', now: 10 })
      await store.releases.ensure({ ...releases, version: 'newer', now: 20 })
      const release = { version: 'newer', firstSeen: 20 }
      await decide(id, {
        kind: 'resolve',
        resolution: kind === 'release' ? { kind, release, commit: null } : { kind, after: release },
      })
      return id
    }

    for (const [kind, where] of [
      ['release', 'in a release'],
      ['next_release', 'in the next release'],
    ] as const) {
      it(`[RS96] reopens what was resolved ${where} at an event without a release, among others of a batch`, async () => {
        const id = await resolvedIn(kind)
        const old = { receivedAt: 3_000, release: 'older' }
        expect((await digest(old)).regressed).toEqual([])
        expect((await digest(old, { receivedAt: 3_001 })).regressed).toEqual([id])
        expect((await history(id))[0]).toEqual([3_001, 'regressed', {}])
        expect(await store.issues.byId(id)).toMatchObject({ status: 'unresolved', substatus: 'regressed' })
      })

      it(`[RS96] reopens what was resolved ${where} at a release that nobody has heard of`, async () => {
        const id = await resolvedIn(kind)
        expect((await digest({ receivedAt: 3_000, release: 'older' })).regressed).toEqual([])
        expect((await digest({ receivedAt: 3_001, release: 'hotfix' })).regressed).toEqual([id])
        expect((await history(id))[0]).toEqual([3_001, 'regressed', { release: 'hotfix' }])
      })
    }

    it('[RS66] finds the release of a commit, and the issues that waited for it', async () => {
      const id = await anIssue()
      const commit = { id: 'ABC1234DEF', repository: 'r', authorName: undefined, authorEmail: undefined }
      const whole = { ...commit, message: undefined, at: undefined, files: [] }
      expect(await store.lifecycle.releaseOf(project.id, 'abc1234')).toBeUndefined()
      await decide(id, { kind: 'resolve', resolution: { kind: 'commit', commit: 'abc1234' } })
      await store.releases.ensure({
        organizationId: organization.id,
        projectIds: [project.id],
        version: '2.0.0',
        now: 30,
      })
      await store.releases.setCommits(organization.id, '2.0.0', [whole])
      const release = { version: '2.0.0', firstSeen: 30 }
      expect(await store.lifecycle.releaseOf(project.id, 'abc1234')).toEqual(release)
      expect(await store.lifecycle.released('other', release, ['abc1234def'], 40)).toEqual([])
      expect(await store.lifecycle.released(organization.id, release, ['abc1234def'], 40)).toEqual([
        { id, projectId: project.id },
      ])
      expect(await store.lifecycle.released(organization.id, release, ['abc1234def'], 41)).toEqual([])
      expect((await digest({ receivedAt: 5_000, release: '1.9.0' })).regressed).toEqual([])
      expect((await digest({ receivedAt: 5_000, release: '2.0.0' })).regressed).toEqual([id])
    })

    it('[RS67] reopens due issues once each, with the due time', async () => {
      await digest(...['a', 'b', 'c'].map((fingerprint) => ({ fingerprint })))
      const [a, b, c] = (
        await store.issues.ids({ projectIds: [project.id] }, { sort: 'events', limit: 9 })
      ).toSorted()
      await ignore(a!, { kind: 'until', at: 9_000 })
      await ignore(b!, { kind: 'until', at: 5_000 })
      await ignore(c!, { kind: 'until', at: 99_000 })
      expect(await store.lifecycle.wake(4_999, 9)).toEqual([])
      expect((await store.lifecycle.wake(50_000, 1)).map(({ id }) => id)).toEqual([b])
      expect((await store.lifecycle.wake(50_000, 9)).map(({ id }) => id)).toEqual([a])
      expect(await store.lifecycle.wake(50_000, 9)).toEqual([])
      expect(await store.issues.byId(a!)).toMatchObject({ status: 'unresolved', statusChangedAt: 9_000 })
      expect((await history(a!))[0]).toEqual([9_000, 'woke', { how: 'time' }])
      expect(await store.issues.byId(c!)).toMatchObject({ status: 'ignored' })
    })

    it('[RS67] says who decided, page by page, and forgets a person but not what they did', async () => {
      const id = await anIssue()
      await records.addUser('ann')
      await decide(id, { kind: 'resolve', resolution: { kind: 'now' } }, 2_000, 'ann')
      await store.issues.change([{ id, assigneeId: 'ann', priority: 'high' }], 2_000, 'ann')
      await store.comments.comment(id, 'ann', 'Seen on **Safari**', 2_000)
      const lines: string[] = []
      let before: { id: string; at: number } | undefined
      for (;;) {
        const [line] = await store.activity.ofIssue(id, 1, before)
        if (line === undefined) break
        expect(line.personId).toBe('ann')
        lines.push(line.kind)
        before = line
      }
      expect(lines).toEqual(['comment', 'priority', 'assigned', 'resolved'])
      await records.removeUser('ann')
      const left = await store.activity.ofIssue(id, 9)
      expect(left.map(({ kind, personId }) => [kind, personId])).toEqual(
        lines.map((kind) => [kind, undefined]),
      )
    })

    it('[RS68] lets only the author change a comment, and keeps the issue of each', async () => {
      const id = await anIssue()
      for (const user of ['ann', 'bob']) await records.addUser(user)
      const { id: comment } = await store.comments.comment(id, 'ann', 'First', 2_000)
      for (const [issue, person] of [
        [id, 'bob'],
        ['999', 'ann'],
      ] as const) {
        await expect(store.comments.edit(issue, comment, person, 'x', 3_000)).rejects.toMatchObject({
          code: 'not_found',
        })
        await expect(store.comments.remove(issue, comment, person)).rejects.toMatchObject({
          code: 'not_found',
        })
      }
      expect(await store.comments.edit(id, comment, 'ann', 'Second', 3_000)).toMatchObject({
        data: { text: 'Second', editedAt: 3_000 },
        at: 2_000,
      })
      expect(await store.comments.counts([id])).toEqual(new Map([[id, 1]]))
      await store.comments.remove(id, comment, 'ann')
      expect(await store.comments.counts([id])).toEqual(new Map())
      await decide(id, { kind: 'resolve', resolution: { kind: 'now' } }, 2_000, 'ann')
      const [line] = await store.activity.ofIssue(id, 1)
      await expect(store.comments.remove(id, line!.id, 'ann')).rejects.toMatchObject({ code: 'not_found' })
    })

    it('[RS68] makes followers of those who resolve, comment or are assigned, unless they left', async () => {
      const id = await anIssue()
      for (const user of ['ann', 'bob', 'cid', 'dan']) await records.addUser(user)
      await store.comments.follow(id, 'dan', false)
      await decide(id, { kind: 'resolve', resolution: { kind: 'now' } }, 2_000, 'ann')
      await store.issues.change([{ id, assigneeId: 'bob' }], 2_001, 'ann')
      await store.comments.comment(id, 'cid', 'Hm', 2_002)
      await store.comments.comment(id, 'dan', 'Hm', 2_003)
      expect(await store.comments.followers(id)).toEqual(['ann', 'bob', 'cid'])
      expect(await store.comments.following(id, 'cid')).toBe('commented')
      await store.comments.follow(id, 'cid', false)
      await store.comments.comment(id, 'cid', 'Still', 2_004)
      expect(await store.comments.following(id, 'cid')).toBeUndefined()
      await store.comments.follow(id, 'dan', true)
      expect(await store.comments.followers(id)).toEqual(['ann', 'bob', 'dan'])
    })

    it('[RS68] keeps comments of an issue whose events all moved to another', async () => {
      const [source] = (await digest({ fingerprint: 'raw', receivedAt: 1_000 })).created
      const mapped = { fingerprint: 'mapped', groupingVersion: 2, unmappedFingerprint: 'other' }
      const [target] = (await digest({ ...mapped, receivedAt: 1_001 })).created
      await records.addUser('ann')
      await store.comments.comment(source!, 'ann', 'Known', 2_000)
      const revision = {
        projectId: project.id,
        eventId: 'e'.repeat(32),
        seq: 0,
        title: 't',
        culprit: 'c',
        grouping: {} as never,
        awaited: [],
      }
      const event = anEvent({ projectId: project.id, ...mapped, seq: 0, receivedAt: 1_000 })
      const before = { version: 1, fingerprint: 'raw' } as const
      await store.regrouping.regroup([{ ...event, issueId: source!, before, revision }], 3_000)
      expect(await store.issues.byId(source!)).toBeUndefined()
      expect((await history(target!)).map(([, kind, data]) => [kind, data])).toContainEqual([
        'comment',
        { text: 'Known' },
      ])
      expect(await store.comments.followers(target!)).toEqual(['ann'])
    })

    /** As sent back for an undo: only the fields that were changed. */
    const back = ({ id, revision, lifecycle }: IssueState): IssueChange => ({
      id,
      revision,
      decision: { kind: 'restore', lifecycle },
    })
    const withHand = ({ id, revision, assigneeId, assigneeTeamId }: IssueState): IssueChange => ({
      id,
      revision,
      assigneeId: assigneeId ?? null,
      assigneeTeamId: assigneeTeamId ?? null,
    })

    const wholly = (state: IssueState): IssueChange => ({
      ...back(state),
      ...withHand(state),
      priority: state.priority ?? null,
    })

    it('[IS22] undoes only what was not changed since', async () => {
      const { created } = await digest(...['a', 'b', 'c', 'd'].map((fingerprint) => ({ fingerprint })))
      const [a, b, c, d] = created as [string, string, string, string]
      const start = await store.issues.byIds(created)
      for (const user of ['ann', 'bob']) await records.addUser(user)
      const before = await store.issues.change(
        created.map((id) => ({ id, status: 'resolved', assigneeId: 'ann', priority: 'low' })),
        2_000,
        'ann',
      )
      await decide(b, { kind: 'ignore', snooze: { kind: 'forever' } }, 2_000, 'bob')
      await store.issues.change([{ id: c, assigneeId: 'bob' }], 2_001, 'bob')
      await store.issues.change([{ id: d, priority: 'high' }], 2_002, 'bob')
      const decided = await store.issues.byIds([b, c, d])
      const whole = before.map(wholly)
      const undone = await store.issues.change(whole, 2_003, 'ann')
      expect(undone.map(({ id }) => id)).toEqual([a])
      expect(await store.issues.byId(a)).toEqual(start.find(({ id }) => id === a))
      expect(await store.issues.byIds([b, c, d])).toEqual(decided)
      expect((await store.activity.ofIssue(b, 1))[0]).toMatchObject({ kind: 'ignored', personId: 'bob' })
      // A second time there is nothing left that is as the change left it.
      expect(await store.issues.change(whole, 2_004, 'ann')).toEqual([])
    })

    it('[IS22] leaves what came back, was merged or is gone since, and takes the rest back', async () => {
      const { created } = await digest(...['a', 'b', 'c'].map((fingerprint) => ({ fingerprint })))
      const [a, b, c] = created as [string, string, string]
      const before = await store.issues.change(
        created.map((id) => ({ id, status: 'resolved' })),
        2_000,
      )
      await digest({ fingerprint: 'b', receivedAt: 2_100 })
      const other = (await digest({ fingerprint: 'e', receivedAt: 2_200 })).created[0]!
      await store.merging.merge(other, [c], 2_300)
      const undone = await store.issues.change(before.map(back), 2_400)
      expect(undone.map(({ id }) => id)).toEqual([a])
      expect(await store.issues.byId(b)).toMatchObject({ status: 'unresolved', substatus: 'regressed' })
      expect((await store.issues.byId(c))!.id).toBe(other)
    })

    it('[IS22] takes changes back one after the other, and an earlier one not across a later one', async () => {
      const id = await anIssue()
      const start = await store.issues.byId(id)
      const release = { version: '1.0.0', firstSeen: 20 }
      const [first] = await decide(id, {
        kind: 'resolve',
        resolution: { kind: 'release', release, commit: null },
      })
      const [second] = await ignore(id, { kind: 'until', at: 9_000 }, 2_001)
      expect(await store.issues.change([back(first!)], 2_002)).toEqual([])
      expect(await store.issues.byId(id)).toMatchObject({ status: 'ignored' })
      for (const state of [second!, first!]) await store.issues.change([back(state)], 2_003)
      expect(await store.issues.byId(id)).toEqual(start)
    })

    it('[IS22] lets one of two who undo and decide at the same moment be first, and keeps the decision', async () => {
      const id = await anIssue()
      const [before] = await decide(id, { kind: 'resolve', resolution: { kind: 'now' } })
      const undo = async () => store.issues.change([back(before!)], 2_001)
      await Promise.all([undo(), ignore(id, { kind: 'escalating' }, 2_001), undo(), undo()])
      expect(await store.issues.byId(id)).toMatchObject({
        status: 'ignored',
        snooze: { kind: 'escalating' },
      })
    })

    it('[IS23] undoes what it names, though events were counted and something else was decided since', async () => {
      const id = await anIssue()
      for (const user of ['ann', 'bob']) await records.addUser(user)
      const [status] = await ignore(id, { kind: 'events', count: 9, windowMs: null, seen: [] })
      const [hand] = await store.issues.change([{ id, assigneeId: 'ann' }], 2_001, 'ann')
      await digest({ receivedAt: 2_100, level: 'fatal' })
      await store.issues.change([{ id, priority: 'low' }], 2_200, 'bob')
      await store.comments.comment(id, 'bob', 'Hm', 2_201)
      expect(await store.issues.change([back(status!)], 2_300, 'ann')).toHaveLength(1)
      const left = { status: 'unresolved', substatus: 'new', priority: 'low', eventCount: 2 }
      expect(await store.issues.byId(id)).toMatchObject({ ...left, assigneeId: 'ann' })
      await store.issues.change([withHand(hand!)], 2_400, 'ann')
      expect(await store.issues.byId(id)).toMatchObject({ ...left, assigneeId: undefined })
    })

    it('[RS97] restores an issue’s state when unmerged, except removed assignees', async () => {
      const [a, b] = (await digest({ fingerprint: 'a' }, { fingerprint: 'b' })).created
      await records.addUser('ann')
      await store.issues.change([{ id: b!, assigneeId: 'ann', priority: 'low' }], 2_000)
      await ignore(b!, { kind: 'events', count: 9, windowMs: null, seen: [] }, 2_001)
      await digest({ fingerprint: 'b', receivedAt: 2_100 })
      const was = await store.issues.byId(b!)
      await store.merging.merge(a!, [b!], 3_000)
      await records.removeUser('ann')
      await store.merging.unmerge(a!, ['b'], { leaving: undefined, staying: undefined }, 4_000)
      expect(await store.issues.byId(b!)).toEqual({ ...was, assigneeId: undefined })
    })

    it('[RS97] gives an issue that is unmerged its assignee back, but nobody who left its organization', async () => {
      const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 1 })
      const input = { organizationId: other.id, name: 'Elsewhere', platform: undefined, now: 1 }
      const elsewhere = (await store.projects.create(input)).project.id
      for (const person of ['ann', 'bob']) {
        await records.addUser(person)
        for (const { id } of [organization, other])
          await store.organizations.addMember(id, person, 'member', 1)
      }
      /** Two issues of the project, the second merged into the first when the person was its assignee. */
      async function merged(projectId: string, assigneeId: string) {
        const of = (name: string) => ({ projectId, fingerprint: `${name} of ${assigneeId}` })
        const [into, from] = (await digest(of('first'), of('second'))).created as [string, string]
        await store.issues.change([{ id: from, assigneeId }], 2_000)
        await store.merging.merge(into, [from], 3_000)
        return async () => {
          const described = { leaving: undefined, staying: undefined }
          await store.merging.unmerge(into, [of('second').fingerprint], described, 4_000)
          return (await store.issues.byId(from))!.assigneeId
        }
      }
      const unmerge = [
        await merged(project.id, 'ann'),
        await merged(project.id, 'bob'),
        await merged(elsewhere, 'bob'),
      ]
      await store.members.remove(organization.id, 'bob')
      expect(await Promise.all(unmerge.map((one) => one()))).toEqual(['ann', undefined, 'bob'])
    })

    it('[RS69] keeps manual priorities, and updates automatic ones with the events', async () => {
      const id = await anIssue()
      const priority = async () => (await store.issues.byId(id))!.priority
      expect(await priority()).toBe('medium')
      await digest({ receivedAt: 1_100, handled: false })
      expect(await priority()).toBe('high')
      const [before] = await store.issues.change([{ id, priority: 'low' }], 1_200)
      expect(before).toMatchObject({ priority: undefined })
      await digest({ receivedAt: 1_300, level: 'fatal' })
      expect(await priority()).toBe('low')
      await store.issues.change([{ id, priority: null }], 1_400)
      expect(await priority()).toBe('high')
    })

    it('[RS69] assigns to a person or a team, never both, and unassigns when the team is deleted', async () => {
      const id = await anIssue()
      await records.addUser('ann')
      const team = await store.teams.create({ organizationId: organization.id, name: 'Web', now: 1 })
      await store.issues.change([{ id, assigneeId: 'ann' }], 2_000)
      await store.issues.change([{ id, assigneeTeamId: team.id }], 2_001)
      expect(await store.issues.byId(id)).toMatchObject({ assigneeId: undefined, assigneeTeamId: team.id })
      await store.issues.change([{ id, assigneeId: 'ann' }], 2_002)
      expect(await store.issues.byId(id)).toMatchObject({ assigneeId: 'ann', assigneeTeamId: undefined })
      await store.issues.change([{ id, assigneeTeamId: team.id }], 2_003)
      await store.teams.delete(organization.id, team.id)
      expect((await store.issues.byId(id))!.assigneeTeamId).toBeUndefined()
    })
  })
}
