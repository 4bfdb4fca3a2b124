import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Facet, IssueDetail, IssueSummary } from '@hindcast/contract/issues/issues.ts'
import type { JsonObject } from '#domain/json.ts'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000

let world: World
let ann: Tenant
let bob: Tenant
let cookie: string

/** One issue per message: what events have in common is then up to each test. */
let lastId = 0
const about = (message: string, overrides: JsonObject = {}) =>
  aMessagePayload(eventId(++lastId), message, {
    release: '1.0',
    environment: 'production',
    transaction: '/cart',
    user: { id: 'u1' },
    ...overrides,
  })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [about('alpha'), about('alpha', { release: '1.1' })], NOW - 5 * HOUR_MS)
  await world.store(
    ann.project,
    [
      about('beta', { level: 'warning', environment: 'staging', user: { id: 'u2' }, tags: { plan: 'pro' } }),
      about('beta', { level: 'warning', environment: 'staging', user: { id: 'u3' }, tags: { plan: 'free' } }),
      about('beta', { level: 'warning', release: '1.1', user: { id: 'u1' } }),
    ],
    NOW - 4 * HOUR_MS,
  )
  await world.store(ann.project, [about('gamma', { user: {}, transaction: '/pay' })], NOW - 3 * HOUR_MS)
  await world.store(ann.project, [anErrorPayload('f'.repeat(32))], NOW - 2 * HOUR_MS)
  await world.store(bob.project, [about('theirs')], NOW - HOUR_MS)
  cookie = await world.signIn(ann)
})
afterAll(() => world.close())

type List = { issues: IssueSummary[]; next: string | null; total: number }

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function ask<T>(path: string, headers = own(cookie)): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, { headers })
  return { status: response.status, body: (await response.json()) as T }
}
async function patch<T>(path: string, body: object, headers = own(cookie)): Promise<Answer<T>> {
  const response = await world.app.request(`${ORIGIN}/api/v1${path}`, {
    method: 'PATCH',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}
const list = async (query: string, options = '') =>
  (await ask<List>(`/projects/${ann.project.id}/issues?query=${encodeURIComponent(query)}${options}`)).body
const titles = async (query: string, options = '') =>
  (await list(query, options)).issues.map(({ title }) => title.replace(/:.*/, ''))
const idOf = async (title: string) => (await list(title)).issues[0]!.id
const theirIssue = async () => {
  const path = `/projects/${bob.project.id}/issues`
  return (await ask<List>(path, bearer(bob.token))).body.issues[0]!.id
}

describe('searching issues', () => {
  it.each([
    ['release:1.1', ['beta', 'alpha']],
    ['!release:1.0', ['TypeError', 'beta', 'alpha']],
    ['release:1.0,1.1', ['gamma', 'beta', 'alpha']],
    ['release:1.0 release:1.1', ['gamma', 'beta', 'alpha']],
    ['env:staging', ['beta']],
    ['environment:staging level:warning beta', ['beta']],
    ['environment:staging level:info', []],
    ['route:/pay', ['gamma']],
    ['user:u3', ['beta']],
    ['plan:free', ['beta']],
    ['plan:pro,free', ['TypeError', 'beta']],
    ['plan:pro env:production', ['TypeError']],
    ['handled:no', ['TypeError']],
    ['browser:"Chrome 142" os:"macOS 10" is:unresolved', ['TypeError', 'gamma', 'beta', 'alpha']],
    ['!level:info', ['TypeError', 'beta']],
    ['nothing:here', []],
  ])('[AP8] %s finds %j', async (query, found) => {
    expect(await titles(query)).toEqual(found)
    expect((await list(query)).total).toBe(found.length)
  })

  it('[AP8] wants one event that meets everything, not one event for each condition', async () => {
    expect(await titles('env:staging release:1.0')).toEqual(['beta'])
    expect(await titles('env:staging release:1.1')).toEqual([])
  })

  it('[AP8] says where a query goes wrong', async () => {
    const path = `/projects/${ann.project.id}/issues`
    for (const address of [`${path}?query=a%20is:open`, `${path}/facets?query=a%20is:open`]) {
      const { status, body } = await ask<{ message: string }>(address)
      expect(status).toBe(400)
      expect(body.message).toContain('position 6')
    }
    expect((await ask(`${path}?query=assigned:me`, bearer(ann.token))).status).toBe(400)
  })
})

describe('the order by users', () => {
  it('[AP41] has the most users first and those without any last, whatever the size of the page', async () => {
    const all = await list('', '&sort=users')
    expect(all.issues.map(({ title, users }) => `${title.replace(/:.*/, '')} ${users}`)).toEqual([
      'beta 3',
      'TypeError 1',
      'alpha 1',
      'gamma 0',
    ])
    for (const limit of [1, 2, 3]) {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await list('', `&sort=users&limit=${limit}&cursor=${cursor}`)
        seen.push(...page.issues.map(({ id }) => id))
        cursor = page.next ?? ''
      } while (cursor !== '')
      expect(seen).toEqual(all.issues.map(({ id }) => id))
    }
  })

  it('[AP41] keeps to the filter, and refuses cursors of other orders', async () => {
    expect(await titles('release:1.1', '&sort=users')).toEqual(['beta', 'alpha'])
    const { next } = await list('', '&sort=last_seen&limit=1')
    for (const cursor of [next!, 'u.1', 'u.x.1', "r.'", 'nonsense']) {
      const path = `/projects/${ann.project.id}/issues?sort=users&cursor=${cursor}`
      expect([cursor, (await ask(path)).status]).toEqual([cursor, 400])
    }
  })
})

describe('facets of the stream', () => {
  type Facets = {
    facets: Array<{ key: string; values: Array<{ value: string; issues: number }> }>
    sampled: boolean
    without: Array<{ filter: string; issues: number }>
  }
  const facets = async (query: string) =>
    (await ask<Facets>(`/projects/${ann.project.id}/issues/facets?query=${encodeURIComponent(query)}`)).body
  const byKey = ({ facets: found }: Facets) =>
    Object.fromEntries(
      found.map(({ key, values }) => [key, values.map(({ value, issues }) => `${value} ${issues}`)]),
    )

  it('[AP40] count matching issues per value, each issue once', async () => {
    const found = await facets('')
    expect(found).toMatchObject({ sampled: false, without: [] })
    expect(byKey(found)).toEqual({
      is: ['unresolved 4'],
      level: ['info 2', 'error 1', 'warning 1'],
      assigned: ['none 4'],
      release: ['1.0 3', '1.1 2', 'shop@1.4.2 1'],
      environment: ['production 4', 'staging 1'],
      browser: ['Chrome 142 4'],
      os: ['macOS 10 4'],
      route: ['/cart 2', '/checkout 1', '/pay 1'],
      handled: ['no 1'],
    })
  })

  it('[AP40] offer values that the search takes as they are', async () => {
    const { facets: all } = await facets('')
    for (const { key, values } of all) {
      for (const { value, issues } of values) {
        expect([key, value, (await list(`${key}:"${value}"`)).total]).toEqual([key, value, issues])
      }
    }
  })

  it('[AP40] follow the query', async () => {
    expect(byKey(await facets('level:warning'))).toMatchObject({
      level: ['warning 1'],
      environment: ['production 1', 'staging 1'],
    })
  })

  it('[AP40] count every status, whichever is asked for', async () => {
    const id = await idOf('alpha')
    await patch(`/issues/${id}`, { status: 'resolved' })
    expect(byKey(await facets('is:unresolved level:info,warning'))['is']).toEqual([
      'unresolved 2',
      'resolved 1',
    ])
    expect(byKey(await facets('is:resolved'))).toMatchObject({
      is: ['unresolved 3', 'resolved 1'],
      assigned: ['none 1'],
    })
    await patch(`/issues/${id}`, { status: 'unresolved' })
  })

  it('[AP40] say what each filter of a search without a match costs', async () => {
    expect(await facets('is:unresolved env:staging gamma')).toEqual({
      facets: [],
      sampled: false,
      without: [
        { filter: 'is:unresolved', issues: 0 },
        { filter: 'env:staging', issues: 1 },
        { filter: 'gamma', issues: 1 },
      ],
    })
  })
})

describe('assigning', () => {
  it('[AP42] lists only members of the caller’s organizations', async () => {
    const { body } = await ask<{ members: object[] }>('/members')
    expect(body.members).toMatchObject([{ id: ann.userId, name: 'main', email: 'main@example.com' }])
    const theirs = await ask<{ members: object[] }>('/members', bearer(bob.token))
    expect(theirs.body.members).toMatchObject([{ id: bob.userId, name: 'other', email: 'other@example.com' }])
  })

  it('[AP42] shows who looks after an issue in the list, on its page and to Sentry’s tools', async () => {
    const id = await idOf('alpha')
    const person = { id: ann.userId, name: 'main', email: 'main@example.com' }
    const { body } = await patch<IssueDetail>(`/issues/${id}`, { assigneeId: ann.userId })
    expect(body.assignee).toEqual(person)
    expect((await ask<IssueDetail>(`/issues/${id}`)).body.assignee).toEqual(person)
    expect((await list('alpha')).issues[0]?.assignee).toEqual(person)
    const response = await world.app.request(`${ORIGIN}/api/0/issues/${id}/`, { headers: bearer(ann.token) })
    expect(await response.json()).toMatchObject({ assignedTo: { type: 'user', ...person } })
    expect(await titles('assigned:me')).toEqual(['alpha'])
    expect(await titles('assigned:main@example.com')).toEqual(['alpha'])
    expect(await titles('assigned:none,me !assigned:me')).toEqual(['TypeError', 'gamma', 'beta'])
    const nobody = await patch<IssueDetail>(`/issues/${id}`, { assigneeId: null })
    expect(nobody.body.assignee).toBeNull()
  })

  it('[SE30] counts issues of a team under the team, not as unassigned, with values that search accepts', async () => {
    const id = await idOf('alpha')
    const { records } = world
    const organizationId = ann.project.organizationId
    const team = await records.teams.create({ organizationId, name: 'Web', now: NOW })
    await patch(`/issues/${id}`, { assigneeTeamId: team.id })
    const { body } = await ask<{ facets: Array<{ key: string; values: object[] }> }>(
      `/projects/${ann.project.id}/issues/facets`,
    )
    expect(body.facets.find(({ key }) => key === 'assigned')?.values).toEqual([
      { value: 'none', issues: 3 },
      { value: '#web', issues: 1 },
    ])
    expect(await titles('assigned:"#web"')).toEqual(['alpha'])
    await records.teams.delete(organizationId, team.id)
  })

  it('[AP42] refuses people of another organization and people who are not, in the same words', async () => {
    const id = await idOf('alpha')
    const foreign = await patch(`/issues/${id}`, { assigneeId: bob.userId })
    expect(foreign.status).toBe(400)
    expect(await patch(`/issues/${id}`, { assigneeId: 'nobody' })).toEqual(foreign)
    expect((await list('alpha')).issues[0]?.assignee).toBeNull()
    expect((await patch(`/issues/${id}`, {})).status).toBe(400)
  })
})

describe('changing many issues', () => {
  it('[AP43] takes back exactly what it did when its answer is sent again', async () => {
    const start = await list('')
    const changes = start.issues.map(({ id }) => ({ id, status: 'resolved', assigneeId: ann.userId }))
    const { body } = await patch<{ before: object[] }>('/issues', { changes })
    expect(await titles('is:resolved assigned:me')).toHaveLength(4)
    const undone = await patch('/issues', { changes: body.before })
    expect(undone.status).toBe(200)
    expect(await list('')).toEqual(start)
  })

  it('[AP43] changes nothing when one of them is not there, is another tenant’s, or is named twice', async () => {
    const [mine, theirs] = [await idOf('alpha'), await theirIssue()]
    const start = await list('')
    const attempt = async (...ids: string[]) =>
      patch<{ message: string }>('/issues', { changes: ids.map((id) => ({ id, status: 'resolved' })) })
    const foreign = await attempt(mine, theirs)
    const missing = await attempt(mine, '999999')
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body.message.replace(theirs, 'N')).toBe(missing.body.message.replace('999999', 'N'))
    expect((await attempt(mine, mine)).status).toBe(400)
    expect((await attempt()).status).toBe(400)
    const assigned = { changes: [{ id: mine, assigneeId: bob.userId }] }
    expect((await patch('/issues', assigned)).status).toBe(400)
    expect(await list('')).toEqual(start)
    const untouched = await ask<IssueDetail>(`/issues/${theirs}`, bearer(bob.token))
    expect(untouched.body.status).toBe('unresolved')
  })

  it('[AP43] needs the right to write', async () => {
    const reader = await world.tokenWith(ann.organization, ['event:read'])
    const changes = [{ id: await idOf('alpha'), status: 'resolved' }]
    expect((await patch('/issues', { changes }, bearer(reader))).status).toBe(403)
  })
})

describe('live updates', () => {
  it('[AP44] notify other open pages of the project of a change, and no other readers', async () => {
    const everything = (tenant: Tenant) =>
      world.deps.hub.subscribe({ projectIds: new Set([tenant.project.id]), unmatched: false })
    const [mine, theirs] = [everything(ann), everything(bob)]
    const id = await idOf('alpha')
    await patch(`/issues/${id}`, { status: 'resolved' })
    await patch('/issues', { changes: [{ id, status: 'unresolved', substatus: 'new' }] })
    for (let index = 0; index < 2; index++) {
      expect(await mine.next(1000)).toMatchObject({
        message: { type: 'issues', projectId: ann.project.id, issueIds: [id] },
      })
    }
    await patch('/issues', { changes: [{ id, status: 'resolved' }, { id: '999999' }] })
    expect(await mine.next(0)).toBe('idle')
    expect(await theirs.next(0)).toBe('idle')
    mine.close()
    theirs.close()
  })
})

describe('what an issue has in common', () => {
  it('[AP45] is compared with the other events of its time, value by value', async () => {
    const path = `/issues/${await idOf('beta')}/breakdown`
    const { body } = await ask<{ facets: Facet[] }>(path)
    const facet = (key: string) => body.facets.find((one) => one.key === key)
    const lastSeen = new Date(NOW - 4 * HOUR_MS).toISOString()
    // In the hour in which it was seen there was nothing else to compare with.
    expect(facet('environment')?.values).toEqual([
      { value: 'staging', events: 2, overall: null, lastSeen },
      { value: 'production', events: 1, overall: null, lastSeen },
    ])
    await world.store(
      ann.project,
      [about('delta', { environment: 'staging' }), about('delta'), about('delta'), about('delta')],
      NOW - 4 * HOUR_MS + 1,
    )
    const compared = (await ask<{ facets: Facet[] }>(path)).body.facets
    expect(compared.find(({ key }) => key === 'environment')?.values).toMatchObject([
      { value: 'staging', overall: 0.25 },
      { value: 'production', overall: 0.75 },
    ])
    expect(compared.find(({ key }) => key === 'plan')?.values).toMatchObject([{ overall: 0 }, { overall: 0 }])
  })
})
