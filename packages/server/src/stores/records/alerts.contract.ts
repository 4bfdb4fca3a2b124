import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertRule } from '#domain/alerts/alert.ts'
import { freshMemory } from '#domain/alerts/fact.ts'
import type { Notification } from '#domain/alerts/notification.ts'
import { anEvent, type OpenedRecords } from './records.contract.ts'
import type { RecordStore } from './records.ts'

const NOW = 1_750_000_000_000
const RULE: AlertRule = {
  when: { kind: 'new' },
  for: { projectIds: [], query: '', environments: [], levels: [] },
  tell: [],
  every: 30,
}
const MEMORY = freshMemory(NOW, 0)
const MESSAGE: Notification = {
  kind: 'alert',
  at: NOW,
  sentence: 'When a new issue appears …',
  subjects: [],
  more: 0,
  links: { mute: 'https://x.example/mute', tune: 'https://x.example/tune' },
}
const ATTEMPT = { number: 1, at: NOW, durationMs: 12, ok: false, status: 500, answer: 'no\0 \u{1f480}' }

/** Every RecordStore must pass this too. */
export function describeAlertRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`AlertRecords contract: ${name}`, () => {
    let opened: OpenedRecords
    let store: RecordStore
    let organizationId: string
    let projectId: string
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      organizationId = (await store.organizations.create({ slug: 'main', name: 'Main', now: NOW })).id
      const input = { organizationId, name: 'Web', platform: undefined, now: NOW }
      projectId = (await store.projects.create(input)).project.id
    })
    afterEach(async () => store.close())

    const digest = async (events: ReadonlyArray<Partial<Parameters<typeof anEvent>[0]>>, from: number) =>
      store.digest.apply({
        spoolId: 's',
        from,
        to: from + 10,
        events: events.map((event, index) => anEvent({ projectId, seq: from + index, ...event })),
        counts: [],
      })
    const anAlert = () =>
      store.alerts.create(
        { ...RULE, organizationId, createdBy: undefined },
        { memory: MEMORY, now: NOW, most: 2 },
      )
    const aChannel = (channelName = 'errors') =>
      store.channels.create(
        {
          organizationId,
          name: channelName,
          kind: 'slack',
          hint: 'x.example/…abcd',
          sealed: 's',
          createdAt: NOW,
        },
        { most: 2 },
      )
    const happenings = async () =>
      (await store.happenings.since(0, 100)).map(({ kind, issueId }) => [kind, issueId])

    describe('what happened to issues', () => {
      it('[RS80] is written with the event that caused it, once', async () => {
        const { created } = await digest([{ fingerprint: 'a'.repeat(32) }], 0)
        await digest([{ fingerprint: 'a'.repeat(32) }], 0)
        expect(await happenings()).toEqual([['new', created[0]]])
        await store.issues.change([{ id: created[0]!, status: 'resolved' }], 0)
        await digest([{ fingerprint: 'a'.repeat(32) }], 10)
        expect(await happenings()).toEqual([
          ['new', created[0]],
          ['regressed', created[0]],
        ])
      })

      it('[RS80] is read behind the last one', async () => {
        await digest([{ fingerprint: 'a'.repeat(32), receivedAt: 100 }], 0)
        await digest([{ fingerprint: 'b'.repeat(32), receivedAt: 200 }], 10)
        const [first] = await store.happenings.since(0, 1)
        expect(first).toMatchObject({ projectId, at: 100 })
        expect(await store.happenings.since(first!.id, 10)).toMatchObject([{ at: 200 }])
        expect(await store.happenings.last()).toBe(first!.id + 1)
      })

      it('[RS80] is kept for the backtest, by kind and project, until it expires', async () => {
        await digest([{ fingerprint: 'a'.repeat(32), receivedAt: 100 }], 0)
        const asked = { kind: 'new', projectIds: [projectId], limit: 10 } as const
        expect(await store.happenings.between({ from: 100, to: 101 }, asked)).toHaveLength(1)
        expect(await store.happenings.between({ from: 101, to: 900 }, asked)).toEqual([])
        expect(await store.happenings.between({ from: 0, to: 900 }, { ...asked, kind: 'regressed' })).toEqual(
          [],
        )
        expect(await store.happenings.between({ from: 0, to: 900 }, { ...asked, projectIds: [] })).toEqual([])
        await store.happenings.expire(101)
        expect(await store.happenings.last()).toBe(0)
      })

      it('[RS80] is no news where people merged or maps came late', async () => {
        const one = await digest([{ fingerprint: 'a'.repeat(32) }], 0)
        const two = await digest([{ fingerprint: 'b'.repeat(32) }], 10)
        const before = await happenings()
        await store.merging.merge(one.created[0]!, two.created, NOW)
        const described = { leaving: undefined, staying: undefined }
        await store.merging.unmerge(one.created[0]!, ['b'.repeat(32)], described, NOW)
        expect(await happenings()).toEqual(before)
      })
    })

    describe('alerts', () => {
      it('[RS81] are kept as written, changed in parts and deleted', async () => {
        const alert = await anAlert()
        expect(alert).toMatchObject({ ...RULE, enabled: true, organizationId, createdAt: NOW })
        expect(await store.alerts.list(organizationId)).toEqual([alert])
        const muted = await store.alerts.update(alert.id, { mutedUntil: 9, every: 5 }, { now: NOW + 1 })
        expect(muted).toMatchObject({ mutedUntil: 9, every: 5, when: { kind: 'new' }, enabled: true })
        const loud = await store.alerts.update(
          alert.id,
          { mutedUntil: null, enabled: false },
          { now: NOW + 2 },
        )
        expect(loud).toMatchObject({ mutedUntil: undefined, every: 5, enabled: false })
        expect(await store.alerts.delete(alert.id)).toBe(true)
        expect(await store.alerts.delete(alert.id)).toBe(false)
        const gone = store.alerts.update(alert.id, {}, { now: NOW })
        await expect(gone).rejects.toMatchObject({ code: 'not_found' })
      })

      it('[RS81] are not more than an organization may have', async () => {
        await anAlert()
        await anAlert()
        await expect(anAlert()).rejects.toMatchObject({ code: 'conflict' })
      })

      it('[RS82] store state and messages in one transaction, or nothing if the alert changed', async () => {
        const alert = await anAlert()
        const channel = await aChannel()
        const memory = { ...MEMORY, until: NOW + 5 }
        const told = {
          firedAt: NOW + 4,
          deliveries: [{ id: 'd1', to: { kind: 'channel', id: channel.id }, notification: MESSAGE } as const],
        }
        expect(await store.alerts.remember(alert, memory, told, NOW)).toBe(true)
        expect(await store.alerts.memory(alert.id)).toEqual(memory)
        expect(await store.deliveries.due(NOW, 10)).toMatchObject([
          { id: 'd1', alertId: alert.id, attempts: 0 },
        ])
        expect((await store.alerts.byId(alert.id))?.lastFiredAt).toBe(NOW + 4)
        await store.alerts.update(alert.id, { every: 1 }, { now: NOW })
        const late = { ...told, deliveries: [{ ...told.deliveries[0]!, id: 'd2' }] }
        expect(await store.alerts.remember(alert, MEMORY, late, NOW)).toBe(false)
        expect(await store.alerts.memory(alert.id)).toEqual(memory)
        expect(await store.deliveries.byId('d2')).toBeUndefined()
      })

      it('[RS82] send nothing where one of the messages cannot be written', async () => {
        const alert = await anAlert()
        const channel = await aChannel()
        const to = { kind: 'channel', id: channel.id } as const
        const deliveries = [
          { id: 'd1', to, notification: MESSAGE },
          { id: 'd1', to, notification: MESSAGE },
        ]
        const failing = store.alerts.remember(alert, { ...MEMORY, until: 1 }, { firedAt: 1, deliveries }, NOW)
        await expect(failing).rejects.toThrow()
        expect(await store.alerts.memory(alert.id)).toEqual(MEMORY)
        expect(await store.deliveries.due(NOW, 10)).toEqual([])
      })
    })

    describe('channels and deliveries', () => {
      const aDelivery = async (id: string, channelId: string, now = NOW) =>
        store.deliveries.add(
          organizationId,
          { id, to: { kind: 'channel', id: channelId }, notification: MESSAGE },
          now,
        )

      it('[RS83] a channel is kept, renamed and deleted with what waits for it', async () => {
        const channel = await aChannel()
        await aDelivery('d1', channel.id)
        expect(await store.channels.list(organizationId)).toEqual([channel])
        expect(await store.channels.update(channel.id, { name: 'other' })).toEqual({
          ...channel,
          name: 'other',
        })
        await aChannel('second')
        await expect(aChannel('third')).rejects.toMatchObject({ code: 'conflict' })
        expect(await store.channels.delete(channel.id)).toBe(true)
        expect(await store.deliveries.byId('d1')).toBeUndefined()
        // What was under way to it ends without a trace.
        await store.deliveries.attempted('d1', ATTEMPT, { state: 'dead', nextTryAt: undefined })
        expect(await store.deliveries.attempts('d1')).toEqual([])
      })

      it('[RS83] a delivery is due until it is sent or dead, and says what came of each attempt', async () => {
        const channel = await aChannel()
        await aDelivery('d1', channel.id)
        await store.deliveries.attempted('d1', ATTEMPT, { state: 'waiting', nextTryAt: NOW + 99.5 })
        expect(await store.deliveries.due(NOW + 99, 10)).toEqual([])
        expect(await store.deliveries.due(NOW + 100, 10)).toMatchObject([{ id: 'd1', attempts: 1 }])
        const second = { ...ATTEMPT, number: 2, ok: true, status: undefined, answer: 'ok' }
        await store.deliveries.attempted('d1', second, { state: 'sent', nextTryAt: undefined })
        expect(await store.deliveries.due(NOW + 10 ** 9, 10)).toEqual([])
        expect(await store.deliveries.attempts('d1')).toMatchObject([{ number: 1, status: 500 }, second])
        const [listed] = await store.deliveries.list(organizationId, { channelId: channel.id, limit: 10 })
        expect(listed).toMatchObject({ id: 'd1', state: 'sent', last: second })
      })

      it('[RS83] a dead one can be tried again, and old ones go unless they wait', async () => {
        const channel = await aChannel()
        await aDelivery('d1', channel.id)
        await aDelivery('d2', channel.id)
        expect(await store.deliveries.revive('d1', NOW)).toBe(false)
        await store.deliveries.attempted('d1', ATTEMPT, { state: 'dead', nextTryAt: undefined })
        expect(await store.deliveries.revive('d1', NOW + 7)).toBe(true)
        expect(await store.deliveries.due(NOW + 7, 10)).toHaveLength(2)
        await store.deliveries.attempted(
          'd1',
          { ...ATTEMPT, number: 2 },
          { state: 'sent', nextTryAt: undefined },
        )
        await store.deliveries.expire(NOW + 1)
        expect(await store.deliveries.list(organizationId, { limit: 10 })).toMatchObject([{ id: 'd2' }])
      })
    })

    it('[RS84] a share link is found by its hash until it is revoked, has ended, or its issue is gone', async () => {
      const { created } = await digest([{ fingerprint: 'a'.repeat(32), receivedAt: 5 }], 0)
      const issueId = created[0]!
      const input = { issueId, createdBy: undefined, createdAt: NOW, hash: 'h1', expiresAt: undefined }
      const limits = { most: 2, mostOfProject: 9 }
      const link = await store.shares.create(input, limits)
      await store.shares.create({ ...input, hash: 'h2', createdAt: NOW + 1, expiresAt: NOW + 9 }, limits)
      await expect(store.shares.create({ ...input, hash: 'h3' }, limits)).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await store.shares.byHash('h1', NOW)).toEqual(link)
      expect((await store.shares.ofIssue(issueId, NOW)).map(({ createdAt }) => createdAt)).toEqual([
        NOW + 1,
        NOW,
      ])
      expect(await store.shares.byHash('h2', NOW + 8)).toBeDefined()
      expect(await store.shares.byHash('h2', NOW + 9)).toBeUndefined()
      expect(await store.shares.ofIssue(issueId, NOW + 9)).toEqual([link])
      await store.shares.create({ ...input, hash: 'h3', createdAt: NOW + 9 }, limits)
      await store.shares.opened(link.id, NOW + 3)
      expect(await store.shares.byHash('h1', NOW + 9)).toEqual({ ...link, lastOpenedAt: NOW + 3 })
      expect(await store.shares.delete('999', link.id)).toBe(false)
      expect(await store.shares.delete(issueId, link.id)).toBe(true)
      expect(await store.shares.byHash('h1', NOW)).toBeUndefined()
      await store.issues.expire(projectId, 6)
      expect(await store.shares.byHash('h3', NOW)).toBeUndefined()
    })

    it('[RS84] a project has so many share links at a time', async () => {
      const issues = [
        { fingerprint: 'a'.repeat(32), receivedAt: 5 },
        { fingerprint: 'b'.repeat(32), receivedAt: 5 },
      ]
      const [first, second] = (await digest(issues, 0)).created
      const limits = { most: 2, mostOfProject: 2 }
      const input = { createdBy: undefined, createdAt: NOW, expiresAt: undefined }
      await store.shares.create({ ...input, issueId: first!, hash: 'h1' }, limits)
      await store.shares.create({ ...input, issueId: second!, hash: 'h2' }, limits)
      const third = store.shares.create({ ...input, issueId: second!, hash: 'h3' }, limits)
      await expect(third).rejects.toMatchObject({ code: 'conflict' })
      const listed = await store.shares.ofProject(projectId, NOW)
      expect(new Set(listed.map(({ link }) => link.issueId))).toEqual(new Set([first, second]))
    })
  })
}
