import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let ids: readonly string[]

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  const named = (name: string, number: number) => aMessagePayload(eventId(number), name, { release: '2.1.0' })
  await world.store(ann.project, [named('alpha', 1), named('beta', 2)], NOW - 1_000)
  ids = await world.records.issues.ids({ projectIds: [ann.project.id] }, { sort: 'first_seen', limit: 9 })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.records.issues.change(
    ids.map((id) => ({ id, status: 'unresolved', assigneeId: null, assigneeTeamId: null, priority: null })),
    NOW,
  )
})

async function put(path: string, body: object, headers: Record<string, string> = bearer(ann.token)) {
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('changing issues as Sentry’s tools do', () => {
  it.each([
    [{ status: 'resolved' }, 'resolved', {}, null],
    [{ status: 'resolvedInNextRelease' }, 'resolved', { inNextRelease: true }, null],
    [
      { status: 'resolved', statusDetails: { inNextRelease: true } },
      'resolved',
      { inNextRelease: true },
      null,
    ],
    [{ status: 'resolved', statusDetails: { inRelease: '2.1.0' } }, 'resolved', { inRelease: '2.1.0' }, null],
    [
      { status: 'resolved', statusDetails: { inRelease: 'latest' } },
      'resolved',
      { inRelease: '2.1.0' },
      null,
    ],
    [
      { status: 'resolved', statusDetails: { inCommit: { commit: 'abcdef0123', repository: 'r' } } },
      'resolved',
      { inCommit: { id: 'abcdef0123' } },
      null,
    ],
    [
      { status: 'ignored', statusDetails: { ignoreDuration: 30 } },
      'ignored',
      { ignoreUntil: new Date(NOW + 30 * 60_000).toISOString() },
      'archived_until_condition_met',
    ],
    [
      { status: 'ignored', statusDetails: { ignoreCount: 100, ignoreWindow: 60 } },
      'ignored',
      { ignoreCount: 100, ignoreWindow: 60 },
      'archived_until_condition_met',
    ],
    [
      { status: 'ignored', statusDetails: { ignoreUserCount: 10 } },
      'ignored',
      { ignoreUserCount: 10 },
      'archived_until_condition_met',
    ],
    [
      { status: 'ignored', substatus: 'archived_until_escalating' },
      'ignored',
      {},
      'archived_until_escalating',
    ],
    [{ status: 'ignored', statusDetails: {} }, 'ignored', {}, 'archived_forever'],
  ])(
    '[IS19] accepts %j and returns it in Sentry’s format',
    async (asked, status, statusDetails, substatus) => {
      const answer = await put(`/issues/${ids[0]}/`, asked)
      expect(answer).toMatchObject({ status: 200, body: { status, substatus } })
      expect(answer.body['statusDetails']).toEqual(statusDetails)
    },
  )

  it('[IS19] assigns to people and teams by any identifier, and unassigns', async () => {
    const team = await world.records.teams.create({
      organizationId: ann.organization.id,
      name: 'Web',
      now: 1,
    })
    const path = `/organizations/main/issues/${ids[0]}/`
    for (const assignedTo of [ann.email, `user:${ann.userId}`, ann.userId]) {
      const answer = await put(path, { assignedTo })
      expect(answer.body['assignedTo']).toMatchObject({ type: 'user', id: ann.userId })
    }
    for (const assignedTo of [`team:${team.id}`, `#${team.slug}`]) {
      expect((await put(path, { assignedTo })).body['assignedTo']).toMatchObject({
        type: 'team',
        id: team.id,
      })
    }
    expect((await put(path, { assignedTo: '' })).body['assignedTo']).toBeNull()
    expect((await put(path, { assignedTo: 'stranger@example.com' })).status).toBe(400)
  })

  it('[IS19] sets the priority, and follows for a person', async () => {
    expect((await put(`/issues/${ids[0]}/`, { priority: 'low' })).body['priority']).toBe('low')
    const cookie = own(await world.signIn(ann))
    const followed = await put(`/issues/${ids[0]}/`, { isSubscribed: true }, cookie)
    expect(followed.body['isSubscribed']).toBe(true)
    expect((await put(`/issues/${ids[0]}/`, { isSubscribed: false }, cookie)).body['isSubscribed']).toBe(
      false,
    )
  })

  it('[AP158] changes those of an environment and project, and no more than asked for', async () => {
    const statuses = async () => (await world.records.issues.byIds(ids)).map(({ status }) => status)
    const all = '/organizations/main/issues/?query=is:unresolved'
    await put(`${all}&environment=nowhere`, { status: 'resolved' })
    expect(await statuses()).toEqual(['unresolved', 'unresolved'])
    expect((await put(`${all}&project=nothing`, { status: 'resolved' })).status).toBe(404)
    await put(`${all}&project=${ann.project.slug}&limit=1&sort=new`, { status: 'resolved' })
    expect((await statuses()).toSorted()).toEqual(['resolved', 'unresolved'])
    expect(await put(`${all}&limit=0`, { status: 'resolved' })).toMatchObject({
      status: 400,
      body: { detail: 'limit: must be at least 1' },
    })
    expect((await put(`${all}&viewId=1`, { status: 'resolved' })).body['detail']).toMatch(/^viewId: /)
  })

  it('[IS19] changes many at once, all or none, and only where they are', async () => {
    const query = ids.map((id) => `id=${id}`).join('&')
    const statuses = async () => (await world.records.issues.byIds(ids)).map(({ status }) => status)
    expect(await put(`/organizations/main/issues/?${query}`, { status: 'resolved' })).toEqual({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(await statuses()).toEqual(['resolved', 'resolved'])
    expect((await put(`/organizations/main/issues/?${query}&id=999`, { status: 'ignored' })).status).toBe(404)
    expect((await put(`/organizations/main/issues/`, { status: 'ignored' })).status).toBe(400)
    expect(await statuses()).toEqual(['resolved', 'resolved'])
    await put(`/projects/main/${ann.project.slug}/issues/?${query}`, { status: 'ignored' })
    expect(await statuses()).toEqual(['ignored', 'ignored'])
    const other = await world.tenant('other')
    const theirs = bearer(other.token)
    expect((await put(`/organizations/other/issues/?${query}`, { status: 'resolved' }, theirs)).status).toBe(
      404,
    )
    expect(await statuses()).toEqual(['ignored', 'ignored'])
  })
})
