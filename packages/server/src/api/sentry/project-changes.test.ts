import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
const ask = sentryAsker(() => world)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
})
afterAll(() => world.close())

describe('teams, projects and keys under /api/0', () => {
  it('[AP140] creates a team, a project for it, and changes which teams look after a project', async () => {
    const made = await ask(ann.token, 'POST /organizations/main/teams/', { name: 'Payments' })
    expect(made).toMatchObject({ status: 201, body: { slug: 'payments', name: 'Payments', projects: [] } })
    const project = await ask(ann.token, 'POST /teams/main/payments/projects/', {
      name: 'Till',
      platform: 'node',
    })
    expect(project).toMatchObject({ status: 201, body: { slug: 'till', platform: 'node' } })
    expect((await ask(ann.token, 'GET /projects/main/till/teams/')).body).toMatchObject([
      { slug: 'payments', projects: [{ slug: 'till' }] },
    ])
    const shop = '/projects/main/main-shop/teams/'
    expect((await ask(ann.token, `POST ${shop}payments/`)).status).toBe(201)
    expect((await ask(ann.token, `POST ${shop}payments/`)).status).toBe(201)
    expect((await ask(ann.token, `GET ${shop}`)).body).toMatchObject([
      { slug: 'payments', projects: [{ slug: 'main-shop' }, { slug: 'till' }] },
    ])
    expect((await ask(ann.token, `DELETE ${shop}payments/`)).status).toBe(200)
    expect((await ask(ann.token, `GET ${shop}`)).body).toEqual([])
    expect(await ask(ann.token, 'POST /teams/main/nobody/projects/', { name: 'Lost' })).toMatchObject({
      status: 404,
      body: { detail: 'Team not found.' },
    })
  })

  it('[AP140] leaves no project behind if the token may not change its team', async () => {
    const token = await world.tokenWith(ann.organization, ['project:write'])
    expect((await ask(token, 'POST /teams/main/payments/projects/', { name: 'Kiosk' })).status).toBe(403)
    expect((await ask(ann.token, 'GET /projects/main/kiosk/')).status).toBe(404)
  })

  it('[AP140] changes name and platform of a project, and never its slug', async () => {
    const project = '/projects/main/main-shop/'
    expect(await ask(ann.token, `PUT ${project}`, { name: 'Shop', platform: 'php' })).toMatchObject({
      status: 200,
      body: { slug: 'main-shop', name: 'Shop', platform: 'php' },
    })
    expect(await ask(ann.token, `PUT ${project}`, { slug: 'main-shop' })).toMatchObject({
      body: { name: 'Shop', platform: 'php' },
    })
    const refused = await ask(ann.token, `PUT ${project}`, { slug: 'shop', name: 'Other' })
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('slug') as string },
    })
    expect((await ask(ann.token, `GET ${project}`)).body).toMatchObject({ name: 'Shop' })
    const chosen = { name: 'A', slug: 'b' }
    expect((await ask(ann.token, 'POST /teams/main/payments/projects/', chosen)).status).toBe(400)
  })

  it('[AP140] changes label, state and quota of a key, and keeps its quotas for other data', async () => {
    const spans = { category: 'span', limit: 5, windowSeconds: 60 } as const
    await world.records.keys.update(ann.key.id, { quotas: [spans] })
    const key = `/projects/main/main-shop/keys/${ann.key.publicKey}/`
    const rateLimit = { window: 3600, count: 100 }
    const change = { name: 'Web', isActive: false, rateLimit }
    expect(await ask(ann.token, `PUT ${key}`, change)).toMatchObject({ status: 200, body: change })
    const [stored] = await world.records.keys.list(ann.project.id)
    expect(stored).toMatchObject({
      enabled: false,
      quotas: [spans, { category: 'error', limit: 100, windowSeconds: 3600 }],
    })
    expect((await ask(ann.token, `PUT ${key}`, { rateLimit: null })).body).toMatchObject({ rateLimit: null })
    expect(await ask(ann.token, `PUT ${key}`, { browserSdkVersion: '7.x' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('browserSdkVersion') as string },
    })
    expect((await ask(bob.token, `PUT ${key}`, { name: 'Mine' })).status).toBe(404)
  })

  it('[AP146] lists organizations, teams and projects by a part of their name', async () => {
    const slugs = async (path: string) =>
      ((await ask(ann.token, `GET ${path}`)).body as { slug: string }[]).map(({ slug }) => slug)
    expect(await slugs('/organizations/?query=nothing')).toEqual([])
    expect(await slugs('/organizations/?query=MAI&per_page=10')).toEqual(['main'])
    expect(await slugs('/organizations/main/projects/?query=TIL')).toEqual(['till'])
    expect(await slugs('/organizations/main/teams/?query=pay')).toEqual(['payments'])
    expect(await slugs('/organizations/main/teams/?query=x')).toEqual([])
  })

  it('[AP146] lists releases by a part of their version, with a time and an author of the last commit', async () => {
    for (const version of ['shop@1.0', 'shop@2.0'])
      await ask(ann.token, 'POST /organizations/main/releases/', {
        version,
        projects: ['main-shop'],
        commits: [{ id: 'abc1234', repository: 'acme/shop' }],
      })
    const { body } = await ask(ann.token, 'GET /organizations/main/releases/?query=SHOP@2')
    expect(body).toMatchObject([
      {
        id: 'shop@2.0',
        version: 'shop@2.0',
        lastCommit: { dateCreated: expect.any(String) as string, author: { name: null, email: null } },
      },
    ])
    expect(body).toHaveLength(1)
    const first = await ask(ann.token, 'GET /projects/main/main-shop/releases/?per_page=1')
    expect(first.body).toHaveLength(1)
    expect(first.link).toMatch(/rel="next"; results="true"/)
  })

  it('[AP146] names a region only over HTTPS', async () => {
    expect((await ask(ann.token, 'GET /organizations/main/')).body).toMatchObject({
      links: { organizationUrl: 'http://127.0.0.1:8000' },
    })
    expect(JSON.stringify(await ask(ann.token, 'GET /organizations/main/'))).not.toContain('regionUrl')
    const secure = await openWorld({ publicUrl: () => 'https://h.example' })
    const { token } = await secure.tenant('main')
    const { body } = await sentryAsker(() => secure)(token, 'GET /organizations/main/')
    expect(body).toMatchObject({ links: { regionUrl: 'https://h.example' } })
    await secure.close()
  })
})
