import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#domain/projects/project.ts'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR_MS = 3_600_000
const SESSIONS = '/organizations/main/sessions/'
type Status = 'ok' | 'exited' | 'errored' | 'abnormal' | 'unhandled' | 'crashed'
let world: World
let ann: Tenant
let bob: Tenant
let till: Project
const ask = sentryAsker(() => world)
let last = 0
const hex = (number: number) => number.toString(16).padStart(16, '0')

const session = (release: string, status: Status, who: number, over: object = {}) => ({
  receivedAt: NOW - HOUR_MS,
  startedAt: NOW - HOUR_MS,
  release,
  environment: 'production',
  session: hex(++last),
  user: hex(1000 + who),
  status,
  quantity: 1,
  ...over,
})

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const input = { organizationId: ann.organization.id, name: 'Till', platform: undefined, now: NOW }
  till = (await world.records.projects.create(input)).project
  const earlier = { startedAt: NOW - 3 * HOUR_MS, receivedAt: NOW - 3 * HOUR_MS }
  await world.storeSessions(ann.project, [
    session('shop@1', 'exited', 1, earlier),
    session('shop@1', 'exited', 1),
    session('shop@1', 'errored', 2),
    session('shop@1', 'crashed', 3),
    session('shop@2', 'unhandled', 3, { environment: 'staging' }),
    session('shop@2', 'abnormal', 1, { environment: 'staging' }),
  ])
  await world.storeSessions(till, [session('till@1', 'exited', 1), session('till@1', 'exited', 2)])
  await world.storeSessions(bob.project, [session('theirs@1', 'crashed', 9)])
})
afterAll(() => world.close())

interface Sessions {
  readonly intervals: readonly string[]
  readonly query: string
  readonly groups: ReadonlyArray<{
    readonly by: Record<string, string | number>
    readonly totals: Record<string, number | null>
    readonly series: Record<string, ReadonlyArray<number | null>>
  }>
  readonly detail?: string
}
async function sessions(query: string, token = ann.token): Promise<Sessions> {
  const { status, body } = await ask(token, `GET ${SESSIONS}${query}`)
  expect([status, (body as Sessions).detail]).toEqual([200, undefined])
  return body as Sessions
}
const rows = async (query: string) =>
  (await sessions(query)).groups.map(({ by, totals }) =>
    (Object.values(by) as unknown[]).concat(Object.values(totals)),
  )

describe('sessions of an organization, under /api/0', () => {
  it('[AP150] counts sessions and users with their crash rates, in all and by steps', async () => {
    const fields = ['sum(session)', 'count_unique(user)', 'crash_rate(session)', 'crash_free_rate(user)']
    const asked = fields.map((field) => `field=${field}`).join('&')
    const { groups, intervals } = await sessions(`?${asked}&project=${ann.project.id}&statsPeriod=4h`)
    expect(intervals).toHaveLength(5)
    const free = [null, 1, null, 2 / 3, null]
    expect(groups).toEqual([
      {
        by: {},
        totals: {
          'sum(session)': 6,
          'count_unique(user)': 3,
          'crash_rate(session)': 1 - (1 - 2 / 6),
          'crash_free_rate(user)': 1 - 1 / 3,
        },
        series: {
          'sum(session)': [0, 1, 0, 5, 0],
          'count_unique(user)': [0, 1, 0, 3, 0],
          'crash_rate(session)': [null, 0, null, 1 - (1 - 2 / 5), null],
          'crash_free_rate(user)': free.map((share) => (share === 2 / 3 ? 1 - 1 / 3 : share)),
        },
      },
    ])
  })

  it('[AP150] groups by project, release, environment and status', async () => {
    const field = '?field=sum(session)&statsPeriod=24h'
    expect(await rows(`${field}&groupBy=project`)).toEqual([
      [Number(ann.project.id), 6],
      [Number(till.id), 2],
    ])
    expect(await rows(`${field}&groupBy=release&groupBy=environment`)).toEqual([
      ['shop@1', 'production', 4],
      ['shop@2', 'staging', 2],
      ['till@1', 'production', 2],
    ])
    expect(await rows(`${field}&groupBy=environment&field=count_unique(user)`)).toEqual([
      ['production', 6, 5],
      ['staging', 2, 2],
    ])
    expect(await rows(`${field}&groupBy=session.status`)).toEqual([
      ['healthy', 4],
      ['errored', 1],
      ['abnormal', 1],
      ['unhandled', 1],
      ['crashed', 1],
    ])
    expect(await rows(`${field}&groupBy=release&orderBy=sum(session)&per_page=2`)).toEqual([
      ['shop@2', 2],
      ['shop@1', 4],
    ])
  })

  it('[AP150] honours query, environment, project and what is to be left out', async () => {
    const field = '?field=sum(session)&statsPeriod=24h'
    expect(await rows(`${field}&query=release:shop@1`)).toEqual([[4]])
    expect(await rows(`${field}&query=release:[shop@1,shop@2]+environment:production`)).toEqual([[4]])
    expect(await rows(`${field}&query=release:shop@1+AND+release:shop@2`)).toEqual([[0]])
    expect(await rows(`${field}&environment=staging`)).toEqual([[2]])
    expect(await rows(`${field}&environment=staging&query=environment:production`)).toEqual([[0]])
    expect(await rows(`${field}&project=till`)).toEqual([[2]])
    const [bare] = (await sessions(`${field}&includeTotals=0&includeSeries=0`)).groups
    expect(bare).toEqual({ by: {}, totals: {}, series: {} })
    expect((await sessions('?field=sum(session)')).intervals).toHaveLength(90 * 24 + 1)
  })

  it.each([
    ['', 'field'],
    ['?field=p50(session.duration)', 'field: must be one of'],
    ['?field=sum(session)&field=avg(x)', 'field: must be one of'],
    ['?field=sum(session)&groupBy=user', 'groupBy: must be one of'],
    ['?field=count_unique(user)&groupBy=session.status', 'count_unique(user)'],
    ['?field=sum(session)&query=user.id:1', 'query: sessions are found by'],
    ['?field=sum(session)&query=!release:shop@1', 'query: sessions are found by'],
    ['?field=sum(session)&query=release:shop*', 'query: sessions are found by'],
    ['?field=sum(session)&query=(release:a', 'query: can’t be read'],
    ['?field=sum(session)&orderBy=-crash_rate(user)', 'orderBy: crash_rate(user)'],
    ['?field=sum(session)&interval=30m', 'interval: '],
    ['?field=sum(session)&interval=0h', 'interval: '],
    ['?field=sum(session)&groupBy=release&per_page=90', 'per_page: at most 23'],
    ['?field=sum(session)&totals=1', 'totals: is not a parameter here'],
  ])('[AP150] refuses %s by name', async (query, name) => {
    expect(await ask(ann.token, `GET ${SESSIONS}${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(name) as string },
    })
  })

  it('[AP150] counts nothing of another organization', async () => {
    const field = '?field=sum(session)'
    expect((await ask(bob.token, `GET ${SESSIONS}${field}`)).status).toBe(404)
    expect(
      (await ask(bob.token, `GET /organizations/other/sessions/${field}&project=${till.id}`)).status,
    ).toBe(404)
    expect((await ask(bob.token, `GET /organizations/other/sessions/${field}`)).body).toMatchObject({
      groups: [{ totals: { 'sum(session)': 1 } }],
    })
  })
})
