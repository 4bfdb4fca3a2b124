import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '@hindcast/contract/people/audit.ts'
import type { Invitation } from '@hindcast/contract/people/invitations.ts'
import type { Member } from '@hindcast/contract/people/members.ts'
import type { Session } from '@hindcast/contract/people/session.ts'
import type { Team } from '@hindcast/contract/people/teams.ts'
import { createPeopleCommands } from '#product/people/commands/people.ts'
import { MailRefused, type Mail } from '#domain/mail.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let owner: string
let admin: string
const mails: Mail[] = []
let time = NOW

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  owner = await world.signIn(ann)
  admin = (await world.personAs(ann, 'admin')).cookie
})
afterAll(() => world.close())

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the test expects to read
async function call<T = { code: string; message: string }>(
  cookie: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: T }> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...own(cookie ?? ''), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

const lines = async (query = '') =>
  (await call<{ entries: AuditEntry[] }>(owner, 'GET', `/audit${query}`)).body.entries

interface Invited {
  readonly invitation: Invitation
  readonly link: string
  readonly mail: { readonly state: string; readonly detail: string | null }
}
const invited = async (body: object, cookie = owner) =>
  (await call<Invited>(cookie, 'POST', '/invitations', body)).body
const secretOf = ({ link }: Invited) => link.split('#')[1]!
const account = (name: string) => ({ email: `${name}@example.com`, password: 'correct horse', name })

describe('invitations', () => {
  it('[AC74] let a new person in as what they were invited for, once', async () => {
    const invitation = await invited({ role: 'viewer' })
    expect(invitation.link).toMatch(new RegExp(`^${ORIGIN}/join#[0-9A-Za-z]{40}$`))
    expect(invitation.mail).toEqual({ state: 'not_asked', detail: null })
    const secret = secretOf(invitation)
    expect((await call(undefined, 'POST', '/join', { secret })).body).toMatchObject({
      organization: 'Main',
      role: 'viewer',
      email: null,
      invitedBy: 'main',
    })
    const accepted = await call(undefined, 'POST', '/join/accept', { secret, account: account('vera') })
    expect(accepted.status).toBe(201)
    const cookie = await world.signIn({ email: 'vera@example.com' })
    const session = await call<Session>(cookie, 'GET', '/session')
    expect(session.body.organizations).toMatchObject([{ slug: 'main', role: 'viewer' }])
    expect(session.body.scopes).toContain('event:read')
    expect(session.body.scopes).not.toContain('event:write')
    const again = await call(undefined, 'POST', '/join/accept', { secret, account: account('second') })
    expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await world.deps.accounts.findUser('second@example.com')).toBeUndefined()
    expect((await call(undefined, 'POST', '/join', { secret })).status).toBe(404)
  })

  it('[AC74] add the account that is signed in', async () => {
    await world.deps.accounts.createUser({ ...account('otto'), name: 'Otto' })
    const cookie = await world.signIn({ email: 'otto@example.com' })
    const secret = secretOf(await invited({ role: 'member' }))
    expect((await call(undefined, 'POST', '/join/accept', { secret })).status).toBe(401)
    expect((await call(cookie, 'POST', '/join/accept', { secret })).status).toBe(201)
    const { members } = (await call<{ members: Member[] }>(cookie, 'GET', '/members')).body
    expect(members.find(({ name }) => name === 'Otto')).toMatchObject({ role: 'member', twoFactor: false })
  })

  it('[AC102] are not used up by an existing member, and say so', async () => {
    const secret = secretOf(await invited({ role: 'viewer' }))
    const before = await lines('?verb=joined&limit=100')
    expect(await call(admin, 'POST', '/join/accept', { secret })).toMatchObject({ status: 409 })
    expect(await lines('?verb=joined&limit=100')).toEqual(before)
    expect((await call(undefined, 'POST', '/join', { secret })).status).toBe(200)
  })

  it('[AC75] are kept as a hash, end when revoked, and are listed until then without their link', async () => {
    const invitation = await invited({ role: 'member', email: 'Kim@Example.com' })
    expect(invitation.mail.state).toBe('not_configured')
    const list = await call<{ invitations: Invitation[]; sendsMail: boolean }>(owner, 'GET', '/invitations')
    expect(list.body.sendsMail).toBe(false)
    expect(list.body.invitations).toContainEqual(invitation.invitation)
    expect(invitation.invitation).toMatchObject({
      email: 'kim@example.com',
      role: 'member',
      invitedBy: 'main',
    })
    expect(JSON.stringify(list.body)).not.toContain(secretOf(invitation))
    const stored = await world.records.invitations.list(ann.organization.id, NOW)
    expect(JSON.stringify(stored)).not.toContain(secretOf(invitation))
    const { id } = invitation.invitation
    expect((await call(owner, 'DELETE', `/invitations/${id}`)).status).toBe(200)
    expect((await call(owner, 'DELETE', `/invitations/${id}`)).status).toBe(404)
    expect((await call(undefined, 'POST', '/join', { secret: secretOf(invitation) })).status).toBe(404)
  })

  it('[AC75] for an address create no account for another address, and none for a member', async () => {
    const secret = secretOf(await invited({ role: 'member', email: 'kim@example.com' }))
    const wrong = await call(undefined, 'POST', '/join/accept', { secret, account: account('eve') })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect((await call(undefined, 'POST', '/join/accept', { secret, account: account('kim') })).status).toBe(
      201,
    )
    const again = await call(owner, 'POST', '/invitations', { role: 'viewer', email: 'KIM@example.com' })
    expect(again.status).toBe(409)
  })

  it('[AC75] end after seven days', async () => {
    const late = createPeopleCommands({
      records: world.records,
      accounts: world.deps.accounts,
      now: () => time,
      mailer: undefined,
      publicUrl: () => ORIGIN,
    })
    const secret = secretOf(await invited({ role: 'member' }))
    time = NOW + 7 * 86_400_000 - 1
    expect(await late.openInvitation(secret)).toMatchObject({ role: 'member' })
    time += 1
    await expect(late.openInvitation(secret)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('[AC76] are sent where a mail server is configured, and say plainly when it refused', async () => {
    const commands = createPeopleCommands({
      records: world.records,
      accounts: world.deps.accounts,
      now: () => NOW,
      publicUrl: () => ORIGIN,
      mailer: {
        async send(mail) {
          if (mail.to.startsWith('bad')) throw new MailRefused('550 No such user here', false)
          mails.push(mail)
          return '250 OK'
        },
      },
    })
    const actor = { kind: 'user', id: ann.userId } as const
    const handler = { actor, role: 'owner', personId: ann.userId }
    const organization = { ...ann.organization, name: 'A <b>\r\nBcc: x' }
    const good = await commands.invite(handler, organization, { role: 'viewer', email: 'new@example.com' })
    expect(good.sent).toEqual({ state: 'sent' })
    expect(mails[0]).toMatchObject({ to: 'new@example.com', text: expect.stringContaining(good.link) })
    expect(mails[0]!.subject).not.toMatch(/[\r\n]/)
    expect(mails[0]!.html).not.toContain('<b>')
    const bad = await commands.invite(handler, organization, { role: 'viewer', email: 'bad@example.com' })
    expect(bad.sent).toEqual({ state: 'failed', detail: '550 No such user here' })
  })
})

describe('members', () => {
  it('[AC77] can only be changed by equal or higher roles, and the last owner stays', async () => {
    const role = (cookie: string, id: string, to: string) =>
      call(cookie, 'PATCH', `/members/${id}`, { role: to }).then(({ status }) => status)
    const { userId } = await world.personAs(ann, 'member', 'mia')
    expect(await role(admin, ann.userId, 'member')).toBe(403)
    expect(await role(admin, userId, 'owner')).toBe(403)
    expect((await call(admin, 'POST', '/invitations', { role: 'owner' })).status).toBe(403)
    expect((await call(admin, 'DELETE', `/members/${ann.userId}`)).status).toBe(403)
    expect(await role(owner, ann.userId, 'admin')).toBe(409)
    expect((await call(owner, 'DELETE', `/members/${ann.userId}`)).status).toBe(409)
    expect(await role(admin, userId, 'admin')).toBe(200)
    expect(await role(owner, userId, 'owner')).toBe(200)
    expect(await role(owner, 'nobody', 'viewer')).toBe(404)
    expect(await role(owner, userId, 'viewer')).toBe(200)
    const ofOwner = await invited({ role: 'owner' })
    expect((await call(admin, 'DELETE', `/invitations/${ofOwner.invitation.id}`)).status).toBe(403)
  })

  it('[AC78] lose sessions and issues when they are removed, at once', async () => {
    const { userId, cookie } = await world.personAs(ann, 'member', 'ben')
    await world.store(ann.project, [anErrorPayload(eventId(7))])
    const { issues } = await world.records.issues.page(
      { projectIds: [ann.project.id] },
      { sort: 'last_seen', limit: 1 },
    )
    const { id } = issues[0]!
    await call(owner, 'PATCH', `/issues/${id}`, { assigneeId: userId })
    expect((await call(cookie, 'GET', '/projects')).status).toBe(200)
    const removed = await call(admin, 'DELETE', `/members/${userId}`)
    expect(removed.body).toEqual({ removed: userId, unassigned: 1 })
    expect((await call(cookie, 'GET', '/projects')).status).toBe(401)
    expect((await world.records.issues.byId(id))!.assigneeId).toBeUndefined()
    const back = await world.signIn({ email: 'ben@main.example.com' })
    expect(await call(back, 'GET', '/projects')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await call<Session>(back, 'GET', '/session')).body.organizations).toEqual([])
  })

  it.each(['owner', 'admin', 'member', 'viewer'] as const)(
    '[AC87] leave by themselves as %s, and are out like who was removed',
    async (role) => {
      const name = `leaving-${role}`
      const { userId, cookie } = await world.personAs(ann, role, name)
      const left = await call(cookie, 'DELETE', '/membership')
      expect(left).toEqual({ status: 200, body: { left: ann.organization.slug, unassigned: 0 } })
      expect((await call(cookie, 'GET', '/projects')).status).toBe(401)
      const { members } = (await call<{ members: Member[] }>(owner, 'GET', '/members')).body
      expect(members.map(({ id }) => id)).not.toContain(userId)
      expect((await lines('?kind=member'))[0]).toMatchObject({
        actor: { kind: 'user', id: userId, name },
        verb: 'left',
        target: { id: userId, name },
        before: { role },
      })
    },
  )

  it('[AC87] who are the last owner cannot leave, and learn what to do first', async () => {
    expect(await call(owner, 'DELETE', '/membership')).toEqual({
      status: 409,
      body: {
        code: 'conflict',
        message: 'An organization needs at least one owner. Make someone else an owner first.',
      },
    })
    expect((await call(owner, 'GET', '/projects')).status).toBe(200)
  })

  it('[AC87] leave only what is theirs, and never through a token', async () => {
    const other = await world.tenant('other')
    const { cookie } = await world.personAs(ann, 'member', 'lea')
    const foreign = await call(cookie, 'DELETE', `/membership?organization=${other.organization.slug}`)
    expect(foreign.status).toBe(404)
    expect((await call(cookie, 'GET', '/projects')).status).toBe(200)
    const withToken = await world.app.request(`${ORIGIN}/api/v1/membership`, {
      method: 'DELETE',
      headers: bearer(ann.token),
    })
    expect(withToken.status).toBe(403)
  })
})

describe('teams', () => {
  it('[AC79] are made, renamed, filled and deleted, and other tools read them', async () => {
    const { userId } = await world.personAs(ann, 'viewer', 'tea')
    const made = await call<Team>(admin, 'POST', '/teams', {
      name: 'Front end',
      memberIds: [userId],
      projectIds: [ann.project.id],
    })
    expect(made).toMatchObject({
      status: 201,
      body: { slug: 'front-end', members: [{ name: 'tea' }], projects: [{ slug: ann.project.slug }] },
    })
    const { id } = made.body
    const renamed = await call<Team>(admin, 'PATCH', `/teams/${id}`, { name: 'Web' })
    expect(renamed.body).toMatchObject({ name: 'Web', slug: 'front-end', members: [{ name: 'tea' }] })
    const refused = await call(admin, 'POST', '/teams', { name: 'Other', memberIds: ['nobody'] })
    expect(refused.status).toBe(404)
    expect((await call<{ teams: Team[] }>(owner, 'GET', '/teams')).body.teams).toEqual([renamed.body])
    for (const path of [`organizations/main`, `projects/main/${ann.project.slug}`]) {
      const response = await world.app.request(`${ORIGIN}/api/0/${path}/teams/`, { headers: own(owner) })
      expect(await response.json()).toMatchObject([
        { slug: 'front-end', memberCount: 1, isMember: false, projects: [{ slug: ann.project.slug }] },
      ])
    }
    const members = await world.app.request(`${ORIGIN}/api/0/organizations/main/members/`, {
      headers: own(owner),
    })
    expect(await members.json()).toContainEqual(
      expect.objectContaining({ email: 'tea@main.example.com', role: 'member', teams: ['front-end'] }),
    )
    expect((await call(admin, 'DELETE', `/teams/${id}`)).body).toEqual({ deleted: id })
    expect((await call(admin, 'PATCH', `/teams/${id}`, { name: 'Gone' })).status).toBe(404)
  })

  it('[AC79] do not restrict access: a member without a team sees every project', async () => {
    const viewer = await world.personAs(ann, 'viewer', 'lone')
    await call(owner, 'POST', '/teams', { name: 'Closed', projectIds: [ann.project.id] })
    const { body } = await call<{ projects: { slug: string }[] }>(viewer.cookie, 'GET', '/projects')
    expect(body.projects.map(({ slug }) => slug)).toContain(ann.project.slug)
  })
})

describe('the audit log', () => {
  it('[AC80] has a line for every change, with who, what, before and after', async () => {
    await call(admin, 'PATCH', `/projects/${ann.project.slug}`, {
      name: 'Web shop',
      settings: { retentionDays: 30, filters: { crawlers: true } },
    })
    expect((await lines())[0]).toMatchObject({
      actor: { kind: 'user', name: 'admin' },
      verb: 'changed',
      target: { kind: 'project', id: ann.project.id, name: 'Web shop' },
      before: { name: 'main shop', retentionDays: 90, 'filters.crawlers': false },
      after: { name: 'Web shop', retentionDays: 30, 'filters.crawlers': true },
    })
    await call(admin, 'PATCH', `/projects/${ann.project.slug}`, { name: 'Web shop' })
    expect((await lines())[0]!.after).toHaveProperty('retentionDays')
    const key = await call<{ id: string }>(admin, 'POST', `/projects/${ann.project.slug}/keys`, {
      label: 'CI',
    })
    await call(admin, 'PATCH', `/projects/${ann.project.slug}/keys/${key.body.id}`, { enabled: false })
    const token = await call<{ secret: string; token: { id: string } }>(owner, 'POST', '/tokens', {
      name: 'ci',
      scopes: ['project:write'],
    })
    await world.app.request(`${ORIGIN}/api/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.body.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Made by a token' }),
    })
    await call(owner, 'DELETE', `/tokens/${token.body.token.id}`)
    const latest = (await lines('?limit=5')).map(({ actor, verb, target }) => [actor.name, verb, target.kind])
    expect(latest).toEqual([
      ['main', 'revoked', 'token'],
      ['ci', 'created', 'project'],
      ['main', 'created', 'token'],
      ['admin', 'changed', 'key'],
      ['admin', 'created', 'key'],
    ])
    expect(JSON.stringify(await lines('?limit=100'))).not.toContain(token.body.secret)
  })

  it('[AC80] is found by who, what and when, in pages', async () => {
    const all = await lines('?limit=100')
    expect(all.length).toBeGreaterThan(15)
    const page = await call<{ entries: AuditEntry[]; next: string }>(owner, 'GET', '/audit?limit=4')
    const second = await lines(`?limit=4&cursor=${page.body.next}`)
    expect([...page.body.entries, ...second]).toEqual(all.slice(0, 8))
    const joined = await lines('?verb=joined&limit=100')
    expect(joined.map(({ target }) => target.name).sort()).toEqual(['Otto', 'kim', 'vera'])
    expect(await lines('?kind=key')).toEqual(all.filter(({ target }) => target.kind === 'key'))
    const { id } = all.find(({ actor }) => actor.name === 'admin')!.actor
    expect((await lines(`?actor=${id}`)).every(({ actor }) => actor.id === id)).toBe(true)
    expect(await lines(`?since=${new Date(NOW + 1).toISOString()}`)).toEqual([])
    expect((await call(owner, 'GET', '/audit?cursor=x')).status).toBe(400)
  })

  it('[AC80] shows a change of people as it was, also after they are gone', async () => {
    const removed = (await lines('?kind=member&verb=deleted'))[0]
    expect(removed).toMatchObject({
      actor: { name: 'admin' },
      target: { name: 'ben' },
      before: { role: 'member', issues: 1 },
    })
    const roles = await lines('?kind=member&verb=changed')
    expect(roles.map(({ before, after }) => [before!['role'], after!['role']])).toEqual([
      ['owner', 'viewer'],
      ['admin', 'owner'],
      ['member', 'admin'],
    ])
  })
})
