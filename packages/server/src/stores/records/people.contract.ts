import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Organization } from '#domain/projects/project.ts'
import type { OpenedRecords } from './records.contract.ts'
import { anEvent } from './records.contract.ts'
import type { RecordStore } from './records.ts'

const code = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

/** Members, teams and invitations. Every RecordStore must pass this too. */
export function describePeople(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`People contract: ${name}`, () => {
    let opened: OpenedRecords
    let store: RecordStore
    let own: Organization
    let other: Organization
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      own = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      other = await store.organizations.create({ slug: 'other', name: 'Other', now: 2 })
      for (const id of ['ann', 'bob', 'eve']) await opened.addUser(id)
      await store.organizations.addMember(own.id, 'ann', 'owner', 1)
      await store.organizations.addMember(own.id, 'bob', 'member', 2)
    })
    afterEach(async () => store.close())

    const project = async (organization: Organization) =>
      (
        await store.projects.create({
          organizationId: organization.id,
          name: 'Shop',
          platform: undefined,
          now: 1,
        })
      ).project

    it('[RS60] stores the role of a user in each organization', async () => {
      await store.organizations.addMember(other.id, 'bob', 'viewer', 3)
      expect([...(await store.members.rolesOf('bob'))]).toEqual([
        [own.id, 'member'],
        [other.id, 'viewer'],
      ])
      expect((await store.members.rolesOf('eve')).size).toBe(0)
      expect(await store.members.list(own.id)).toEqual([
        {
          userId: 'ann',
          name: 'ann',
          email: 'ann@example.com',
          role: 'owner',
          joinedAt: 1,
          twoFactor: false,
        },
        {
          userId: 'bob',
          name: 'bob',
          email: 'bob@example.com',
          role: 'member',
          joinedAt: 2,
          twoFactor: false,
        },
      ])
      expect(await store.members.find(own.id, 'eve')).toBeUndefined()
    })

    it('[RS60] keeps an owner, also when two of them make each other members at the same time', async () => {
      expect(await code(store.members.changeRole(own.id, 'ann', 'admin'))).toBe('conflict')
      expect(await code(store.members.remove(own.id, 'ann'))).toBe('conflict')
      await store.members.changeRole(own.id, 'ann', 'owner')
      await store.members.changeRole(own.id, 'bob', 'owner')
      const second = await opened.another()
      const both = await Promise.all([
        code(store.members.changeRole(own.id, 'ann', 'member')),
        code(second.members.changeRole(own.id, 'bob', 'member')),
      ])
      expect(both.sort()).toEqual(['conflict', 'done'])
      await second.close()
      expect(await code(store.members.changeRole(own.id, 'eve', 'member'))).toBe('not_found')
    })

    it('[RS61] takes everything from a removed member but their account', async () => {
      const shop = await project(own)
      const { created } = await store.digest.apply({
        spoolId: 's',
        from: 0,
        to: 9,
        counts: [],
        events: [anEvent({ projectId: shop.id })],
      })
      await store.issues.change([{ id: created[0]!, assigneeId: 'bob' }], 5)
      const team = await store.teams.create({ organizationId: own.id, name: 'Web', now: 1 })
      await store.teams.change(own.id, team.id, { memberIds: ['ann', 'bob'] })
      expect(await store.members.remove(own.id, 'bob')).toEqual({
        unassigned: 1,
        tokens: [],
        invitations: [],
      })
      expect((await store.members.rolesOf('bob')).size).toBe(0)
      expect((await store.issues.byId(created[0]!))!.assigneeId).toBeUndefined()
      expect((await store.teams.list(own.id))[0]!.memberIds).toEqual(['ann'])
      expect(await store.people.byIds(['bob'])).toHaveLength(1)
      expect(await code(store.members.remove(own.id, 'bob'))).toBe('not_found')
    })

    const tokenOf = async (organization: Organization, ownerId: string | undefined, hash: string) =>
      store.tokens.create({
        organizationId: organization.id,
        name: hash,
        hash,
        scopes: ['event:read'],
        ownerId,
        expiresAt: undefined,
        now: 3,
      })

    it('[AC104] ends the tokens and invitations of a removed member in that organization only', async () => {
      await store.organizations.addMember(other.id, 'bob', 'admin', 3)
      const [here, there, theirs, nobodys] = [
        await tokenOf(own, 'bob', 'here'),
        await tokenOf(other, 'bob', 'there'),
        await tokenOf(own, 'ann', 'theirs'),
        await tokenOf(own, undefined, 'nobodys'),
      ]
      expect(await store.tokens.byHash('here')).toEqual({ ...here, ownerRole: 'member' })
      const make = async (hash: string, made: { invitedBy?: string; tokenId?: string }) =>
        store.invitations.create({
          organizationId: own.id,
          role: 'viewer',
          email: undefined,
          hash,
          invitedBy: made.invitedBy,
          tokenId: made.tokenId,
          now: 10,
          expiresAt: 100,
        })
      await store.members.changeRole(own.id, 'bob', 'admin')
      const byHand = await make('by-hand', { invitedBy: 'bob' })
      const byToken = await make('by-token', { tokenId: here.id })
      await make('by-ann', { invitedBy: 'ann' })
      const removed = await store.members.remove(own.id, 'bob')
      expect(removed.tokens).toEqual([here])
      expect(new Set(removed.invitations)).toEqual(new Set([byHand, byToken]))
      expect((await store.tokens.list(own.id)).map(({ id }) => id).sort()).toEqual(
        [theirs.id, nobodys.id].sort(),
      )
      expect(await store.tokens.byHash('there')).toEqual({ ...there, ownerRole: 'admin' })
      expect((await store.invitations.list(own.id, 50)).map(({ invitedBy }) => invitedBy)).toEqual(['ann'])
    })

    it('[AP72] reports permission changes, and nothing else', async () => {
      const token = await tokenOf(own, 'bob', 'here')
      const rises = async (change: () => Promise<unknown>) => {
        const before = store.accessVersion()
        await change()
        return store.accessVersion() > before
      }
      expect(await rises(() => store.members.list(own.id))).toBe(false)
      expect(await rises(() => store.facts.set('a', 'b'))).toBe(false)
      expect(await rises(() => project(own))).toBe(true)
      expect(await rises(() => store.members.changeRole(own.id, 'bob', 'viewer'))).toBe(true)
      expect(await rises(() => store.tokens.delete(own.id, token.id))).toBe(true)
      expect(await rises(() => store.organizations.addMember(other.id, 'eve', 'viewer', 3))).toBe(true)
      expect(await rises(() => store.members.remove(own.id, 'bob'))).toBe(true)
    })

    it('[AC106] rejects an invitation whose creator may no longer make it', async () => {
      await store.members.changeRole(own.id, 'bob', 'admin')
      const made = await store.invitations.create({
        organizationId: own.id,
        role: 'admin',
        email: undefined,
        hash: 'late',
        invitedBy: 'bob',
        now: 10,
        expiresAt: 100,
      })
      expect(await store.members.changeRole(own.id, 'bob', 'owner')).toEqual([])
      expect(await store.members.changeRole(own.id, 'bob', 'viewer')).toEqual([made])
      const late = await store.invitations.create({
        organizationId: own.id,
        role: 'viewer',
        email: undefined,
        hash: 'later',
        invitedBy: 'bob',
        now: 10,
        expiresAt: 100,
      })
      expect(await store.invitations.byHash('later', 50)).toBeUndefined()
      expect(await store.invitations.accept(late.id, 'eve', 50)).toBe(false)
      expect((await store.members.rolesOf('eve')).size).toBe(0)
    })

    it('[RS62] has teams with a slug that stays, made of what the organization has', async () => {
      const shop = await project(own)
      const foreign = await project(other)
      const first = await store.teams.create({ organizationId: own.id, name: 'Front end', now: 4 })
      const second = await store.teams.create({ organizationId: own.id, name: 'Front End', now: 4 })
      expect([first.slug, second.slug]).toEqual(['front-end', 'front-end-2'])
      const changed = await store.teams.change(own.id, first.id, {
        name: 'Web',
        memberIds: ['bob', 'bob'],
        projectIds: [shop.id],
      })
      expect(changed).toEqual({
        ...first,
        name: 'Web',
        memberIds: ['bob'],
        projectIds: [shop.id],
      })
      expect(await store.teams.ofUser(own.id, 'bob')).toEqual([changed])
      expect(await store.teams.ofUser(other.id, 'bob')).toEqual([])
      expect(await store.teams.ofProject(shop.id)).toEqual([changed])
      for (const change of [
        { memberIds: ['eve'] },
        { projectIds: [foreign.id] },
        { memberIds: ['ann', ''] },
      ]) {
        expect(await code(store.teams.change(own.id, first.id, { name: 'No', ...change }))).toBe('not_found')
      }
      expect(await code(store.teams.change(other.id, first.id, { name: 'No' }))).toBe('not_found')
      expect(await store.teams.byIds([first.id])).toEqual([changed])
      expect(await store.teams.delete(other.id, first.id)).toBe(false)
      expect(await store.teams.delete(own.id, first.id)).toBe(true)
      expect(await store.teams.list(own.id)).toEqual([second])
    })

    const invite = async (hash: string, expiresAt = 100) =>
      store.invitations.create({
        organizationId: own.id,
        role: 'viewer',
        email: undefined,
        hash,
        invitedBy: 'ann',
        now: 10,
        expiresAt,
      })

    it('[RS63] lets one of two who use an invitation in, once, before it ends', async () => {
      const invitation = await invite('one')
      expect(await store.invitations.byHash('one', 99)).toEqual(invitation)
      expect(await store.invitations.byHash('one', 100)).toBeUndefined()
      expect(await store.invitations.accept(invitation.id, 'eve', 100)).toBe(false)
      const second = await opened.another()
      await opened.addUser('dan')
      const both = await Promise.all([
        store.invitations.accept(invitation.id, 'eve', 50),
        second.invitations.accept(invitation.id, 'dan', 50),
      ])
      await second.close()
      expect(both.sort()).toEqual([false, true])
      expect(await store.members.list(own.id)).toHaveLength(3)
      expect(await store.invitations.list(own.id, 50)).toEqual([])
    })

    it('[RS63] keeps the role of an existing member, and removes revoked or expired invitations', async () => {
      const invitation = await invite('one')
      expect(await store.invitations.accept(invitation.id, 'ann', 50)).toBe(true)
      expect((await store.members.find(own.id, 'ann'))!.role).toBe('owner')
      const revoked = await invite('two')
      expect(await store.invitations.revoke(other.id, revoked.id)).toBe(false)
      expect(await store.invitations.revoke(own.id, revoked.id)).toBe(true)
      expect(await store.invitations.byHash('two', 50)).toBeUndefined()
      await invite('three')
      await invite('four', 200)
      expect(await store.invitations.expire(100)).toBe(1)
      expect(await store.invitations.list(own.id, 50)).toMatchObject([{ expiresAt: 200 }])
    })
  })
}
