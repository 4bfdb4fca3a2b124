import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#domain/projects/project.ts'
import type { JsonObject } from '#domain/json.ts'
import { aMessagePayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let world: World
let ann: Tenant
let bob: Tenant
let second: Project
let lastId = 0

const about = (message: string, environment: string, user: string, more: JsonObject = {}) =>
  aMessagePayload(eventId(++lastId), message, { environment, user: { id: user }, ...more })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const created = { organizationId: ann.organization.id, name: 'Till', platform: undefined, now: NOW }
  second = (await world.records.projects.create(created)).project
  await world.store(
    ann.project,
    [about('old', 'production', 'a'), about('old', 'production', 'b')],
    NOW - 5 * DAY,
  )
  await world.store(
    ann.project,
    [
      about('busy', 'production', 'a'),
      about('busy', 'production', 'a'),
      about('busy', 'production', 'a'),
      about('old', 'staging', 'c'),
    ],
    NOW - 3 * HOUR,
  )
  await world.store(
    second,
    [
      about('till', 'production', 'a'),
      about('till', 'production', 'b'),
      about('till', 'staging', 'd', { fingerprint: ['till'] }),
    ],
    NOW - 2 * HOUR,
  )
  await world.store(bob.project, [about('theirs', 'production', 'x')], NOW - HOUR)
})
afterAll(() => world.close())

interface Row {
  readonly id: string
  readonly title: string
  readonly count: string
  readonly userCount: number
  readonly shortId: string
  readonly stats?: Readonly<Record<string, ReadonlyArray<readonly [number, number]>>>
  readonly lifetime?: { readonly count: string; readonly userCount: number }
  readonly project: { readonly slug: string }
}

async function get(path: string, token = ann.token) {
  const response = await world.app.request(`${ORIGIN}/api/0${path}`, { headers: bearer(token) })
  const body = (await response.json()) as Row[] & { readonly detail?: string }
  return { status: response.status, body, link: response.headers.get('Link') ?? '' }
}
const rows = async (path: string) => {
  const { status, body } = await get(path)
  expect([status, body.detail]).toEqual([200, undefined])
  return body
}
const OWN = '/organizations/main/issues/'
const SHOP = '/projects/main/main-shop/issues/'
const titles = async (path: string) => (await rows(path)).map(({ title }) => title)
const counted = async (path: string) =>
  (await rows(path)).map(({ title, count, userCount }) => [title, count, userCount])

describe('lists of issues under /api/0', () => {
  it('[AP130] lists the issues of all projects of an organization, and of those that are named', async () => {
    expect(await titles(OWN)).toEqual(['till', 'till', 'busy', 'old'])
    expect(await titles(`${OWN}?project=-1`)).toHaveLength(4)
    expect(await titles(`${OWN}?project=${ann.project.id}`)).toEqual(['busy', 'old'])
    expect(await titles(`${OWN}?project=${second.slug}&project=${ann.project.id}`)).toHaveLength(4)
    expect((await rows(OWN)).map(({ project }) => project.slug)).toContain(second.slug)
    expect((await get(`${OWN}?project=${bob.project.id}`)).status).toBe(404)
    expect((await get('/organizations/other/issues/')).status).toBe(404)
  })

  it('[AP130] pages through the issues of several projects, each once and in order', async () => {
    for (const more of ['', '&sort=new', '&sort=freq', '&sort=user', '&sort=freq&statsPeriod=14d']) {
      const seen: string[] = []
      let path: string | undefined = `${OWN}?limit=1${more}`
      while (path !== undefined) {
        const { body, link } = await get(path)
        seen.push(...body.map(({ id }) => id))
        path = /<[^>]+\/api\/0([^>]+)>; rel="next"; results="true"/.exec(link)?.[1]
      }
      expect(seen).toEqual((await rows(`${OWN}?${more.slice(1)}`)).map(({ id }) => id))
      expect(new Set(seen).size).toBe(4)
    }
  })

  it('[AP131] sorts by last and first seen, events and users', async () => {
    expect(await titles(`${SHOP}?sort=date`)).toEqual(await titles(SHOP))
    expect(await titles(`${SHOP}?sort=new`)).toEqual(['busy', 'old'])
    expect(await titles(`${SHOP}?sort=user`)).toEqual(['old', 'busy'])
    expect(await counted(`${OWN}?sort=freq&statsPeriod=24h&project=${ann.project.id}`)).toEqual([
      ['busy', '3', 1],
      ['old', '1', 1],
    ])
  })

  it('[AP131] lists issues without users last in the order of users', async () => {
    await world.store(bob.project, [aMessagePayload(eventId(++lastId), 'nobody')], NOW - HOUR)
    const { body } = await get('/organizations/other/issues/?sort=user&statsPeriod=24h', bob.token)
    expect(body.map(({ title, userCount }) => [title, userCount])).toEqual([
      ['theirs', 1],
      ['nobody', 0],
    ])
    expect(await titles(`${OWN}?sort=recommended`)).toEqual(await titles(`${OWN}?sort=date`))
  })

  it('[AP131] restricts issues and their counts to a time', async () => {
    const at = (ms: number) => new Date(ms).toISOString()
    const range = `start=${at(NOW - 6 * DAY)}&end=${at(NOW - 4 * DAY)}`
    for (const list of [OWN, SHOP]) expect(await counted(`${list}?${range}`)).toEqual([['old', '2', 2]])
    expect(await titles(`${OWN}?statsPeriod=150m`)).toEqual(['till', 'till'])
    expect(await titles(`${OWN}?statsPeriod=1h`)).toEqual([])
    expect(await titles(`${OWN}?statsPeriod=150m&${range}`)).toEqual(['till', 'till'])
    const [old] = await rows(`${OWN}?query=old&statsPeriod=24h`)
    expect(old).toMatchObject({ count: '1', userCount: 1, lifetime: { count: '3', userCount: 3 } })
    expect(await counted(`${SHOP}?query=old`)).toEqual([['old', '3', 3]])
    // Without a zone it is UTC, with a space as good as with a T.
    const plain = `start=${at(NOW - 6 * DAY).slice(0, 19)}&end=${at(NOW - 4 * DAY).slice(0, 10)}%2000:00`
    expect(await titles(`${OWN}?${plain}`)).toEqual(['old'])
  })

  it('[AP131] restricts issues, counts and stats to environments', async () => {
    expect(await counted(`${SHOP}?environment=staging`)).toEqual([['old', '1', 1]])
    expect(await titles(`${OWN}?environment=staging&environment=production`)).toHaveLength(4)
    const [till] = await rows(`${OWN}?environment=staging&query=till`)
    expect(till!.stats!['24h']!.map(([, count]) => count).reduce((a, b) => a + b)).toBe(1)
    // One event has to meet all of it.
    expect(await titles(`${SHOP}?environment=production&statsPeriod=24h&query=user.id:c`)).toEqual([])
    expect(await titles(`${OWN}?environment=production&statsPeriod=24h&query=old`)).toEqual([])
  })

  it('[AP131] finds issues by hash and by short ID', async () => {
    const [till] = await rows(`${OWN}?query=till`)
    const { body } = await get(`/issues/${till!.id}/events/latest/`)
    const [hash] = (body as unknown as { fingerprints: string[] }).fingerprints
    expect((await rows(`${OWN}?hashes=${hash}`)).map(({ id }) => id)).toEqual([till!.id])
    expect(await titles(`${OWN}?hashes=${'0'.repeat(32)}`)).toEqual([])
    expect((await get(`${OWN}?hashes=${hash}&query=x`)).body.detail).toBe('hashes: not with query.')
    const found = await rows(`${OWN}?query=${till!.shortId}&shortIdLookup=1`)
    expect(found.map(({ id }) => id)).toEqual([till!.id])
    expect((await rows(`${OWN}?query=issue:${till!.shortId}`)).map(({ id }) => id)).toEqual([till!.id])
    expect(await titles(`${OWN}?query=${till!.shortId}`)).toEqual([])
  })

  it('[AP131] shows stats of the period, or leaves them out', async () => {
    const statsOf = async (path: string) => Object.keys((await rows(path))[0]!.stats ?? {})
    expect(await statsOf(SHOP)).toEqual(['24h'])
    expect(await statsOf(`${SHOP}?statsPeriod=14d`)).toEqual(['14d'])
    expect(await statsOf(`${SHOP}?statsPeriod=`)).toEqual([])
    expect(await titles(`${SHOP}?statsPeriod=24h`)).toEqual(await titles(SHOP))
    expect(await statsOf(`${OWN}?groupStatsPeriod=14d`)).toEqual(['14d'])
    expect(await statsOf(`${OWN}?groupStatsPeriod=auto&statsPeriod=48h`)).toEqual(['24h'])
    expect(await statsOf(`${OWN}?groupStatsPeriod=auto`)).toEqual(['14d'])
    expect(await statsOf(`${OWN}?collapse=stats&collapse=lifetime`)).toEqual([])
    expect((await rows(`${OWN}?collapse=stats&collapse=lifetime`))[0]).not.toHaveProperty('lifetime')
  })

  it('[AP158] says that there is nothing of what is asked for beside the rest', async () => {
    const [plain] = await rows(OWN)
    for (const name of ['inbox', 'owners', 'sessionCount']) expect(plain).not.toHaveProperty(name)
    const [row] = await rows(`${OWN}?expand=inbox&expand=owners&expand=sessions&expand=pluginIssues`)
    expect(row).toMatchObject({ inbox: null, owners: null, sessionCount: null, pluginIssues: [] })
  })

  it('[AP158] lists what a saved view of issues shows, unless the request says otherwise', async () => {
    const saved = await world.records.savedViews.create({
      projectId: ann.project.id,
      ownerId: ann.userId,
      name: 'Most users',
      list: 'issues',
      query: '',
      sort: 'users',
      columns: [],
      shared: true,
      createdAt: NOW,
    })
    expect(await titles(`${OWN}?viewId=${saved.id}`)).toEqual(['old', 'busy'])
    expect(await titles(`${OWN}?viewId=${saved.id}&sort=new`)).toEqual(['busy', 'old'])
    expect(await titles(`${OWN}?viewId=${saved.id}&query=busy`)).toEqual(['busy'])
    expect(await get(`${OWN}?viewId=${saved.id}&project=till`)).toMatchObject({
      status: 400,
      body: { detail: 'viewId: there is no such view of issues.' },
    })
  })
})

describe('lists of events under /api/0', () => {
  it('[AP132] restricts events to a time, environments and a search, of a project and of an issue', async () => {
    const [old] = await rows(`${OWN}?query=old`)
    const events = [
      '/projects/main/main-shop/events/',
      `/issues/${old!.id}/events/`,
      `/organizations/main/issues/${old!.id}/events/`,
    ]
    for (const path of events) {
      expect(await titles(`${path}?environment=staging`)).toEqual(['old'])
      expect(await titles(`${path}?environment=staging&environment=production&query=old`)).toHaveLength(3)
      expect(await titles(`${path}?statsPeriod=24h&query=user.id:c`)).toEqual(['old'])
      expect(await titles(`${path}?statsPeriod=24h&query=user.id:b`)).toEqual([])
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
      expect(await titles(`${path}?start=${day(NOW - 6 * DAY)}&end=${day(NOW - 4 * DAY)}`)).toEqual([
        'old',
        'old',
      ])
    }
    expect((await get(`/organizations/other/issues/${old!.id}/events/`, bob.token)).status).toBe(404)
    expect((await get(`/organizations/main/issues/${old!.id}/events/`, bob.token)).status).toBe(404)
  })

  it('[AP132] answers whole events with full=true, in pages', async () => {
    const plain = await rows('/projects/main/main-shop/events/?limit=2')
    const { body, link } = await get('/projects/main/main-shop/events/?limit=2&full=true')
    expect(body.map(({ id }) => id)).toEqual(plain.map(({ id }) => id))
    expect(body[0]).toEqual((await get(`/projects/main/main-shop/events/${body[0]!.id}/`)).body)
    expect(body[0]).toHaveProperty('entries')
    expect(plain[0]).not.toHaveProperty('entries')
    expect(link).toContain('rel="next"; results="true"')
  })
})

describe('what a list under /api/0 does not understand', () => {
  const lists = [
    '/projects/main/main-shop/issues/',
    '/organizations/main/issues/',
    '/projects/main/main-shop/events/',
  ]

  it.each(lists)('[AP133] is refused by name at %s', async (path) => {
    const { status, body } = await get(`${path}?query=&enviroment=production`)
    expect(status).toBe(400)
    expect(body.detail).toMatch(/^enviroment: is not a parameter here; there are .*query, /)
  })

  it.each([
    [`${SHOP}?sort=inbox`, 'sort: must be one of date, new, freq, user, recommended'],
    [`${SHOP}?statsPeriod=30d`, 'statsPeriod: must be 24h, 14d or empty'],
    [`${OWN}?statsPeriod=2y`, 'statsPeriod: must be a number followed by s, m, h, d or w, for example 24h'],
    [`${OWN}?start=2026-11-01`, 'start, end: one needs the other.'],
    [`${OWN}?start=2026-11-02&end=2026-11-01`, 'start: must be before end.'],
    [`${OWN}?start=yesterday&end=2026-11-01`, 'start: must be a date or a time in ISO 8601'],
    [`${OWN}?start=2026-13-45&end=2026-11-01`, 'start: there is no such time.'],
    [`${OWN}?collapse=base`, 'collapse: must be one of stats, lifetime, filtered, unhandled'],
    [`${OWN}?collapse=stats&collapse=base`, 'collapse: must be one of stats, lifetime, filtered, unhandled'],
    [
      `${OWN}?expand=stats`,
      'expand: must be one of inbox, integrationIssues, latestEventHasAttachments, owners, pluginActions, pluginIssues, sentryAppIssues, sessions',
    ],
    [`${OWN}?limit=many`, 'limit: must be a number'],
    [
      `${OWN}?sort=freq&statsPeriod=24h&cursor=x:0:0`,
      'Invalid cursor for this list. Start again without it.',
    ],
    ['/projects/main/main-shop/events/?sample=true', 'sample: events are listed newest first only'],
    ['/projects/main/main-shop/events/?full=yes', 'full: must be true or false'],
  ])('[AP133] is refused with its name: %s', async (path, detail) => {
    expect(await get(path)).toMatchObject({ status: 400, body: { detail } })
  })
})
