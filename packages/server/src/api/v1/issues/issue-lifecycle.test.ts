import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IssueActivity } from '@hindcast/contract/issues/lifecycle.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let cookie: string
let id: string
let issues = 0
let lastEvent = 0

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  cookie = await world.signIn(ann)
})
afterAll(() => world.close())

/** Digits would be taken for a value, and all of them for one issue. */
const called = () => `issue ${'abcdefghijklmnopqrstuvwxyz'[issues]}`

const send = async (release: string | undefined, receivedAt: number) =>
  world.store(
    ann.project,
    [aMessagePayload(eventId(++lastEvent), called(), release === undefined ? {} : { release })],
    receivedAt,
  )

async function anIssue(): Promise<string> {
  issues += 1
  await send('1.0.0', NOW - 1_000)
  const found = await world.records.issues.page(
    { projectIds: [ann.project.id] },
    { sort: 'first_seen', limit: 99 },
  )
  return found.issues.find(({ title }) => title === called())!.id
}

beforeEach(async () => {
  id = await anIssue()
})

interface Answer<T> {
  readonly status: number
  readonly body: T
}

interface Undoable {
  readonly before: ReadonlyArray<{ readonly id: string }>
  readonly kept: readonly string[]
}

async function ask<T = unknown>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = own(cookie),
): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
const change = async (body: object) => ask<IssueDetail>('PATCH', `/v1/issues/${id}`, body)
const read = async () => (await ask<IssueDetail>('GET', `/v1/issues/${id}`)).body

describe('the lifecycle of an issue', () => {
  it('[IS13] is resolved in the next release by the latest that is known, and an old release does not reopen it', async () => {
    const resolved = await change({ status: 'resolved', resolution: { kind: 'next_release' } })
    expect(resolved.body).toMatchObject({
      status: 'resolved',
      resolution: { kind: 'next_release', release: '1.0.0', commit: null },
      following: 'resolved',
    })
    await send('0.9.0', NOW + 1_000)
    expect(await read()).toMatchObject({ status: 'resolved', events: 2 })
    await send('1.1.0', NOW + 2_000)
    expect(await read()).toMatchObject({ status: 'unresolved', substatus: 'regressed', resolution: null })
    const kinds = (await read()).history.map(({ kind, person, data }) => [kind, person?.name, data.release])
    expect(kinds).toEqual([
      ['regressed', undefined, '1.1.0'],
      ['resolved', 'main', '1.0.0'],
    ])
  })

  it('[IS13] is resolved in a release that is known, and refuses one that is not', async () => {
    const unknown = await change({ status: 'resolved', resolution: { kind: 'release', release: '7.7.7' } })
    expect(unknown.status).toBe(404)
    expect((await read()).status).toBe('unresolved')
    const known = await change({ status: 'resolved', resolution: { kind: 'release', release: '1.0.0' } })
    expect(known.body.resolution).toEqual({ kind: 'release', release: '1.0.0', commit: null })
    for (const body of [
      { resolution: { kind: 'now' } },
      { status: 'resolved', snooze: { kind: 'forever' } },
      { status: 'resolved', resolution: { kind: 'commit', commit: 'nonsense' } },
      { status: 'ignored', snooze: { kind: 'until', at: new Date(NOW - 1).toISOString() } },
      { status: 'ignored', snooze: { kind: 'users', count: 0 } },
    ]) {
      expect((await change(body)).status).toBe(400)
    }
  })

  it('[IS13] is resolved by a commit until a release brings it', async () => {
    const wanted = { status: 'resolved', resolution: { kind: 'commit', commit: 'FEED1234' } }
    expect((await change(wanted)).body.resolution).toEqual({
      kind: 'commit',
      release: null,
      commit: 'feed1234',
    })
    const release = {
      version: `9.${issues}.0`,
      projects: [ann.project.slug],
      commits: [{ id: 'feed1234aabbccdd', repository: 'shop' }],
    }
    const headers = bearer(ann.token)
    expect((await ask('POST', '/0/organizations/main/releases/', release, headers)).status).toBe(201)
    expect((await read()).resolution).toEqual({
      kind: 'release',
      release: release.version,
      commit: 'feed1234',
    })
    // A release that has the commit already is the answer at once.
    await change({ status: 'unresolved' })
    expect((await change(wanted)).body.resolution).toMatchObject({
      kind: 'release',
      release: release.version,
    })
  })

  it('[IS14] sleeps until what was asked for, and says how far it is', async () => {
    await change({ status: 'ignored', snooze: { kind: 'events', count: 3, withinMinutes: 60 } })
    await send(undefined, NOW + 10)
    expect((await read()).snooze).toEqual({
      kind: 'events',
      until: null,
      count: 3,
      counted: 1,
      withinMinutes: 60,
    })
    await change({ status: 'ignored', snooze: { kind: 'for', minutes: 60 } })
    expect((await read()).snooze).toMatchObject({
      kind: 'until',
      until: new Date(NOW + 3_600_000).toISOString(),
    })
    await change({ status: 'ignored', snooze: { kind: 'escalating' } })
    expect((await read()).snooze).toMatchObject({ kind: 'escalating' })
  })

  it('[IS15] is taken back exactly, with what was counted, who had it and how urgent it was', async () => {
    await change({ status: 'ignored', snooze: { kind: 'users', count: 9 }, priority: 'high' })
    await world.store(
      ann.project,
      [aMessagePayload(eventId(++lastEvent), called(), { user: { id: 'u1' } })],
      NOW + 10,
    )
    const before = await world.records.issues.byId(id)
    const bulk = { changes: [{ id, status: 'resolved', priority: null, assigneeId: ann.userId }] }
    const { body } = await ask<{ before: object[] }>('PATCH', '/v1/issues', bulk)
    expect((await read()).status).toBe('resolved')
    const undone = await ask('PATCH', '/v1/issues', { changes: body.before })
    expect(undone.status).toBe(200)
    expect(await world.records.issues.byId(id)).toEqual(before)
    const bent = { ...(body.before[0] as { lifecycle: object }) }
    const wrong = { changes: [{ ...bent, lifecycle: { ...bent.lifecycle, status: 'resolved' } }] }
    expect((await ask('PATCH', '/v1/issues', wrong)).status).toBe(400)
  })

  it('[IS22] keeps changes by others made before the undo, and reports them', async () => {
    const other = await anIssue()
    const start = await world.records.issues.byId(other)
    const changes = [id, other].map((one) => ({ id: one, status: 'resolved' }))
    const { body } = await ask<Undoable>('PATCH', '/v1/issues', { changes })
    expect(body.kept).toEqual([])
    await change({ status: 'ignored', snooze: { kind: 'for', minutes: 60 } })
    const gone = { ...body.before[0]!, id: '999999' }
    const undone = await ask<Undoable>('PATCH', '/v1/issues', { changes: [...body.before, gone] })
    expect(undone.status).toBe(200)
    expect(undone.body.kept).toEqual([id, '999999'])
    expect(undone.body.before.map((state) => state.id)).toEqual([other])
    expect(await read()).toMatchObject({ status: 'ignored', snooze: { kind: 'until' } })
    expect(await world.records.issues.byId(other)).toEqual(start)
  })

  it('[IS22] takes decisions with everything that hangs on them back one after the other', async () => {
    const start = await world.records.issues.byId(id)
    const answers: Undoable[] = []
    for (const wish of [
      { status: 'resolved', resolution: { kind: 'release', release: '1.0.0' } },
      { status: 'ignored', snooze: { kind: 'users', count: 9, withinMinutes: 60 } },
      { status: 'resolved', resolution: { kind: 'next_release' }, assigneeId: ann.userId },
    ]) {
      answers.push((await ask<Undoable>('PATCH', '/v1/issues', { changes: [{ id, ...wish }] })).body)
    }
    for (const { before } of answers.toReversed()) {
      expect((await ask<Undoable>('PATCH', '/v1/issues', { changes: before })).body.kept).toEqual([])
    }
    expect(await world.records.issues.byId(id)).toEqual(start)
  })

  it('[IS16] belongs to a person or a team of its own organization', async () => {
    const team = await world.records.teams.create({
      organizationId: ann.organization.id,
      name: 'Web',
      now: 1,
    })
    const theirs = await world.records.teams.create({
      organizationId: bob.organization.id,
      name: 'Web',
      now: 1,
    })
    expect((await change({ assigneeTeamId: theirs.id })).status).toBe(400)
    expect((await change({ assigneeTeamId: team.id, assigneeId: ann.userId })).status).toBe(400)
    const assigned = await change({ assigneeTeamId: team.id })
    expect(assigned.body).toMatchObject({ assignee: null, assigneeTeam: { id: team.id, name: 'Web' } })
    expect(assigned.body.history[0]).toMatchObject({
      kind: 'assigned',
      person: { name: 'main' },
      data: { assigneeTeam: { slug: team.slug } },
    })
    expect((await change({ assigneeId: ann.userId })).body).toMatchObject({
      assignee: { id: ann.userId },
      assigneeTeam: null,
      following: 'assigned',
    })
    await world.records.teams.delete(ann.organization.id, team.id)
  })
})

describe('what is said about an issue', () => {
  it('[IS17] can be written, edited and deleted only by its author, and shows in the history', async () => {
    const path = `/v1/issues/${id}/comments`
    const said = await ask<IssueActivity>('POST', path, { text: '  See https://example.com  ' })
    expect(said).toMatchObject({
      status: 201,
      body: { kind: 'comment', person: { name: 'main' }, data: { text: 'See https://example.com' } },
    })
    const other = await world.personAs(ann, 'member', `cid${issues}`)
    const theirs = own(other.cookie)
    expect((await ask('PATCH', `${path}/${said.body.id}`, { text: 'x' }, theirs)).status).toBe(404)
    expect((await ask('DELETE', `${path}/${said.body.id}`, undefined, theirs)).status).toBe(404)
    const edited = await ask<IssueActivity>('PATCH', `${path}/${said.body.id}`, { text: 'Fixed?' })
    expect(edited.body.data).toEqual({ text: 'Fixed?', editedAt: new Date(NOW).toISOString() })
    expect((await read()).history).toMatchObject([{ kind: 'comment', data: { text: 'Fixed?' } }])
    expect((await ask('DELETE', `${path}/${said.body.id}`)).status).toBe(200)
    expect((await read()).history).toEqual([])
    expect((await ask('POST', path, { text: '   ' })).status).toBe(400)
    expect((await ask('POST', path, { text: 'x' }, bearer(ann.token))).status).toBe(403)
  })

  it('[IS17] is read page by page, latest first', async () => {
    for (const text of ['one', 'two', 'three']) await ask('POST', `/v1/issues/${id}/comments`, { text })
    type Page = { activity: IssueActivity[]; next: string | null }
    const texts: Array<string | undefined> = []
    let cursor = ''
    for (;;) {
      const path = `/v1/issues/${id}/activity?limit=2&cursor=${cursor}`
      const { body } = await ask<Page>('GET', path)
      texts.push(...body.activity.map(({ data }) => data.text))
      if (body.next === null) break
      cursor = body.next
    }
    expect(texts).toEqual(['three', 'two', 'one'])
    expect((await ask('GET', `/v1/issues/${id}/activity?cursor=nonsense`)).status).toBe(400)
  })

  it('[IS18] notifies followers, but not those who unfollowed', async () => {
    expect((await read()).following).toBeNull()
    await ask('POST', `/v1/issues/${id}/comments`, { text: 'Mine' })
    expect((await read()).following).toBe('commented')
    const left = await ask('PUT', `/v1/issues/${id}/following`, { following: false })
    expect(left.body).toEqual({ following: false })
    await ask('POST', `/v1/issues/${id}/comments`, { text: 'Still mine' })
    expect((await read()).following).toBeNull()
    await ask('PUT', `/v1/issues/${id}/following`, { following: true })
    expect((await read()).following).toBe('chosen')
  })

  it('[IS17] is no business of another organization', async () => {
    const theirs = own(await world.signIn(bob))
    for (const [method, path, body] of [
      ['POST', 'comments', { text: 'x' }],
      ['GET', 'activity', undefined],
      ['PUT', 'following', { following: true }],
    ] as const) {
      expect((await ask(method, `/v1/issues/${id}/${path}`, body, theirs)).status).toBe(404)
    }
  })
})
