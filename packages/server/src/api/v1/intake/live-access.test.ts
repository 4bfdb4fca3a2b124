import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Kysely } from 'kysely'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let tenant: Tenant
let other: Tenant
let owner: string
beforeEach(async () => {
  world = await openWorld()
  tenant = await world.tenant('main')
  other = await world.tenant('other')
  owner = await world.signIn(tenant)
}, 60_000)
afterEach(async () => {
  world.deps.hub.close()
  await world.close()
})

const publish = (projectId: string, events: number) =>
  world.deps.hub.publish({ type: 'digest', projectId, issueIds: [], created: [], events })

/** An open stream; `read` returns what arrived since, until it ends or the mark arrives. */
async function openStream(headers: Record<string, string>, query = '') {
  const response = await world.app.request(`${ORIGIN}/api/v1/live${query}`, { headers })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  let text = ''
  const until = async (isDone: (text: string) => boolean): Promise<'ended' | 'open'> => {
    while (!isDone(text)) {
      const { value, done } = await reader.read()
      if (done) return 'ended'
      text += Buffer.from(value).toString()
    }
    return 'open'
  }
  const numbers = () => [...text.matchAll(/"events":(\d+)/g)].map(([, number]) => Number(number))
  return {
    /** Waits for an event, or for the end. */
    sees: async (events: number) => until(() => numbers().includes(events)),
    numbers,
    close: async () => reader.cancel(),
  }
}

const send = async (method: string, path: string, cookie: string, body?: object) => {
  const response = await world.app.request(`${ORIGIN}/api${path}`, {
    method,
    headers: { ...own(cookie), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.ok).toBe(true)
  return response
}

type Viewer = Awaited<ReturnType<World['personAs']>>

/** Everything that revokes access, tried while a stream is open. */
const ENDINGS: ReadonlyArray<readonly [string, (viewer: Viewer) => Promise<unknown>]> = [
  ['removing the member', async ({ userId }) => send('DELETE', `/v1/members/${userId}`, owner)],
  ['leaving', async ({ cookie }) => send('DELETE', '/v1/membership', cookie)],
  ['signing out', async ({ cookie }) => send('POST', '/auth/sign-out', cookie, {})],
  [
    'signing out from another browser',
    async ({ email }) => send('POST', '/auth/revoke-other-sessions', await world.signIn({ email }), {}),
  ],
  [
    'changing the password from another browser',
    async ({ email }) =>
      send('POST', '/auth/change-password', await world.signIn({ email }), {
        currentPassword: 'correct horse',
        newPassword: 'battery staple',
      }),
  ],
  [
    'an operator who resets the second step',
    async ({ userId }) => world.deps.accounts.resetSecondStep(userId),
  ],
]

describe('a live stream that is open', () => {
  it.each(ENDINGS)('[AP72] ends with %s, and carries nothing that happens afterwards', async (_, end) => {
    const viewer = await world.personAs(tenant, 'viewer')
    const stream = await openStream(own(viewer.cookie))
    publish(tenant.project.id, 1)
    expect(await stream.sees(1)).toBe('open')
    await end(viewer)
    publish(tenant.project.id, 2)
    expect(await stream.sees(2)).toBe('ended')
    expect(stream.numbers()).toEqual([1])
    expect(world.deps.hub.readers()).toBe(0)
  })

  it('[AP72] does not hand out what was waiting for a slow reader when the right to it ended', async () => {
    const viewer = await world.personAs(tenant, 'viewer')
    const stream = await openStream(own(viewer.cookie))
    publish(tenant.project.id, 1)
    expect(await stream.sees(1)).toBe('open')
    for (const events of [2, 3, 4, 5]) publish(tenant.project.id, events)
    await send('DELETE', `/v1/members/${viewer.userId}`, owner)
    expect(await stream.sees(5)).toBe('ended')
    expect(stream.numbers()).not.toContain(5)
  })

  it('[AP72] ends with its token, and with the membership of the token’s owner', async () => {
    const admin = await world.personAs(tenant, 'admin')
    const response = await send('POST', '/v1/tokens', admin.cookie, { name: 'ci', scopes: ['event:read'] })
    const { secret } = (await response.json()) as { readonly secret: string }
    const stream = await openStream(bearer(secret))
    publish(tenant.project.id, 1)
    expect(await stream.sees(1)).toBe('open')
    await send('DELETE', `/v1/members/${admin.userId}`, owner)
    publish(tenant.project.id, 2)
    expect(await stream.sees(2)).toBe('ended')

    const tokens = await world.records.tokens.list(tenant.organization.id)
    const second = await openStream(bearer(tenant.token))
    publish(tenant.project.id, 3)
    expect(await second.sees(3)).toBe('open')
    for (const { id } of tokens) await send('DELETE', `/v1/tokens/${id}`, owner)
    publish(tenant.project.id, 4)
    expect(await second.sees(4)).toBe('ended')
  })

  it('[AP73] of a member of two organizations continues with the remaining one', async () => {
    const viewer = await world.personAs(tenant, 'viewer')
    await world.records.organizations.addMember(other.organization.id, viewer.userId, 'viewer', 2)
    const token = await world.records.members.rolesOf(viewer.userId)
    expect(token.size).toBe(2)
    const stream = await openStream(own(viewer.cookie))
    publish(tenant.project.id, 1)
    publish(other.project.id, 2)
    expect(await stream.sees(2)).toBe('open')
    // Without the end of the session, which a removal brings: as a removal from elsewhere would leave it.
    await (world.records.accounts.db as Kysely<{ members: { organization_id: string; user_id: string } }>)
      .deleteFrom('members')
      .where('organization_id', '=', tenant.organization.id)
      .where('user_id', '=', viewer.userId)
      .execute()
    publish(tenant.project.id, 3)
    publish(other.project.id, 4)
    expect(await stream.sees(4)).toBe('open')
    expect(stream.numbers()).toEqual([1, 2, 4])
    await stream.close()
  })

  it('[AP73] of one project ends with the project', async () => {
    const empty = await world.records.projects.create({
      organizationId: tenant.organization.id,
      name: 'Short lived',
      platform: undefined,
      now: 1,
    })
    const stream = await openStream(own(owner), `?project=${empty.project.slug}`)
    publish(empty.project.id, 1)
    expect(await stream.sees(1)).toBe('open')
    const db = world.records.accounts.db as Kysely<{
      project_keys: { project_id: string }
      projects: { id: string }
    }>
    await db.deleteFrom('project_keys').where('project_id', '=', empty.project.id).execute()
    await db.deleteFrom('projects').where('id', '=', empty.project.id).execute()
    publish(empty.project.id, 2)
    expect(await stream.sees(2)).toBe('ended')
    expect(stream.numbers()).toEqual([1])
  })
})
