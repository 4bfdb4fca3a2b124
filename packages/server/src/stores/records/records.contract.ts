import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#domain/app-error.ts'
import { HOUR_MS, type IntakeCount } from '#domain/intake/intake.ts'
import type { IssueStatus } from '#domain/issues/issue-status.ts'
import { LIMITS } from '#domain/limits.ts'
import { DEFAULT_PROJECT_SETTINGS, type Organization, type Project } from '#domain/projects/project.ts'
import type { DigestBatch, DigestedEvent, IssueFilter, IssueSort, RecordStore } from './records.ts'

export interface OpenedRecords {
  readonly store: RecordStore
  /** A second connection to the same records, as another thread would have. The caller closes it. */
  another(): Promise<RecordStore>
  /** A user as the account library would store it; membership refers to one. */
  addUser(id: string): Promise<void>
  removeUser(id: string): Promise<void>
}

const HOSTILE = [
  `'; drop table issues; --`,
  '"quoted" \\ back\\slash',
  '%_\\%',
  '\u0000\u0001\u001f',
  'a\ud800b',
  '\u202eright to left',
  'Größe 日本語 👩‍👩‍👧 e\u0301',
  'x'.repeat(8_000),
]

/** What a hostile text is after storing: NUL and half pairs have no place in a database text. */
const kept = (text: string) => text.toWellFormed().replaceAll('\0', '\u{FFFD}')

export function anEvent(change: Partial<DigestedEvent> = {}): DigestedEvent {
  return {
    seq: 0,
    projectId: '1',
    fingerprint: 'f'.repeat(32),
    groupingVersion: 1,
    receivedAt: 1_000,
    occurredAt: 900,
    level: 'error',
    title: 'TypeError: x is undefined',
    culprit: 'app/cart.ts in add',
    type: 'TypeError',
    value: 'x is undefined',
    platform: 'javascript',
    release: undefined,
    recognised: undefined,
    ...change,
  }
}

function aBatch(events: readonly DigestedEvent[], change: Partial<DigestBatch> = {}): DigestBatch {
  const last = events.at(-1)
  return { spoolId: 'spool', from: 0, to: (last?.seq ?? 0) + 100, events, counts: [], ...change }
}

/** Every RecordStore must pass this. Run against the real engine, never a mock. */
export function describeRecordStore(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`RecordStore contract: ${name}`, () => {
    let records: OpenedRecords
    let store: RecordStore
    let organization: Organization
    let project: Project

    beforeEach(async () => {
      records = await open()
      store = records.store
      organization = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      const created = await store.projects.create({
        organizationId: organization.id,
        name: 'Shop',
        platform: undefined,
        now: 1,
      })
      project = created.project
    })
    afterEach(async () => store.close())

    const setStatus = async (id: string, status: IssueStatus, now: number) =>
      store.issues.change([{ id, status }], now)
    const byTitle = async (filter: Partial<IssueFilter> = {}) => {
      const page = await store.issues.page(
        { projectIds: [project.id], ...filter },
        { sort: 'last_seen', limit: 100 },
      )
      return page.issues.map((issue) => issue.title)
    }

    describe('organizations', () => {
      it('[RS1] refuses a slug that is taken, so an address names one organization', async () => {
        await expect(
          store.organizations.create({ slug: 'main', name: 'Other', now: 2 }),
        ).rejects.toMatchObject({
          code: 'conflict',
        })
        expect(await store.organizations.list()).toEqual([organization])
      })

      it('[RS2] lists only the organizations a user is a member of', async () => {
        const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 2 })
        await records.addUser('ann')
        await records.addUser('bob')
        expect(await store.organizations.hasAnyMember()).toBe(false)
        await store.organizations.addMember(organization.id, 'ann', 'owner', 3)
        await store.organizations.addMember(organization.id, 'ann', 'owner', 4)
        await store.organizations.addMember(other.id, 'bob', 'owner', 3)
        expect(await store.organizations.ofUser('ann')).toEqual([organization])
        expect(await store.organizations.ofUser('bob')).toEqual([other])
        expect(await store.organizations.ofUser('nobody')).toEqual([])
        expect(await store.organizations.hasAnyMember()).toBe(true)
      })

      it('[AC30] lets exactly one of many become the first owner, so a leaked link is worth nothing later', async () => {
        const others = await Promise.all([records.another(), records.another()])
        const stores = [store, ...others]
        const users = ['u1', 'u2', 'u3', 'u4', 'u5', 'u6']
        for (const user of users) await records.addUser(user)
        const won = await Promise.all(
          users.map((user, index) =>
            stores[index % 3]!.organizations.addFirstOwner(organization.id, user, 5),
          ),
        )
        expect(won.filter(Boolean)).toHaveLength(1)
        expect(await store.organizations.ofUser(users[won.indexOf(true)]!)).toEqual([organization])
        await Promise.all(others.map(async (other) => other.close()))
      })

      it('[RS41] names people by id, and the members of organizations once each, by name', async () => {
        const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 1 })
        for (const id of ['cem', 'ann', 'bob']) await records.addUser(id)
        for (const { id } of [organization, other]) await store.organizations.addMember(id, 'cem', 'owner', 1)
        await store.organizations.addMember(organization.id, 'ann', 'owner', 1)
        await store.organizations.addMember(other.id, 'bob', 'owner', 1)
        const names = (people: ReadonlyArray<{ readonly name: string }>) => people.map(({ name }) => name)
        expect(names(await store.people.members([organization.id]))).toEqual(['ann', 'cem'])
        expect(names(await store.people.members([organization.id, other.id]))).toEqual(['ann', 'bob', 'cem'])
        expect(await store.people.members([])).toEqual([])
        expect(await store.people.byIds([])).toEqual([])
        expect(await store.people.byIds(['bob', 'nobody', "' or 1=1 --"])).toEqual([
          { id: 'bob', name: 'bob', email: 'bob@example.com' },
        ])
      })

      it('[RS2] rejects a member that is no user', async () => {
        await expect(
          store.organizations.addMember(organization.id, 'ghost', 'owner', 1),
        ).rejects.toMatchObject({
          code: 'not_found',
        })
        await expect(store.organizations.addFirstOwner(organization.id, 'ghost', 1)).rejects.toMatchObject({
          code: 'not_found',
        })
        expect(await store.organizations.hasAnyMember()).toBe(false)
      })
    })

    describe('projects and keys', () => {
      const create = async (name: string, organizationId = organization.id) =>
        (await store.projects.create({ organizationId, name, platform: 'javascript-react', now: 2 })).project

      it('[RS4] counts project ids from 1 in decimal digits, because old SDKs insist', async () => {
        expect(project.id).toBe('1')
        expect((await create('Second')).id).toBe('2')
        expect((await store.projects.byId('2'))?.name).toBe('Second')
        for (const id of ['02', ' 2', '2 ', '2.0', '', '0', '2\0']) {
          expect(await store.projects.byId(id)).toBeUndefined()
        }
      })

      it('[RS5] derives a slug that is free in its organization and never looks like an id', async () => {
        const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 2 })
        expect(project.slug).toBe('shop')
        expect((await create('Shop')).slug).toBe('shop-2')
        expect((await create('shop!')).slug).toBe('shop-3')
        expect((await create('Shop', other.id)).slug).toBe('shop')
        expect((await create('Größe & Co')).slug).toBe('grosse-co')
        expect((await create('42')).slug).toBe('project-42')
        expect((await create('日本語')).slug).toBe('project')
        expect((await create(`${'a'.repeat(49)} b`)).slug).toBe('a'.repeat(49))
      })

      it('[RS2] finds a project by slug only within its own organization', async () => {
        const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 2 })
        const theirs = await create('Theirs', other.id)
        expect(await store.projects.bySlug(organization.id, 'theirs')).toBeUndefined()
        expect(await store.projects.bySlug(other.id, 'theirs')).toEqual(theirs)
        expect(await store.projects.list(organization.id)).toEqual([project])
        expect(await store.projects.list(other.id)).toEqual([theirs])
        expect(await store.projects.all()).toEqual([project, theirs])
      })

      it('[RS6] makes a key of 32 hex digits with the project, and keeps what is changed about it', async () => {
        const [key] = await store.keys.list(project.id)
        expect(key).toMatchObject({
          publicKey: expect.stringMatching(/^[0-9a-f]{32}$/),
          enabled: true,
          quotas: [],
        })
        const second = await store.keys.create({ projectId: project.id, label: 'CI', now: 3 })
        const quotas = [{ category: 'error', limit: 5, windowSeconds: 60 }] as const
        await store.keys.update(second.id, { enabled: false, quotas })
        await store.keys.update(second.id, { label: 'Nightly' })
        await store.keys.update(second.id, {})
        expect(await store.keys.list(project.id)).toEqual([
          key,
          { ...second, enabled: false, label: 'Nightly', quotas },
        ])
        expect(await store.keys.all()).toHaveLength(2)
        await expect(store.keys.update('nope', { enabled: true })).rejects.toMatchObject({
          code: 'not_found',
        })
        await expect(store.keys.create({ projectId: '99', label: '', now: 1 })).rejects.toMatchObject({
          code: 'not_found',
        })
      })

      it('[RS7] keeps settings and a new name, and leaves the slug that addresses already use', async () => {
        const settings = {
          ...DEFAULT_PROJECT_SETTINGS,
          allowedOrigins: ['https://a.example'],
          retentionDays: 7,
        }
        await store.projects.updateSettings(project.id, settings)
        await store.projects.rename(project.id, 'Store')
        await store.projects.setPlatform(project.id, 'node')
        expect(await store.projects.byId(project.id)).toEqual({
          ...project,
          name: 'Store',
          platform: 'node',
          settings,
        })
        await expect(store.projects.setPlatform('99', 'x')).rejects.toMatchObject({ code: 'not_found' })
        await expect(store.projects.rename('99', 'x')).rejects.toMatchObject({ code: 'not_found' })
        await expect(
          store.projects.create({ organizationId: 'nope', name: 'x', platform: undefined, now: 1 }),
        ).rejects.toMatchObject({ code: 'not_found' })
      })

      it('[GR120] gives a new project the latest grouping, and leaves one from before the choice its own', async () => {
        expect(project.settings.groupingVersion).toBe(4)
        const { groupingVersion: _, ...before } = DEFAULT_PROJECT_SETTINGS
        await store.projects.updateSettings(project.id, before as typeof DEFAULT_PROJECT_SETTINGS)
        expect((await store.projects.byId(project.id))?.settings.groupingVersion).toBe(3)
        await store.projects.updateSettings(project.id, DEFAULT_PROJECT_SETTINGS)
        expect((await store.projects.byId(project.id))?.settings.groupingVersion).toBe(4)
      })

      it('[RS8] gives every project its own id and slug when several connections create at once', async () => {
        const other = await records.another()
        const made = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const from = index % 2 === 0 ? store : other
            return from.projects.create({
              organizationId: organization.id,
              name: 'Burst',
              platform: undefined,
              now: 2,
            })
          }),
        )
        expect(new Set(made.map((one) => one.project.id)).size).toBe(20)
        expect(new Set(made.map((one) => one.project.slug)).size).toBe(20)
        await other.close()
      })
    })

    describe('a project that is made once', () => {
      const create = (from: RecordStore, organizationId: string) =>
        from.projects.createOnce('own_project', {
          organizationId,
          name: 'Hindcast',
          platform: 'node',
          now: 5,
        })

      it('[RS26] is one, with one key, however many ask at the same time', async () => {
        const other = await records.another()
        const before = await store.projects.all()
        const made = await Promise.all(
          [store, other, store, other].map(async (from) => create(from, organization.id)),
        )
        await other.close()
        expect(new Set(made.map(({ id }) => id)).size).toBe(1)
        expect(await store.projects.all()).toHaveLength(before.length + 1)
        expect(await store.keys.list(made[0]!.id)).toHaveLength(1)
        expect(await store.facts.get('own_project')).toBe(made[0]!.id)
      })

      it('[RS26] is not another project with the same name', async () => {
        const theirs = await store.projects.create({
          organizationId: organization.id,
          name: 'Hindcast',
          platform: undefined,
          now: 1,
        })
        const own = await create(store, organization.id)
        expect(theirs.project.slug).toBe('hindcast')
        expect(own).toMatchObject({ slug: 'hindcast-2', platform: 'node' })
        expect((await create(store, organization.id)).id).toBe(own.id)
      })

      it('[RS26] is made again where the fact names none that is there', async () => {
        await store.facts.set('own_project', '999')
        const own = await create(store, organization.id)
        expect(await store.projects.byId(own.id)).toEqual(own)
        expect(await store.facts.get('own_project')).toBe(own.id)
      })
    })

    describe('tokens and facts', () => {
      it('[RS2] deletes and lists a token only for its own organization', async () => {
        const other = await store.organizations.create({ slug: 'other', name: 'Other', now: 2 })
        const token = await store.tokens.create({
          organizationId: organization.id,
          name: 'CI',
          hash: 'h1',
          scopes: ['event:read'],
          ownerId: undefined,
          expiresAt: 50,
          now: 2,
        })
        expect(await store.tokens.list(other.id)).toEqual([])
        expect(await store.tokens.delete(other.id, token.id)).toBeUndefined()
        await store.tokens.touch(token.id, 9)
        expect(await store.tokens.byHash('h1')).toEqual({ ...token, lastUsedAt: 9, ownerRole: undefined })
        expect(await store.tokens.delete(organization.id, token.id)).toEqual([])
        expect(await store.tokens.delete(organization.id, token.id)).toBeUndefined()
        expect(await store.tokens.byHash('h1')).toBeUndefined()
      })

      it('[RS9] sets a fact once for all who try, so they agree on what it is', async () => {
        const other = await records.another()
        const answers = await Promise.all(
          Array.from({ length: 10 }, async (_, index) =>
            (index % 2 === 0 ? store : other).facts.setOnce('instance', `id-${index}`),
          ),
        )
        expect(new Set(answers).size).toBe(1)
        expect(await store.facts.get('instance')).toBe(answers[0])
        await store.facts.set('instance', 'changed')
        expect(await other.facts.get('instance')).toBe('changed')
        await store.facts.delete('instance')
        expect(await store.facts.get('instance')).toBeUndefined()
        await other.close()
      })
    })

    describe('intake counts', () => {
      const cell = (change: Partial<IntakeCount> = {}): IntakeCount => ({
        projectId: project.id,
        hour: HOUR_MS,
        category: 'error',
        outcome: 'accepted',
        reason: '',
        quantity: 1,
        ...change,
      })

      it('[RS10] adds up the same cell and keeps all others apart', async () => {
        await store.intake.add([
          cell(),
          cell({ quantity: 2 }),
          cell({ outcome: 'dropped', reason: 'filtered' }),
        ])
        await store.intake.add([cell({ quantity: 4 }), cell({ projectId: undefined, outcome: 'refused' })])
        await store.intake.add([])
        expect(await store.intake.list(project.id, { from: 0, to: 2 * HOUR_MS })).toEqual([
          cell({ quantity: 7 }),
          cell({ outcome: 'dropped', reason: 'filtered' }),
        ])
        expect(await store.intake.list(undefined, { from: 0, to: 2 * HOUR_MS })).toEqual([
          cell({ projectId: undefined, outcome: 'refused' }),
        ])
      })

      it('[RS10] takes `to` as exclusive and forgets what expired', async () => {
        await store.intake.add([cell(), cell({ hour: 2 * HOUR_MS })])
        expect(await store.intake.list(project.id, { from: 0, to: 2 * HOUR_MS })).toEqual([cell()])
        await store.intake.expire(2 * HOUR_MS)
        expect(await store.intake.list(project.id, { from: 0, to: 9 * HOUR_MS })).toEqual([
          cell({ hour: 2 * HOUR_MS }),
        ])
      })

      it('[RS8] loses no count when two connections add to the same cell at the same time', async () => {
        const other = await records.another()
        await Promise.all(
          Array.from({ length: 60 }, async (_, index) =>
            (index % 2 === 0 ? store : other).intake.add([cell()]),
          ),
        )
        expect(await store.intake.list(project.id, { from: 0, to: 2 * HOUR_MS })).toEqual([
          cell({ quantity: 60 }),
        ])
        await other.close()
      })
    })

    describe('digest', () => {
      it('[RS11] makes one issue per project and fingerprint and counts its events', async () => {
        const { project: second } = await store.projects.create({
          organizationId: organization.id,
          name: 'Second',
          platform: undefined,
          now: 1,
        })
        const result = await store.digest.apply(
          aBatch([
            anEvent({ seq: 1, release: 'v1' }),
            anEvent({
              seq: 2,
              receivedAt: 3_000,
              release: 'v2',
              level: 'fatal',
              title: 'Newest',
              culprit: 'c2',
              recognised: 'script_error',
            }),
            anEvent({ seq: 3, receivedAt: 2_000 }),
            anEvent({ seq: 4, fingerprint: 'a'.repeat(32), title: 'Other' }),
            anEvent({ seq: 5, projectId: second.id }),
          ]),
        )
        const id = result.issueIds.get(`${project.id}/${'f'.repeat(32)}`)!
        expect(result.issueIds.size).toBe(3)
        expect(result.created).toHaveLength(3)
        expect(result.regressed).toEqual([])
        expect(await store.issues.byId(id)).toEqual({
          id,
          projectId: project.id,
          number: 1,
          status: 'unresolved',
          substatus: 'new',
          statusChangedAt: 1_000,
          priority: 'high',
          priorityChosen: false,
          level: 'fatal',
          title: 'Newest',
          culprit: 'c2',
          type: 'TypeError',
          value: 'x is undefined',
          platform: 'javascript',
          firstSeen: 1_000,
          lastSeen: 3_000,
          eventCount: 3,
          userCount: 0,
          firstRelease: 'v1',
          lastRelease: 'v2',
          recognised: 'script_error',
        })
        expect(await store.issues.byNumber(project.id, 2)).toMatchObject({ title: 'Other' })
        expect(await store.issues.byNumber(second.id, 1)).toMatchObject({
          projectId: second.id,
          eventCount: 1,
        })
        expect((await store.projects.byId(project.id))?.firstEventAt).toBe(1_000)
      })

      it('[RS12] counts every event once when batches are replayed with other borders', async () => {
        const events = Array.from({ length: 40 }, (_, index) =>
          anEvent({ seq: index * 10, receivedAt: 1_000 + index, fingerprint: String(index % 3).repeat(32) }),
        )
        const counts = events.map((event) => ({
          projectId: project.id,
          hour: 0,
          category: 'error' as const,
          outcome: 'accepted' as const,
          reason: '',
          quantity: 1,
          position: event.seq,
        }))
        const slice = (from: number, to: number): DigestBatch => ({
          spoolId: 'spool',
          from,
          to,
          events: events.filter(({ seq }) => seq >= from && seq < to),
          counts: counts.filter(({ position }) => position >= from && position < to),
        })
        const ids = new Map<string, string>()
        for (const [from, to] of [
          [0, 100],
          [100, 250],
          [0, 70],
          [70, 300],
          [0, 400],
          [0, 400],
          [390, 400],
        ] as const) {
          const result = await store.digest.apply(slice(from, to))
          for (const event of slice(from, to).events) {
            const key = `${event.projectId}/${event.fingerprint}`
            expect(result.issueIds.get(key)).toBe(ids.get(key) ?? result.issueIds.get(key))
            ids.set(key, result.issueIds.get(key)!)
          }
        }
        const { issues } = await store.issues.page(
          { projectIds: [project.id] },
          { sort: 'last_seen', limit: 10 },
        )
        expect(issues.map((issue) => issue.eventCount).sort((a, b) => a - b)).toEqual([13, 13, 14])
        expect(await store.intake.list(project.id, { from: 0, to: 1 })).toMatchObject([{ quantity: 40 }])
        expect(await store.digest.watermark('spool')).toBe(400)
      })

      it('[RS12] keeps the positions of different spools apart', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 5 })], { to: 1_000 }))
        await store.digest.apply(aBatch([anEvent({ seq: 5 })], { spoolId: 'restored', to: 50 }))
        expect(await store.digest.watermark('spool')).toBe(1_000)
        expect(await store.digest.watermark('restored')).toBe(50)
        expect(await store.digest.watermark('never seen')).toBe(0)
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({ eventCount: 2 })
      })

      it('[RS12] moves the position for a batch without events, so an empty batch is not read forever', async () => {
        await store.digest.apply(aBatch([], { to: 77 }))
        expect(await store.digest.watermark('spool')).toBe(77)
        await store.digest.apply(aBatch([], { to: 50 }))
        expect(await store.digest.watermark('spool')).toBe(77)
      })

      it('[IS1] brings a resolved issue back as regressed, and leaves an ignored one alone', async () => {
        await store.digest.apply(
          aBatch([anEvent({ seq: 1 }), anEvent({ seq: 2, fingerprint: 'a'.repeat(32) })], { to: 10 }),
        )
        const resolved = (await store.issues.byNumber(project.id, 1))!
        const ignored = (await store.issues.byNumber(project.id, 2))!
        await setStatus(resolved.id, 'resolved', 2_000)
        await setStatus(ignored.id, 'ignored', 2_000)
        const result = await store.digest.apply(
          aBatch(
            [
              anEvent({ seq: 11, receivedAt: 2_500 }),
              anEvent({ seq: 12, receivedAt: 2_500, fingerprint: 'a'.repeat(32) }),
            ],
            { from: 10, to: 20 },
          ),
        )
        expect(result.regressed).toEqual([resolved.id])
        expect([...result.created, ...result.woke]).toEqual([])
        expect(await store.issues.byId(resolved.id)).toMatchObject({
          status: 'unresolved',
          substatus: 'regressed',
        })
        expect(await store.issues.byId(ignored.id)).toMatchObject({ status: 'ignored', eventCount: 2 })
      })

      it('[IS1] does not call an event a regression that was received before the issue was resolved', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        const issue = (await store.issues.byNumber(project.id, 1))!
        await setStatus(issue.id, 'resolved', 5_000)
        const late = await store.digest.apply(
          aBatch([anEvent({ seq: 11, receivedAt: 4_999 })], { from: 10, to: 20 }),
        )
        expect(late.regressed).toEqual([])
        expect(await store.issues.byId(issue.id)).toMatchObject({ status: 'resolved', eventCount: 2 })
      })

      it('[RS14] lets the latest event by time of receipt decide title, level and releases', async () => {
        await store.digest.apply(
          aBatch([anEvent({ seq: 1, receivedAt: 5_000, title: 'Now', release: 'v5' })], { to: 10 }),
        )
        await store.digest.apply(
          aBatch([anEvent({ seq: 11, receivedAt: 4_000, title: 'Before', level: 'info', release: 'v4' })], {
            from: 10,
            to: 20,
          }),
        )
        await store.digest.apply(aBatch([anEvent({ seq: 21, receivedAt: 6_000 })], { from: 20, to: 30 }))
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({
          title: 'TypeError: x is undefined',
          level: 'error',
          firstSeen: 4_000,
          lastSeen: 6_000,
          firstRelease: 'v4',
          lastRelease: 'v5',
        })
      })

      it('[RS14] keeps the description when an earlier event comes late, and lets the later of two at one moment decide', async () => {
        const apply = async (...events: ReadonlyArray<Partial<DigestedEvent> & { readonly seq: number }>) => {
          const [from, to] = [events[0]!.seq, events[0]!.seq + 10]
          await store.digest.apply(aBatch(events.map(anEvent), { from, to }))
          return store.issues.byNumber(project.id, 1)
        }
        await apply({ seq: 10, receivedAt: 5_000, title: 'Now', release: 'v5' })
        const now = { title: 'Now', level: 'error', lastSeen: 5_000, lastRelease: 'v5' }
        expect(
          await apply({ seq: 20, receivedAt: 4_000, title: 'Before', level: 'info', release: 'v4' }),
        ).toMatchObject({ ...now, firstSeen: 4_000, firstRelease: 'v4' })
        expect(await apply({ seq: 30, receivedAt: 3_000, title: 'Without a release' })).toMatchObject({
          ...now,
          firstSeen: 3_000,
          firstRelease: 'v4',
        })
        expect(await apply({ seq: 40, receivedAt: 3_000, release: 'v3' })).toMatchObject({
          firstRelease: 'v4',
        })
        expect(
          await apply({ seq: 50, receivedAt: 5_000, title: 'Same moment', release: 'v6' }),
        ).toMatchObject({ title: 'Same moment', lastRelease: 'v6', firstRelease: 'v4' })
        const unordered = [
          { seq: 61, receivedAt: 7_000, title: 'Second', release: 'v8' },
          { seq: 60, receivedAt: 7_000, title: 'First', release: 'v7' },
        ]
        expect(await apply(...unordered)).toMatchObject({ title: 'Second', lastRelease: 'v8', eventCount: 7 })
      })

      it('[RS14] knows an issue that began without a release by the first that an event names', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 1, receivedAt: 5_000 })], { to: 10 }))
        await store.digest.apply(
          aBatch([anEvent({ seq: 11, receivedAt: 4_000, release: 'v4' })], { from: 10, to: 20 }),
        )
        await store.digest.apply(
          aBatch([anEvent({ seq: 21, receivedAt: 6_000, release: 'v6' })], { from: 20, to: 30 }),
        )
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({
          firstRelease: 'v4',
          lastRelease: 'v6',
        })
      })

      it('[RS11] keeps fingerprints of different grouping versions apart', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        await store.digest.apply(aBatch([anEvent({ seq: 11, groupingVersion: 2 })], { from: 10, to: 20 }))
        expect(await store.issues.count({ projectIds: [project.id] })).toBe(2)
      })

      it('[GR66] joins an issue that an earlier grouping made, and binds the new fingerprint to it', async () => {
        const apply = async (seq: number, change: Partial<DigestedEvent>) =>
          store.digest.apply(aBatch([anEvent({ seq, ...change })], { from: seq, to: seq + 1 }))
        const byCause = { groupingVersion: 2, fingerprint: 'c'.repeat(32) }
        const earlier = { fingerprint: 'f'.repeat(32), sameMessage: true, names: false }
        await apply(1, { value: 'Failed to fetch' })
        await apply(2, { ...byCause, fingerprint: 'd'.repeat(32), value: 'Load failed', earlier })
        await apply(3, { ...byCause, value: 'Failed to fetch', earlier })
        await apply(4, { ...byCause, value: 'Load failed' })
        await apply(5, {
          groupingVersion: 2,
          fingerprint: 'e'.repeat(32),
          earlier: { ...earlier, sameMessage: false },
        })
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({ eventCount: 4 })
        expect(await store.issues.count({ projectIds: [project.id] })).toBe(2)
      })

      it('[GR128] gives an issue of an earlier version to the first group of a finer one, and makes new ones of the others', async () => {
        const apply = async (seq: number, change: Partial<DigestedEvent>) =>
          store.digest.apply(aBatch([anEvent({ seq, ...change })], { from: seq, to: seq + 1 }))
        const earlier = { fingerprint: 'f'.repeat(32), sameMessage: false, names: false, once: true }
        const finer = (of: string) => ({ groupingVersion: 4, fingerprint: of.repeat(32), earlier })
        await apply(1, {})
        await apply(2, finer('a'))
        await apply(3, finer('b'))
        await apply(4, finer('a'))
        await apply(5, {})
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({ eventCount: 4 })
        expect(await store.issues.byNumber(project.id, 2)).toMatchObject({ eventCount: 1 })
        expect(await store.issues.count({ projectIds: [project.id] })).toBe(2)
      })

      it('[RS15] does not stop for events of a project that is gone', async () => {
        const result = await store.digest.apply(
          aBatch([anEvent({ seq: 1, projectId: '404', user: 'ann' }), anEvent({ seq: 2, user: 'ann' })]),
        )
        expect([...result.issueIds.keys()]).toEqual([`${project.id}/${'f'.repeat(32)}`])
        expect(await store.issues.byNumber(project.id, 1)).toMatchObject({ eventCount: 1, userCount: 1 })
      })

      it('[RS15] applies all of a batch or nothing', async () => {
        const broken = anEvent({ seq: 2, fingerprint: 'b'.repeat(32), title: undefined as unknown as string })
        await expect(store.digest.apply(aBatch([anEvent({ seq: 1 }), broken]))).rejects.toThrow()
        expect(await store.digest.watermark('spool')).toBe(0)
        expect(await store.issues.count({ projectIds: [project.id] })).toBe(0)
      })

      it('[RS8] digests, changes statuses and counts from two connections without losing any of it', async () => {
        const other = await records.another()
        await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        const issue = (await store.issues.byNumber(project.id, 1))!
        const digest = async () => {
          for (let index = 1; index <= 30; index++) {
            const from = index * 10
            await other.digest.apply(
              aBatch([anEvent({ seq: from, receivedAt: from })], { from, to: from + 10 }),
            )
          }
        }
        const edit = async () => {
          for (let index = 0; index < 30; index++) {
            await setStatus(issue.id, index % 2 === 0 ? 'ignored' : 'unresolved', index)
            await store.projects.rename(project.id, `Shop ${index}`)
          }
          await setStatus(issue.id, 'ignored', 99)
        }
        await Promise.all([digest(), edit()])
        expect(await store.issues.byId(issue.id)).toMatchObject({ eventCount: 31, status: 'ignored' })
        expect(await store.projects.byId(project.id)).toMatchObject({ name: 'Shop 29', firstEventAt: 1_000 })
        await other.close()
      })
    })

    describe('issue lists', () => {
      const fill = async (count: number) => {
        const events = Array.from({ length: count }, (_, index) =>
          anEvent({
            seq: index,
            fingerprint: index.toString(16).padStart(32, '0'),
            // Many share a moment, so only the id can break the tie.
            receivedAt: 1_000 + Math.floor(index / 7),
            level: index % 2 === 0 ? 'error' : 'warning',
            title: `Issue ${index}`,
          }),
        )
        await store.digest.apply(aBatch(events))
      }

      it.each<IssueSort>(['last_seen', 'first_seen', 'events'])(
        '[RS16] pages by %s through every issue once, whatever the size of the page',
        async (sort) => {
          const { project: second } = await store.projects.create({
            organizationId: organization.id,
            name: 'Second',
            platform: undefined,
            now: 1,
          })
          await fill(47)
          await store.digest.apply(
            aBatch([anEvent({ seq: 900, projectId: second.id, receivedAt: 1_003 })], { from: 900, to: 999 }),
          )
          for (const number of [3, 4, 5, 20]) {
            const issue = (await store.issues.byNumber(project.id, number))!
            await setStatus(issue.id, number === 20 ? 'ignored' : 'resolved', 5)
          }
          const filter = { projectIds: [project.id, second.id, project.id] }
          const all = await store.issues.page(filter, { sort, limit: 100 })
          expect(all.issues).toHaveLength(48)
          expect(all.next).toBeUndefined()
          for (const limit of [1, 5, 24, 48]) {
            const seen: string[] = []
            let cursor: string | undefined
            do {
              const page = await store.issues.page(filter, { sort, limit, ...(cursor && { cursor }) })
              expect(page.issues.length).toBeLessThanOrEqual(limit)
              seen.push(...page.issues.map((issue) => issue.id))
              cursor = page.next
            } while (cursor)
            expect(seen).toEqual(all.issues.map((issue) => issue.id))
          }
        },
      )

      it('[RS16] puts the largest first in each order', async () => {
        await fill(20)
        await store.digest.apply(
          aBatch([anEvent({ seq: 200, fingerprint: '0'.repeat(32), receivedAt: 9_000, title: 'Loud' })], {
            from: 120,
            to: 300,
          }),
        )
        const top = async (sort: IssueSort) =>
          (await store.issues.page({ projectIds: [project.id] }, { sort, limit: 1 })).issues[0]!
        expect((await top('last_seen')).title).toBe('Loud')
        expect((await top('events')).title).toBe('Loud')
        expect((await top('first_seen')).firstSeen).toBe(1_002)
      })

      it('[RS16] refuses a cursor it did not make, or made for another order', async () => {
        await fill(5)
        const { next } = await store.issues.page(
          { projectIds: [project.id] },
          { sort: 'last_seen', limit: 2 },
        )
        const given = [
          ['first_seen', next!],
          ['last_seen', 'garbage'],
          ['last_seen', ''],
          ['last_seen', Buffer.from('{"a":1}').toString('base64url')],
          ['last_seen', Buffer.from('["last_seen","1 or 1=1","x"]').toString('base64url')],
        ] as const
        for (const [sort, cursor] of given) {
          const page = store.issues.page({ projectIds: [project.id] }, { sort, cursor, limit: 2 })
          await expect(page).rejects.toBeInstanceOf(AppError)
        }
      })

      it('[RS17] filters by status and level, and counts what the list shows', async () => {
        await fill(10)
        const issue = (await store.issues.byNumber(project.id, 1))!
        await setStatus(issue.id, 'resolved', 5)
        const count = async (filter: Partial<IssueFilter>) =>
          store.issues.count({ projectIds: [project.id], ...filter })
        expect(await byTitle({ statuses: ['resolved'] })).toEqual(['Issue 0'])
        expect(await count({ statuses: ['resolved'] })).toBe(1)
        expect(await count({ statuses: ['unresolved'], levels: ['error'] })).toBe(4)
        expect(await byTitle({ statuses: ['unresolved'], levels: ['error'] })).toHaveLength(4)
        expect(await store.issues.count({ projectIds: [] })).toBe(0)
        expect(await store.issues.page({ projectIds: [] }, { sort: 'events', limit: 5 })).toEqual({
          issues: [],
          next: undefined,
        })
      })

      it('[RS18] searches every word in title, culprit or value, in any case, and takes % and _ literally', async () => {
        await store.digest.apply(
          aBatch([
            anEvent({
              seq: 1,
              fingerprint: '1',
              title: 'Größe ÜBER 100%',
              culprit: 'cart',
              value: 'in the_cart',
            }),
            anEvent({ seq: 2, fingerprint: '2', title: 'Plain', culprit: 'cart', value: 'in the cart' }),
            anEvent({ seq: 3, fingerprint: '3', title: String.raw`C:\temp`, culprit: '', value: '' }),
          ]),
        )
        expect(await byTitle({ words: ['über', 'CART'] })).toEqual(['Größe ÜBER 100%'])
        expect(await byTitle({ words: ['100%'] })).toEqual(['Größe ÜBER 100%'])
        expect(await byTitle({ words: ['the_cart'] })).toEqual(['Größe ÜBER 100%'])
        expect(await byTitle({ words: ['%'] })).toEqual(['Größe ÜBER 100%'])
        expect(await byTitle({ words: [String.raw`:\T`] })).toEqual([String.raw`C:\temp`])
        expect(await byTitle({ words: ['cart', 'missing'] })).toEqual([])
        expect(await byTitle({ words: ['x'.repeat(100_000)] })).toEqual([])
        expect(await store.issues.count({ projectIds: [project.id], words: ['cart'] })).toBe(2)
      })

      it('[RS17] filters by several levels, people and ids, lists their ids in order and tallies them', async () => {
        await fill(9)
        await records.addUser('ann')
        await records.addUser('bob')
        const id = async (number: number) => (await store.issues.byNumber(project.id, number))!.id
        const ids = await Promise.all([1, 2, 3, 4].map(id))
        await store.issues.change(
          ids.map((one, index) => ({ id: one, assigneeId: index === 3 ? 'bob' : 'ann' })),
          5,
        )
        const both = async (filter: Partial<IssueFilter>) => {
          const all = { projectIds: [project.id], ...filter }
          const listed = await store.issues.page(all, { sort: 'last_seen', limit: 100 })
          expect(await store.issues.count(all)).toBe(listed.issues.length)
          const named = await store.issues.ids(all, { sort: 'last_seen', limit: 100 })
          expect(named).toEqual(listed.issues.map((issue) => issue.id))
          expect(await store.issues.ids(all, { sort: 'last_seen', limit: 2 })).toEqual(named.slice(0, 2))
          const tallied = await store.issues.tally(all, 'assignee', 9)
          expect(tallied.reduce((sum, { issues }) => sum + issues, 0)).toBe(named.length)
          const spread = await store.issues.spread(all)
          expect(spread.reduce((sum, { issues }) => sum + issues, 0)).toBe(named.length)
          return named.length
        }
        const assigned = (op: 'is' | 'is_not', ...values: Array<string | null>) => ({
          assignees: [{ op, values }],
        })
        expect(await both({})).toBe(9)
        expect(await both({ levels: ['error', 'warning'] })).toBe(9)
        expect(await both({ levels: [] })).toBe(0)
        expect(await both({ statuses: [] })).toBe(0)
        expect(await both(assigned('is', 'ann'))).toBe(3)
        expect(await both(assigned('is', 'ann', null))).toBe(8)
        expect(await both(assigned('is_not', 'ann'))).toBe(6)
        expect(await both(assigned('is_not', 'ann', null))).toBe(1)
        expect(await both(assigned('is', 'nobody'))).toBe(0)
        expect(
          await both({ assignees: [...assigned('is', null).assignees, ...assigned('is', 'ann').assignees] }),
        ).toBe(0)
        expect(await both({ ids: ids.slice(1) })).toBe(3)
        expect(await both({ ids: [] })).toBe(0)
        expect(await both({ ids, exceptIds: [ids[0]!, 'x'] })).toBe(3)
        expect(await store.issues.tally({ projectIds: [project.id] }, 'assignee', 2)).toEqual([
          { value: null, issues: 5 },
          { value: 'ann', issues: 3 },
        ])
        expect(await store.issues.tally({ projectIds: [project.id] }, 'level', 9)).toEqual([
          { value: 'error', issues: 5 },
          { value: 'warning', issues: 4 },
        ])
        expect(await store.issues.tally({ projectIds: [project.id] }, 'status', 9)).toEqual([
          { value: 'unresolved', issues: 9 },
        ])
        expect(await store.issues.tally({ projectIds: [project.id] }, 'team', 9)).toEqual([
          { value: null, issues: 9 },
        ])
        expect(await store.issues.tally({ projectIds: [] }, 'level', 9)).toEqual([])
        const spread = await store.issues.spread({ projectIds: [project.id] })
        const issuesOf = (level: string, assignee: string | null) =>
          spread.find((one) => one.level === level && one.assignee === assignee)?.issues ?? 0
        expect(new Set(spread.map(({ status }) => status))).toEqual(new Set(['unresolved']))
        for (const [assignee, issues] of [
          ['ann', 3],
          ['bob', 1],
          [null, 5],
        ] as const)
          expect(issuesOf('error', assignee) + issuesOf('warning', assignee)).toBe(issues)
        expect(issuesOf('error', 'ann') + issuesOf('error', 'bob') + issuesOf('error', null)).toBe(5)
        expect(await store.issues.spread({ projectIds: [] })).toEqual([])
      })

      it('[RS17] takes as many ids as a search may select', async () => {
        await fill(3)
        const many = Array.from({ length: LIMITS.search.issues }, (_, index) => String(index))
        expect(await store.issues.count({ projectIds: [project.id], ids: many })).toBe(3)
        expect(await store.issues.count({ projectIds: [project.id], exceptIds: many })).toBe(0)
        expect(await store.issues.byIds(many)).toHaveLength(3)
      })

      it('[RS40] changes all of many issues or none, and answers what was there in the order asked', async () => {
        await fill(4)
        await records.addUser('ann')
        const ids = await Promise.all(
          [3, 1, 2].map(async (number) => (await store.issues.byNumber(project.id, number))!.id),
        )
        const stored = async () =>
          (await store.issues.byIds(ids)).toSorted((one, other) => one.number - other.number)
        const start = await stored()
        const gone = [...ids, '999'].map((id) => ({ id, status: 'resolved' as const }))
        await expect(store.issues.change(gone, 5)).rejects.toMatchObject({ code: 'not_found' })
        const stranger = ids.map((id, index) => ({ id, assigneeId: index === 2 ? 'stranger' : 'ann' }))
        await expect(store.issues.change(stranger, 5)).rejects.toMatchObject({ code: 'not_found' })
        expect(await stored()).toEqual(start)
        const before = await store.issues.change(
          ids.map((id) => ({ id, status: 'unresolved', substatus: 'regressed', assigneeId: 'ann' })),
          5,
        )
        expect(before).toEqual(
          ids.map((id) => ({
            id,
            status: 'unresolved',
            substatus: 'new',
            lifecycle: {
              status: 'unresolved',
              substatus: 'new',
              changedAt: start.find((issue) => issue.id === id)!.firstSeen,
            },
            revision: expect.any(String) as string,
          })),
        )
        expect(await store.issues.byId(ids[0]!)).toMatchObject({ substatus: 'regressed', assigneeId: 'ann' })
        await store.issues.change(
          before.map(({ id, status, substatus, assigneeId = null }) => ({
            id,
            status,
            substatus,
            assigneeId,
          })),
          6,
        )
        expect(await stored()).toEqual(start)
      })

      it('[RS40] keeps the assignee when new events arrive, and unassigns a removed one', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        await records.addUser('ann')
        const { id } = (await store.issues.byNumber(project.id, 1))!
        await store.issues.change([{ id, assigneeId: 'ann' }], 5)
        await store.digest.apply(aBatch([anEvent({ seq: 11 })], { from: 10, to: 20 }))
        expect(await store.issues.byId(id)).toMatchObject({ assigneeId: 'ann', eventCount: 2 })
        await records.removeUser('ann')
        expect((await store.issues.byId(id))?.assigneeId).toBeUndefined()
      })

      it('[RS19] removes issues whose last event expired, and starts afresh when the error returns', async () => {
        await store.digest.apply(
          aBatch([anEvent({ seq: 1 }), anEvent({ seq: 2, fingerprint: 'a'.repeat(32), receivedAt: 5_000 })], {
            to: 10,
          }),
        )
        expect(await store.issues.expire(project.id, 5_000)).toBe(1)
        expect(await store.issues.byNumber(project.id, 1)).toBeUndefined()
        expect(await store.issues.byNumber(project.id, 2)).toMatchObject({ lastSeen: 5_000 })
        const replay = await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        expect(replay.created).toHaveLength(1)
        expect(await store.issues.byNumber(project.id, 3)).toMatchObject({ eventCount: 1 })
        expect(replay.created[0]).toBe('3')
      })

      it('[IS10] reopens by hand as ongoing, and changes nothing when the status stays', async () => {
        await store.digest.apply(aBatch([anEvent({ seq: 1 })], { to: 10 }))
        const issue = (await store.issues.byNumber(project.id, 1))!
        await setStatus(issue.id, 'unresolved', 50)
        expect(await store.issues.byId(issue.id)).toEqual(issue)
        await setStatus(issue.id, 'resolved', 60)
        await setStatus(issue.id, 'unresolved', 70)
        expect(await store.issues.byId(issue.id)).toMatchObject({
          status: 'unresolved',
          substatus: 'ongoing',
        })
      })
    })

    it('[RS20] stores hostile texts as texts, everywhere one comes in', async () => {
      for (const [index, text] of HOSTILE.entries()) {
        await store.projects.rename(project.id, text)
        expect((await store.projects.byId(project.id))?.name).toBe(kept(text))
        expect(await store.projects.bySlug(organization.id, text)).toBeUndefined()
        expect(await store.projects.byId(text)).toBeUndefined()
        expect(await store.issues.byId(text)).toBeUndefined()
        expect(await store.tokens.byHash(text)).toBeUndefined()
        const event = anEvent({
          seq: index * 10,
          fingerprint: String(index),
          title: text,
          culprit: text,
          value: text,
          type: text,
          platform: text,
          release: text,
        })
        const { created } = await store.digest.apply(
          aBatch([event], { from: index * 10, to: index * 10 + 10 }),
        )
        expect(await store.issues.byId(created[0]!)).toMatchObject({
          title: kept(text),
          value: kept(text),
          firstRelease: kept(text),
        })
        expect(await byTitle({ words: [text] })).toEqual([kept(text)])
      }
      await store.check()
    })
  })
}
