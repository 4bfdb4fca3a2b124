import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let bob: Tenant
let time = 0

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
})
afterAll(() => world.close())
beforeEach(() => {
  time += 1
})

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function call(method: string, path: string, body?: object, token = ann.token): Promise<Answer> {
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, {
    method,
    headers: { ...bearer(token), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const families = [
  ['organizations', '/organizations/main/releases'],
  ['projects', '/projects/main/main-shop/releases'],
] as const

describe.each(families)('releases under /%s', (family, base) => {
  const version = `shop@1.4.2+${family}`
  const [raw, encoded] = [`${base}/${version}`, `${base}/${encodeURIComponent(version)}`]

  it('[SM19] are made once, however often a build says so', async () => {
    const body = { version, projects: ['main-shop'], dateStarted: '2026-11-15T01:41:20.437254452Z' }
    const first = await call('POST', `${base}/`, body)
    expect(first).toMatchObject({
      status: 201,
      body: {
        version,
        dateCreated: new Date(NOW).toISOString(),
        dateStarted: '2026-11-15T01:41:20.437Z',
        dateReleased: null,
        projects: [{ slug: 'main-shop' }],
      },
    })
    expect(await call('POST', base, body)).toEqual({ status: 208, body: first.body })
  })

  it('[SM18] are found by their version as it is and percent-encoded, with and without the slash', async () => {
    const found = await call('GET', `${raw}/`)
    expect(found).toMatchObject({ status: 200, body: { version } })
    for (const path of [raw, encoded, `${encoded}/`]) expect(await call('GET', path)).toEqual(found)
  })

  it('[SM19] are finalized, and again', async () => {
    for (const dateReleased of ['2026-11-15T02:00:00Z', '2026-11-15T02:00:05.000000001Z']) {
      const { status, body } = await call('PUT', `${encoded}/`, { projects: ['main-shop'], dateReleased })
      expect(status).toBe(200)
      expect(body).toMatchObject({ version, dateReleased: new Date(dateReleased).toISOString() })
    }
  })

  it('[SM20] take commits with what is known of them, and give them back', async () => {
    const commits = [
      {
        id: 'd6151ff1',
        repository: 'origin',
        author_name: 'Ada',
        author_email: 'ada@x.test',
        timestamp: '2026-11-15T01:41:08Z',
        message: 'commit three\n',
        patch_set: [{ path: 'three.txt', type: 'A' }],
      },
      { id: '08ce5173', repository: 'origin', author_name: null, timestamp: null, patch_set: null },
    ]
    const { body } = await call('PUT', `${raw}/`, { commits })
    expect(body).toMatchObject({
      commitCount: 2,
      lastCommit: {
        id: 'd6151ff1',
        message: 'commit three\n',
        dateCreated: '2026-11-15T01:41:08.000Z',
        repository: { name: 'origin' },
        author: { name: 'Ada', email: 'ada@x.test' },
      },
    })
    const listed = await call('GET', `${raw}/commits/`)
    expect(listed.body).toMatchObject([{ id: 'd6151ff1' }, { id: '08ce5173', author: null }])
    const stored = await world.records.releases.commits(ann.organization.id, version)
    expect(stored[0]!.files).toEqual([{ path: 'three.txt', type: 'A' }])
  })

  it('[SM20] take refs, of which the newest commit is known', async () => {
    const refs = [{ repository: 'acme/shop', commit: 'def456', previousCommit: 'abc123' }]
    const { body } = await call('PUT', `${encoded}/`, { refs })
    expect(body).toMatchObject({ ref: 'def456', commitCount: 1, lastCommit: { id: 'def456' } })
  })

  it('[SM21] have deploys, and count a repeated deploy once', async () => {
    const told = { environment: 'production', name: 'd1', url: null, dateStarted: null, dateFinished: null }
    const first = await call('POST', `${raw}/deploys/`, told)
    expect(first).toMatchObject({
      status: 201,
      body: { environment: 'production', name: 'd1', dateFinished: new Date(NOW).toISOString() },
    })
    expect((await call('POST', `${encoded}/deploys/`, told)).body).toEqual(first.body)
    for (const time of ['01:41:20.530039273', '01:43:00', '09:00:00']) {
      const dateFinished = `2026-11-15T${time}Z`
      await call('POST', `${raw}/deploys/`, { environment: 'staging', dateFinished })
    }
    const { body } = await call('GET', `${raw}/deploys/`)
    expect(body).toMatchObject([
      { environment: 'production' },
      { environment: 'staging', dateFinished: '2026-11-15T09:00:00.000Z' },
      { environment: 'staging', dateFinished: '2026-11-15T01:41:20.530Z' },
    ])
    expect((await call('GET', `${raw}/`)).body).toMatchObject({
      deployCount: 3,
      lastDeploy: { environment: 'production' },
    })
  })

  it('[SM18] are listed, and deleted with their commits and deploys', async () => {
    const versions = async () =>
      ((await call('GET', `${base}/?per_page=100`)).body as Array<{ version: string }>).map(
        (release) => release.version,
      )
    expect(await versions()).toContain(version)
    expect(await call('DELETE', `${encoded}/`)).toEqual({ status: 204, body: undefined })
    expect(await call('DELETE', `${encoded}/`)).toMatchObject({
      status: 404,
      body: { detail: 'Release not found.' },
    })
    expect(await versions()).not.toContain(version)
  })

  it('[SM19] that are not there cannot be finalized or deployed', async () => {
    for (const [method, path, body] of [
      ['GET', '/', undefined],
      ['PUT', '/', { dateReleased: null }],
      ['POST', '/deploys/', { environment: 'x' }],
      ['GET', '/deploys/', undefined],
      ['GET', '/commits/', undefined],
    ] as const) {
      expect(await call(method, `${base}/nothing${path}`, body)).toMatchObject({ status: 404 })
    }
  })

  it.each(['a/b', 'a\\b', '..', ' ', 'a\nb', 'latest', '', 'x'.repeat(201)])(
    '[SM19] cannot be called %j, which no address could hold',
    async (impossible) => {
      const { status } = await call('POST', `${base}/`, { version: impossible, projects: ['main-shop'] })
      expect(status).toBe(400)
    },
  )
})

describe('releases', () => {
  it('[SM19] are archived and opened again without naming projects, and a new one needs a project', async () => {
    const base = '/organizations/main/releases/'
    await call('POST', base, { version: '7.0', projects: ['main-shop'] })
    const archived = await call('POST', base, { version: '7.0', projects: [], status: 'archived' })
    expect(archived).toMatchObject({ status: 208, body: { status: 'archived', projects: [{}] } })
    const opened = await call('POST', base, { version: '7.0', projects: [], status: 'open' })
    expect(opened.body).toMatchObject({ status: 'open' })
    expect(await call('POST', base, { version: '8.0', projects: [] })).toMatchObject({ status: 400 })
  })

  it('[SM18] of another project are not found under this one', async () => {
    const { project } = await world.records.projects.create({
      organizationId: ann.organization.id,
      name: 'Blog',
      platform: undefined,
      now: NOW,
    })
    await call('POST', '/organizations/main/releases/', { version: 'blog', projects: [project.id] })
    expect((await call('GET', '/projects/main/blog/releases/blog/')).status).toBe(200)
    expect((await call('GET', '/projects/main/main-shop/releases/blog/')).status).toBe(404)
    expect((await call('DELETE', '/projects/main/main-shop/releases/blog/')).status).toBe(404)
    expect((await call('GET', '/organizations/main/releases/blog/')).status).toBe(200)
  })

  it('[SM20] know the release before them whose commits are known, or an empty object', async () => {
    for (const version of ['before', 'between', 'now']) {
      await call('POST', '/organizations/main/releases/', { version, projects: ['main-shop'] })
    }
    const path = '/organizations/main/releases/now/previous-with-commits/'
    expect(await call('GET', path)).toEqual({ status: 200, body: {} })
    await call('PUT', '/organizations/main/releases/before/', {
      commits: [{ id: 'abc', timestamp: '2026-11-15T01:41:08Z' }],
    })
    expect((await call('GET', path)).body).toMatchObject({ version: 'before', lastCommit: { id: 'abc' } })
  })

  it('[SM25] belong to their organization: another one finds, changes and names nothing of it', async () => {
    await call('POST', '/organizations/main/releases/', { version: 'mine', projects: ['main-shop'] })
    const asBob = (method: string, path: string, body?: object) => call(method, path, body, bob.token)
    expect((await asBob('GET', '/organizations/main/releases/')).status).toBe(404)
    expect((await asBob('GET', '/organizations/other/releases/mine/')).status).toBe(404)
    expect((await asBob('DELETE', '/organizations/other/releases/mine/')).status).toBe(404)
    const named = await asBob('POST', '/organizations/other/releases/', {
      version: 'mine',
      projects: ['main-shop'],
    })
    expect(named).toMatchObject({
      status: 400,
      body: { detail: 'projects: there is no project "main-shop" here.' },
    })
    const byId = await asBob('POST', '/organizations/other/releases/', {
      version: 'mine',
      projects: [ann.project.id],
    })
    expect(byId.status).toBe(400)
  })

  it('[SM19] refuse a moment that is none', async () => {
    const body = { version: '9.9', projects: ['main-shop'], dateReleased: 'tomorrow' }
    expect(await call('POST', '/organizations/main/releases/', body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('dateReleased') },
    })
  })
})

describe('what tools ask beside', () => {
  it('[SM24] has no repositories and no monitors, and says that there is no more', async () => {
    for (const list of ['repos', 'monitors']) {
      const response = await world.app.request(`${ORIGIN}/api/0/organizations/main/${list}/?cursor=`, {
        headers: bearer(ann.token),
      })
      expect(await response.json()).toEqual([])
      expect(response.headers.get('Link')).toContain('rel="next"; results="false"')
    }
  })
})
