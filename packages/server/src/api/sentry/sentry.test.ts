import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMessagePayload, anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  await world.store(ann.project, [
    anErrorPayload(eventId(1)),
    anErrorPayload(eventId(2)),
    aMessagePayload(eventId(3), 'Disk is nearly full'),
  ])
})
afterAll(() => world.close())

async function get(path: string): Promise<{ status: number; body: unknown; link: string | null }> {
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, { headers: bearer(ann.token) })
  return { status: response.status, body: await response.json(), link: response.headers.get('Link') }
}

/** As existing tools do: follow `next` while its results are true. */
function nextIn(link: string | null): string | undefined {
  return /<([^>]+)>; rel="next"; results="true"; cursor="([^"]+)"$/.exec(link ?? '')?.[1]
}

describe('the subset of Sentry’s interface', () => {
  it('[AP16] returns the caller and its scopes', async () => {
    const { body } = await get('/')
    expect(body).toMatchObject({
      version: '0',
      auth: { scopes: expect.arrayContaining(['event:read']) },
      user: null,
    })
  })

  it('[AP16] lists organizations and projects with the fields tools insist on', async () => {
    const organizations = await get('/organizations/?cursor=')
    expect(organizations.body).toMatchObject([
      {
        slug: 'main',
        dateCreated: new Date(NOW).toISOString(),
        isEarlyAdopter: false,
        require2FA: false,
        requireEmailVerification: false,
        features: [],
      },
    ])
    expect(organizations.link).toContain('rel="next"; results="false"')
    const projects = await get('/organizations/main/projects/?cursor=')
    expect(projects.body).toMatchObject([
      { id: ann.project.id, slug: 'main-shop', name: 'main shop', team: null },
    ])
  })

  it('[AP16] answers with and without the slash at the end', async () => {
    const response = await world.app.request('/api/0/organizations', { headers: bearer(ann.token) })
    expect(response.status).toBe(200)
  })

  it('[AP17] pages through issues by the Link header', async () => {
    const first = await get('/projects/main/main-shop/issues/?query=&limit=1')
    const address = nextIn(first.link)
    expect(address).toMatch(
      /^http:\/\/127\.0\.0\.1:8000\/api\/0\/projects\/main\/main-shop\/issues\/\?query=&limit=1&cursor=/,
    )
    const second = await get(address!.replace(`${ORIGIN}/api/0`, ''))
    expect(nextIn(second.link)).toBeUndefined()
    const ids = [first, second].flatMap(({ body }) => (body as Array<{ id: string }>).map(({ id }) => id))
    expect(new Set(ids).size).toBe(2)
  })

  it('[AP17] pages through events by the Link header', async () => {
    const first = await get('/projects/main/main-shop/events/?limit=2')
    expect(first.body).toMatchObject([{ eventID: eventId(3) }, { eventID: eventId(2) }])
    const second = await get(nextIn(first.link)!.replace(`${ORIGIN}/api/0`, ''))
    expect(second.body).toMatchObject([{ eventID: eventId(1) }])
    expect(nextIn(second.link)).toBeUndefined()
  })

  it('[AP16] shows unresolved issues unless asked otherwise', async () => {
    const list = async (query: string) =>
      (await get(`/projects/main/main-shop/issues/${query}`)).body as unknown[]
    const { issues } = await world.records.issues.page(
      { projectIds: [ann.project.id], levels: ['info'] },
      { sort: 'last_seen', limit: 1 },
    )
    await world.records.issues.change([{ id: issues[0]!.id, status: 'resolved' }], NOW)
    expect(await list('')).toHaveLength(1)
    expect(await list('?query=')).toHaveLength(2)
    expect(await list('?query=is:resolved')).toMatchObject([{ title: 'Disk is nearly full' }])
  })

  it('[AP16] describes an issue as Sentry does', async () => {
    const { body } = await get('/projects/main/main-shop/issues/')
    const [issue] = body as Array<{ id: string; stats: Record<string, Array<[number, number]>> }>
    expect(issue).toMatchObject({
      shortId: 'MAIN-SHOP-1',
      permalink: `${ORIGIN}/organizations/main/issues/${issue!.id}/`,
      count: '2',
      userCount: 1,
      status: 'unresolved',
      level: 'error',
      metadata: { type: 'TypeError', value: 'Cannot read properties of undefined' },
      project: { slug: 'main-shop' },
    })
    expect(issue!.stats['24h']).toHaveLength(24)
    expect(issue!.stats['24h']!.at(-1)).toEqual([Date.UTC(2026, 10, 15, 12) / 1000, 2])
    const detail = await get(`/issues/${issue!.id}/`)
    expect(detail.body).toMatchObject({
      id: issue!.id,
      firstRelease: { version: 'shop@1.4.2', shortVersion: '1.4.2' },
    })
    const viaOrganization = await get(`/organizations/main/issues/${issue!.id}/`)
    expect(viaOrganization.body).toEqual(detail.body)
    expect((await get(`/organizations/nowhere/issues/${issue!.id}/`)).status).toBe(404)
  })

  it('[AP135] finds an issue by its short ID in its organization', async () => {
    const { body } = await get('/organizations/main/issues/main-shop-1/')
    const { id } = body as { id: string }
    expect(await get(`/organizations/main/issues/${id}/`)).toMatchObject({ body })
    expect((await get('/organizations/main/shortids/MAIN-SHOP-1/')).body).toEqual({
      organizationSlug: 'main',
      projectSlug: 'main-shop',
      groupId: id,
      group: body,
      shortId: 'MAIN-SHOP-1',
    })
    for (const name of ['MAIN-SHOP-ZZ', 'NOWHERE-1', 'x', '999999'])
      expect(await get(`/organizations/main/shortids/${name}/`)).toMatchObject({
        status: 404,
        body: { detail: 'Issue not found.' },
      })
  })

  it('[AP16] describes an event as Sentry does, its latest one too', async () => {
    const { body } = await get('/projects/main/main-shop/issues/')
    const [issue] = body as Array<{ id: string }>
    const latest = await get(`/issues/${issue!.id}/events/latest/`)
    expect(latest.body).toMatchObject({
      eventID: eventId(2),
      groupID: issue!.id,
      dateCreated: new Date(NOW).toISOString(),
      user: { id: 'u1' },
      release: { version: 'shop@1.4.2' },
      previousEventID: eventId(1),
      context: { cart: { items: 2 } },
    })
    const { entries, tags } = latest.body as {
      entries: Array<{ type: string; data: { values: Array<{ stacktrace: { frames: object[] } }> } }>
      tags: object[]
    }
    expect(entries.map(({ type }) => type)).toEqual(['exception', 'breadcrumbs', 'request'])
    expect(entries[0]!.data.values[0]!.stacktrace.frames.at(-1)).toMatchObject({
      lineNo: 12,
      colNo: 4,
      context: [
        [11, 'function total(cart) {'],
        [12, '  return cart.items.length'],
        [13, '}'],
      ],
    })
    expect(tags).toEqual(
      expect.arrayContaining([
        { key: 'plan', value: 'pro' },
        { key: 'browser', value: 'Chrome 142' },
        { key: 'level', value: 'error' },
      ]),
    )
    const dashed = '00000000-0000-0000-0000-000000000002'
    expect((await get(`/projects/main/main-shop/events/${dashed}/`)).body).toEqual(latest.body)
  })

  it.each([
    ['/projects/main/nothing/issues/', 404, 'Project not found.'],
    ['/organizations/nowhere/projects/', 404, 'Organization not found.'],
    ['/issues/999999/', 404, 'Issue not found.'],
    [
      '/projects/main/main-shop/issues/?query=is:open',
      400,
      '"is:open" at position 4 must be one of unresolved, resolved, ignored, new, ongoing, regressed, escalating, assigned, unassigned.',
    ],
    ['/projects/main/main-shop/events/?cursor=nonsense', 400, 'Invalid cursor.'],
    [
      '/projects/main/main-shop/events/?cursor=42:0:0',
      400,
      'Invalid cursor for this list. Start again without it.',
    ],
  ])('[AP16] says what is wrong with %s', async (path, status, detail) => {
    expect(await get(path)).toMatchObject({ status, body: { detail } })
  })
})
