import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer, own } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let issueId: string

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [
    anErrorPayload(eventId(1), { tags: { plan: 'pro' } }),
    anErrorPayload(eventId(2), { tags: { plan: 'pro' }, environment: 'staging' }),
    anErrorPayload(eventId(3), { tags: { plan: 'free' } }),
  ])
  const filter = { projectIds: [ann.project.id] }
  issueId = (await world.records.issues.page(filter, { sort: 'last_seen', limit: 1 })).issues[0]!.id
})
afterAll(() => world.close())

async function ask(path: string, headers: Record<string, string> = bearer(ann.token), body?: object) {
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  return { status: response.status, body: answer }
}

describe('parts of issues and projects under /api/0', () => {
  it('[AP136] lists the hashes of an issue, by which lists find it', async () => {
    const { body } = await ask(`/issues/${issueId}/hashes/`)
    expect(body).toMatchObject([{ latestEvent: { eventID: eventId(3), groupID: issueId } }])
    expect((await ask('/organizations/main/issues/MAIN-SHOP-1/hashes/')).body).toEqual(body)
    const [{ id }] = body as [{ id: string }]
    expect((await ask(`/organizations/main/issues/?hashes=${id}`)).body).toMatchObject([{ id: issueId }])
  })

  it('[AP136] counts the tags of the events of an issue, and the values of one', async () => {
    const { body } = await ask(`/issues/${issueId}/tags/`)
    expect((await ask(`/organizations/main/issues/${issueId}/tags/`)).body).toEqual(body)
    const values = [
      { key: 'plan', value: 'pro', count: 2 },
      { key: 'plan', value: 'free', count: 1 },
    ]
    expect(body).toContainEqual(
      expect.objectContaining({
        key: 'plan',
        totalValues: 3,
        topValues: values.map((value) => expect.objectContaining(value) as unknown),
      }),
    )
    const plan = await ask(`/issues/${issueId}/tags/plan/`)
    expect(plan.body).toMatchObject({ key: 'plan', totalValues: 3, topValues: values })
    expect((await ask(`/organizations/main/issues/${issueId}/tags/plan/`)).body).toEqual(plan.body)
    expect((await ask(`/organizations/main/issues/${issueId}/tags/environment/values/`)).body).toMatchObject([
      { value: 'production', count: 2 },
      { value: 'staging', count: 1 },
    ])
    expect(await ask(`/issues/${issueId}/tags/nothing/`)).toMatchObject({
      status: 404,
      body: { detail: 'Tag not found.' },
    })
  })

  it('[AP136] lists comments, and takes them from signed-in users', async () => {
    const session = own(await world.signIn(ann))
    const made = await ask(`/issues/${issueId}/comments/`, session, { text: 'Known since Monday.' })
    expect(made).toMatchObject({
      status: 201,
      body: { type: 'note', user: { id: ann.userId }, data: { text: 'Known since Monday.' } },
    })
    expect((await ask(`/issues/${issueId}/comments/`)).body).toEqual([made.body])
    expect((await ask(`/issues/${issueId}/comments/`, bearer(ann.token), { text: 'x' })).status).toBe(403)
  })

  it('[AP148] pages through comments alone, whatever else happened to the issue', async () => {
    const session = own(await world.signIn(ann))
    const texts = ['one', 'two', 'three']
    for (const text of texts) {
      await ask(`/issues/${issueId}/comments/`, session, { text })
      const status = text === 'two' ? 'resolved' : 'unresolved'
      await world.app.request(`${ORIGIN}/api/0/issues/${issueId}/`, {
        method: 'PUT',
        headers: { ...session, 'Content-Type': 'application/json' },
        body: JSON.stringify({ status }),
      })
    }
    for (const list of [`/issues/${issueId}/comments/`, `/organizations/main/issues/${issueId}/notes/`]) {
      const pages: string[][] = []
      let cursor = ''
      do {
        const page = await world.app.request(`${ORIGIN}/api/0${list}?per_page=2${cursor}`, {
          headers: bearer(ann.token),
        })
        const rows = (await page.json()) as ReadonlyArray<{ data: { text: string } }>
        pages.push(rows.map(({ data }) => data.text))
        const [, next] =
          /rel="next"; results="true"; cursor="([^"]+)"/.exec(page.headers.get('Link') ?? '') ?? []
        cursor = next === undefined ? '' : `&cursor=${next}`
      } while (cursor !== '')
      expect(pages).toEqual([
        ['three', 'two'],
        ['one', 'Known since Monday.'],
      ])
    }
  })

  it('[AP137] lists the keys of a project with their DSNs, and makes one', async () => {
    const keys = '/projects/main/main-shop/keys/'
    const { body: before } = await ask(keys)
    expect(before).toMatchObject([{ public: ann.key.publicKey, isActive: true }])
    const made = await ask(keys, own(await world.signIn(ann)), { name: 'Staging' })
    expect(made).toMatchObject({ status: 201, body: { name: 'Staging', isActive: true } })
    const { public: publicKey, dsn } = made.body as { public: string; dsn: { public: string } }
    expect(dsn.public).toBe(`http://${publicKey}@127.0.0.1:8000/${ann.project.id}`)
    // Made in the same moment, so their order is not told.
    const { body: after } = await ask(keys)
    expect(after).toHaveLength(2)
    expect(after).toEqual(expect.arrayContaining([...(before as object[]), made.body]))
  })

  it('[AP137] lists the environments of a project, and answers the payload of an event', async () => {
    expect((await ask('/projects/main/main-shop/environments/')).body).toEqual([
      { id: 'production', name: 'production', isHidden: false },
      { id: 'staging', name: 'staging', isHidden: false },
    ])
    const { body } = await ask(`/projects/main/main-shop/events/${eventId(2)}/json/`)
    expect(body).toMatchObject({ event_id: eventId(2), environment: 'staging', tags: { plan: 'pro' } })
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })

  it('[AP138] says who the caller is, or the name of a token that has no owner', async () => {
    const session = own(await world.signIn(ann))
    const { body } = await ask('/users/me/', session)
    expect(body).toMatchObject({ id: ann.userId, email: ann.email, isActive: true })
    expect((await ask('/auth/', session)).body).toEqual(body)
    const made = await world.app.request(`${ORIGIN}/api/v1/tokens`, {
      method: 'POST',
      headers: { ...session, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'mine', scopes: ['org:read'] }),
    })
    const { secret } = (await made.json()) as { secret: string }
    expect((await ask('/auth/', bearer(secret))).body).toEqual(body)
    const tokens = await world.records.tokens.list(ann.organization.id)
    const token = tokens.find(({ ownerId }) => ownerId === undefined)
    const service = { id: token!.id, name: 'test', username: 'test', email: '', isActive: true }
    expect(await ask('/users/me/')).toMatchObject({ status: 200, body: service })
    expect((await ask('/auth/')).body).toEqual(service)
  })

  it.each(['hashes/', 'tags/', 'tags/plan/', 'comments/'])(
    '[AP136] does not answer %s to another organization',
    async (part) => {
      expect((await ask(`/issues/${issueId}/${part}`, bearer(bob.token))).status).toBe(404)
    },
  )
})
