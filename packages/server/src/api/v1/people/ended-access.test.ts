import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let tenant: Tenant
let owner: string
beforeEach(async () => {
  world = await openWorld()
  tenant = await world.tenant('main')
  owner = await world.signIn(tenant)
}, 60_000)
afterEach(() => world.close())

type Headers = Record<string, string>

async function ask(method: string, path: string, headers: Headers, body?: object): Promise<Response> {
  return world.app.request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

async function tokenOf(cookie: string, scopes: readonly string[], name = 'ci'): Promise<string> {
  const response = await ask('POST', '/tokens', own(cookie), { name, scopes })
  expect(response.status).toBe(201)
  return ((await response.json()) as { readonly secret: string }).secret
}

async function invitationOf(headers: Headers, role: string): Promise<string> {
  const response = await ask('POST', '/invitations', headers, { role })
  expect(response.status).toBe(201)
  return ((await response.json()) as { readonly link: string }).link.split('#')[1]!
}

let strangers = 0
const joinWith = async (secret: string) => {
  strangers += 1
  const account = { email: `eve${strangers}@example.com`, password: 'let me in please' }
  return statusOf('POST', '/join/accept', {}, { secret, account })
}

interface AuditLine {
  readonly verb: string
  readonly target: { readonly kind: string; readonly name: string }
  readonly before: Record<string, unknown> | null
  readonly after: Record<string, unknown> | null
}

async function auditLines(kind: string): Promise<readonly AuditLine[]> {
  const response = await ask('GET', `/audit?kind=${kind}`, own(owner))
  return ((await response.json()) as { readonly entries: readonly AuditLine[] }).entries
}

const remove = async (userId: string) => statusOf('DELETE', `/members/${userId}`, own(owner))
const demote = async (userId: string, role: string) =>
  statusOf('PATCH', `/members/${userId}`, own(owner), { role })

describe('a member who was removed', () => {
  it('[AC104] is out with the tokens they made, also when they are invited again', async () => {
    const admin = await world.personAs(tenant, 'admin')
    const token = await tokenOf(admin.cookie, ['event:read', 'project:read'])
    expect(await statusOf('GET', '/projects', bearer(token))).toBe(200)
    expect(await remove(admin.userId)).toBe(200)
    expect(await statusOf('GET', '/projects', bearer(token))).toBe(401)
    await world.records.organizations.addMember(tenant.organization.id, admin.userId, 'admin', 1)
    expect(await statusOf('GET', '/projects', bearer(token))).toBe(401)
    expect(await statusOf('GET', '/projects', bearer(tenant.token))).toBe(200)
  })

  it('[AC104] leaves no open invitation, whether they made it by hand or with a token', async () => {
    const admin = await world.personAs(tenant, 'admin')
    const token = await tokenOf(admin.cookie, ['member:write'])
    const byHand = await invitationOf(own(admin.cookie), 'admin')
    const byToken = await invitationOf(bearer(token), 'admin')
    const others = await invitationOf(own(owner), 'viewer')
    expect(await remove(admin.userId)).toBe(200)
    expect([await joinWith(byHand), await joinWith(byToken), await joinWith(others)]).toEqual([404, 404, 201])
    const listed = await ask('GET', '/invitations', own(owner))
    expect(await listed.json()).toMatchObject({ invitations: [] })
  })

  it('[AC104] is gone in the same way after leaving by themselves', async () => {
    const admin = await world.personAs(tenant, 'admin')
    const token = await tokenOf(admin.cookie, ['project:read'])
    const invitation = await invitationOf(own(admin.cookie), 'admin')
    expect(await statusOf('DELETE', '/membership', own(admin.cookie))).toBe(200)
    expect(await statusOf('GET', '/projects', bearer(token))).toBe(401)
    expect(await joinWith(invitation)).toBe(404)
  })

  it('[AC107] is a line of the audit log for every token and invitation that ended', async () => {
    const admin = await world.personAs(tenant, 'admin')
    await tokenOf(admin.cookie, ['event:read'], 'nightly')
    await invitationOf(own(admin.cookie), 'viewer')
    await remove(admin.userId)
    expect((await auditLines('token'))[0]).toMatchObject({
      verb: 'revoked',
      target: { name: 'nightly' },
      before: { name: 'nightly', scopes: ['event:read'], owner: 'admin' },
    })
    expect((await auditLines('invitation'))[0]).toMatchObject({
      verb: 'revoked',
      before: { role: 'viewer', invitedBy: 'admin' },
    })
  })
})

describe('a member with a lesser role', () => {
  it('[AC105] has tokens that may what the role may now, and more again with more', async () => {
    const admin = await world.personAs(tenant, 'admin')
    const token = await tokenOf(admin.cookie, ['event:write', 'project:write', 'member:write'])
    const create = () => statusOf('POST', '/projects', bearer(token), { name: 'Another' })
    const invite = () => statusOf('POST', '/invitations', bearer(token), { role: 'viewer' })
    expect([await create(), await invite()]).toEqual([201, 201])
    expect(await demote(admin.userId, 'viewer')).toBe(200)
    expect([await create(), await invite()]).toEqual([403, 403])
    expect(await statusOf('GET', '/projects', bearer(token))).toBe(200)
    expect(await demote(admin.userId, 'admin')).toBe(200)
    expect(await create()).toBe(201)
  })

  it('[AC105] who was an owner makes no owners with a token of that time', async () => {
    const second = await world.personAs(tenant, 'owner', 'second')
    const token = await tokenOf(second.cookie, ['org:admin', 'member:write'])
    const third = await world.personAs(tenant, 'admin', 'third')
    expect(await demote(second.userId, 'admin')).toBe(200)
    expect(await statusOf('PATCH', `/members/${third.userId}`, bearer(token), { role: 'owner' })).toBe(403)
    expect(await statusOf('POST', '/invitations', bearer(token), { role: 'owner' })).toBe(403)
    expect(await statusOf('POST', '/invitations', bearer(token), { role: 'admin' })).toBe(201)
  })

  it('[AC106] has no invitation left that they could not make now', async () => {
    const second = await world.personAs(tenant, 'owner', 'second')
    const toOwner = await invitationOf(own(second.cookie), 'owner')
    const toAdmin = await invitationOf(own(second.cookie), 'admin')
    const toViewer = await invitationOf(own(second.cookie), 'viewer')
    await demote(second.userId, 'admin')
    expect([await joinWith(toOwner), await joinWith(toAdmin)]).toEqual([404, 201])
    await demote(second.userId, 'member')
    expect(await joinWith(toViewer)).toBe(404)
  })

  it('[AC106] rejects an invitation that was sent before the change', async () => {
    const admin = await world.personAs(tenant, 'admin')
    await demote(admin.userId, 'viewer')
    const secret = 'a'.repeat(40)
    const { hashToken } = await import('#accounts/token.ts')
    await world.records.invitations.create({
      organizationId: tenant.organization.id,
      role: 'admin',
      email: undefined,
      hash: hashToken(secret),
      invitedBy: admin.userId,
      now: world.deps.now(),
      expiresAt: world.deps.now() + 1000,
    })
    expect(await joinWith(secret)).toBe(404)
    expect(await statusOf('POST', '/join', {}, { secret })).toBe(404)
  })

  it('[AC107] is a line of the audit log for every token that it narrows and every invitation that it ends', async () => {
    const admin = await world.personAs(tenant, 'admin')
    await tokenOf(admin.cookie, ['project:write'], 'deploys')
    await tokenOf(admin.cookie, ['event:read'], 'reads')
    await invitationOf(own(admin.cookie), 'admin')
    await demote(admin.userId, 'viewer')
    const narrowed = (await auditLines('token')).filter(({ verb }) => verb === 'changed')
    expect(narrowed).toMatchObject([
      {
        target: { name: 'deploys' },
        before: { scopes: ['project:write', 'project:read'] },
        after: { scopes: ['project:read'] },
      },
    ])
    expect((await auditLines('invitation'))[0]).toMatchObject({ verb: 'revoked', before: { role: 'admin' } })
  })
})

describe('a token', () => {
  it('[AC106] that is revoked takes the invitations with it that were made with it', async () => {
    const made = await ask('POST', '/tokens', own(owner), { name: 'people', scopes: ['member:write'] })
    const { secret, token } = (await made.json()) as {
      readonly secret: string
      readonly token: { readonly id: string }
    }
    const invitation = await invitationOf(bearer(secret), 'admin')
    expect(await statusOf('DELETE', `/tokens/${token.id}`, own(owner))).toBe(200)
    expect(await joinWith(invitation)).toBe(404)
  })

  it('[AC108] says whose it is and what it may do now; one of the command line is the organization’s', async () => {
    const admin = await world.personAs(tenant, 'admin')
    await tokenOf(admin.cookie, ['project:write'], 'deploys')
    await demote(admin.userId, 'member')
    const response = await ask('GET', '/tokens', own(owner))
    const { tokens } = (await response.json()) as { readonly tokens: readonly Record<string, unknown>[] }
    expect(tokens.find(({ name }) => name === 'deploys')).toMatchObject({
      owner: { id: admin.userId, name: 'admin' },
      scopes: ['project:write'],
      allowed: ['project:read'],
    })
    expect(tokens.find(({ name }) => name === 'test')).toMatchObject({ owner: null })
  })

  it('[AC108] of another member can be revoked by every admin', async () => {
    const [first, second] = [
      await world.personAs(tenant, 'admin'),
      await world.personAs(tenant, 'admin', 'two'),
    ]
    const secret = await tokenOf(first.cookie, ['project:read'], 'mine')
    const { tokens } = (await (await ask('GET', '/tokens', own(second.cookie))).json()) as {
      readonly tokens: ReadonlyArray<{ readonly id: string; readonly name: string }>
    }
    const { id } = tokens.find(({ name }) => name === 'mine')!
    expect(await statusOf('DELETE', `/tokens/${id}`, own(second.cookie))).toBe(200)
    expect(await statusOf('GET', '/projects', bearer(secret))).toBe(401)
  })
})
