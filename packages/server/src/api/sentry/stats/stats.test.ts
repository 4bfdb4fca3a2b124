import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, type IntakeCount } from '#domain/intake/intake.ts'
import type { Project } from '#domain/projects/project.ts'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import { anErrorPayload, aMessagePayload, eventId } from '#api/testing/payloads.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = NOW - 30 * 60_000
const STATS = '/organizations/main/stats_v2/'
let world: World
let ann: Tenant
let bob: Tenant
let till: Project
const ask = sentryAsker(() => world)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const input = { organizationId: ann.organization.id, name: 'Till', platform: undefined, now: NOW }
  till = (await world.records.projects.create(input)).project
  const cell = (over: Partial<IntakeCount>): IntakeCount => ({
    projectId: ann.project.id,
    hour: HOUR,
    category: 'error',
    outcome: 'accepted',
    reason: '',
    quantity: 1,
    ...over,
  })
  await world.records.intake.add([
    cell({ quantity: 9 }),
    cell({ quantity: 4, hour: HOUR - 2 * HOUR_MS, category: 'security' }),
    cell({ quantity: 7, outcome: 'kept_raw', category: 'profile' }),
    cell({ quantity: 99, outcome: 'cut', reason: 'message' }),
    cell({ quantity: 99, outcome: 'scrubbed', reason: 'password' }),
    cell({ quantity: 3, outcome: 'dropped', reason: 'filtered_crawler' }),
    cell({ quantity: 2, outcome: 'refused', reason: 'over_quota' }),
    cell({ quantity: 1, outcome: 'refused', reason: 'malformed', projectId: till.id }),
    cell({ quantity: 50, projectId: bob.project.id }),
  ])
})
afterAll(() => world.close())

interface Stats {
  readonly start: string
  readonly intervals: readonly string[]
  readonly groups: ReadonlyArray<{
    readonly by: Record<string, string | number>
    readonly totals: Record<string, number>
    readonly series: Record<string, readonly number[]>
  }>
  readonly detail?: string
}
async function stats(query: string, token = ann.token): Promise<Stats> {
  const { status, body } = await ask(token, `GET ${STATS}${query}`)
  expect([status, (body as Stats).detail]).toEqual([200, undefined])
  return body as Stats
}
const sums = async (query: string) =>
  (await stats(query)).groups.map(({ by, totals }) =>
    (Object.values(by) as unknown[]).concat(totals['sum(quantity)']),
  )

describe('what was sent to an organization, under /api/0', () => {
  it('[AP149] counts items by outcome in Sentry’s words, in whole steps', async () => {
    const { start, intervals, groups } = await stats('?field=sum(quantity)&groupBy=outcome&statsPeriod=4h')
    expect([start, intervals.length]).toEqual(['2026-11-15T08:00:00.000Z', 5])
    expect(groups).toEqual([
      {
        by: { outcome: 'accepted' },
        totals: { 'sum(quantity)': 20 },
        series: { 'sum(quantity)': [0, 0, 4, 0, 16] },
      },
      {
        by: { outcome: 'filtered' },
        totals: { 'sum(quantity)': 3 },
        series: { 'sum(quantity)': [0, 0, 0, 0, 3] },
      },
      {
        by: { outcome: 'rate_limited' },
        totals: { 'sum(quantity)': 2 },
        series: { 'sum(quantity)': [0, 0, 0, 0, 2] },
      },
      {
        by: { outcome: 'invalid' },
        totals: { 'sum(quantity)': 1 },
        series: { 'sum(quantity)': [0, 0, 0, 0, 1] },
      },
    ])
  })

  it('[AP149] groups by several, and honours category, outcome, reason, project, time and interval', async () => {
    const by = '?field=sum(quantity)&groupBy=category'
    expect(await sums(by)).toEqual([
      ['error', 19],
      ['profile', 7],
    ])
    expect(await sums(`${by}&groupBy=project&outcome=accepted&category=error`)).toEqual([
      ['error', Number(ann.project.id), 13],
    ])
    expect(await sums('?field=sum(quantity)&groupBy=reason&outcome=filtered&outcome=invalid')).toEqual([
      ['filtered_crawler', 3],
      ['malformed', 1],
    ])
    expect(await sums(`${by}&reason=over_quota`)).toEqual([['error', 2]])
    expect(await sums(`${by}&project=till`)).toEqual([['error', 1]])
    const window = 'start=2026-11-15T10:00:00&end=2026-11-15T11:00:00'
    expect(await sums(`${by}&${window}`)).toEqual([['error', 4]])
    const days = await stats(`${by}&statsPeriod=3d&interval=1d`)
    expect(days.groups[0]!.series['sum(quantity)']).toEqual([0, 0, 0, 19])
  })

  it.each([
    ['?groupBy=outcome', 'field'],
    ['?field=sum(quantity)', 'groupBy'],
    ['?field=sum(bytes)&groupBy=outcome', 'field: must be one of'],
    ['?field=sum(quantity)&groupBy=outcome&groupBy=release', 'groupBy: must be one of'],
    ['?field=sum(quantity)&groupBy=outcome&category=errors', 'category: must be one of'],
    ['?field=sum(quantity)&groupBy=outcome&outcome=lost', 'outcome: must be one of'],
    ['?field=sum(quantity)&groupBy=outcome&interval=5m', 'interval: '],
    ['?field=sum(quantity)&groupBy=outcome&statsPeriod=1000d', 'interval: the time has'],
    ['?field=sum(quantity)&groupBy=outcome&statsPeriod=200d', 'three months'],
    ['?field=sum(quantity)&groupBy=outcome&sort=x', 'sort: is not a parameter here'],
  ])('[AP149] refuses %s by name', async (query, name) => {
    expect(await ask(ann.token, `GET ${STATS}${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(name) as string },
    })
  })

  it('[AP149] counts nothing of another organization', async () => {
    const by = '?field=sum(quantity)&groupBy=outcome'
    expect((await ask(bob.token, `GET ${STATS}${by}`)).status).toBe(404)
    expect((await ask(bob.token, `GET /organizations/other/stats_v2/${by}&project=${till.id}`)).status).toBe(
      404,
    )
    expect((await ask(bob.token, `GET /organizations/other/stats_v2/${by}`)).body).toMatchObject({
      groups: [{ totals: { 'sum(quantity)': 50 } }],
    })
  })
})

describe('counts of issues, under /api/0', () => {
  const COUNTS = '/organizations/main/issues-stats/'
  let ids: readonly string[]

  beforeAll(async () => {
    const staging = { environment: 'staging', user: { id: 'u2' } }
    await world.store(ann.project, [anErrorPayload(eventId(1))], NOW - 50 * HOUR_MS)
    await world.store(
      ann.project,
      [anErrorPayload(eventId(2)), anErrorPayload(eventId(3), staging)],
      NOW - HOUR_MS,
    )
    await world.store(till, [aMessagePayload(eventId(4), 'no paper')], NOW - HOUR_MS)
    await world.store(bob.project, [aMessagePayload(eventId(5), 'theirs')], NOW - HOUR_MS)
    const idOf = async (project: Project) =>
      (await world.records.issues.page({ projectIds: [project.id] }, { sort: 'last_seen', limit: 1 }))
        .issues[0]!.id
    ids = [await idOf(ann.project), await idOf(till), await idOf(bob.project)]
  })

  const counts = async (query: string) => {
    const { status, body } = await ask(ann.token, `GET ${COUNTS}?${query}`)
    expect(status).toBe(200)
    return body as ReadonlyArray<{
      id: string
      count: string
      userCount: number
      stats: Record<string, number[][]>
    }>
  }

  it('[AP151] counts events and users of the named issues within the time and environments', async () => {
    const groups = ids.map((id) => `groups=${id}`).join('&')
    const rows = await counts(`${groups}&statsPeriod=24h`)
    expect(rows.map(({ id, count, userCount }) => [id, count, userCount])).toEqual([
      [ids[0], '2', 2],
      [ids[1], '1', 0],
    ])
    expect(rows[0]).toMatchObject({
      filtered: null,
      lifetime: { count: '3', userCount: 2, firstSeen: new Date(NOW - 50 * HOUR_MS).toISOString() },
    })
    expect(rows[0]!.stats['24h']!.map(([, value]) => value).slice(-2)).toEqual([2, 0])
    const staging = await counts(`groups=${ids[0]}&environment=staging&groupStatsPeriod=14d`)
    expect(staging).toMatchObject([{ count: '1', userCount: 1, lifetime: { count: '3' } }])
    expect(Object.keys(staging[0]!.stats)).toEqual(['14d'])
    expect(await counts(`groups=${ids[0]}&project=till`)).toEqual([])
    expect(await counts('groups=999999')).toEqual([])
  })

  it.each([
    ['statsPeriod=24h', 'groups'],
    ['groups=SHOP-1', 'groups: must be the ID'],
    ['groups=1&query=is:unresolved', 'query: is not a parameter here'],
    ['groups=1&groupStatsPeriod=7d', 'groupStatsPeriod: must be'],
  ])('[AP151] refuses %s by name', async (query, name) => {
    expect(await ask(ann.token, `GET ${COUNTS}?${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(name) as string },
    })
  })
})
