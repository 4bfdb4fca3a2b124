import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#domain/projects/project.ts'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import { aSpanRow } from '#api/testing/span-rows.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const HOUR = 3_600_000
let world: World
let ann: Tenant
let bob: Tenant
let till: Project
const ask = sentryAsker(() => world)

const trace = (number: number) => number.toString(16).padStart(32, '0')
const span = (number: number) => number.toString(16).padStart(16, '0')

/** By its number; it started that many milliseconds after the first. */
const row = (number: number, of: number, more: object) =>
  aSpanRow(span(number), {
    traceId: trace(of),
    segmentId: span(of),
    receivedAt: NOW - HOUR,
    startedAt: NOW - HOUR - 10_000 + number,
    ...more,
  })
const segment = (number: number, more: object) =>
  row(number, number, { isSegment: true, op: 'pageload', name: '/cart', route: '/cart', ...more })

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const input = { organizationId: ann.organization.id, name: 'Till', platform: undefined, now: NOW }
  till = (await world.records.projects.create(input)).project
  await world.storeSpans(ann.project, [
    segment(1, { duration: 900, status: 'error', vitals: { lcp: 2400, cls: 0.3 }, user: 'u1' }),
    row(2, 1, { op: 'db', name: 'SELECT cart', duration: 30 }),
    row(3, 1, { op: 'db.redis', name: 'GET cart', duration: 10, status: 'unset' }),
    segment(4, {
      duration: 100,
      op: 'navigation',
      route: '/product/[id]',
      name: '/product/7',
      browser: 'Firefox 131.0',
      user: 'u2',
    }),
    row(5, 4, { op: 'db', name: 'SELECT product', duration: 1500 }),
  ])
  await world.storeSpans(till, [segment(6, { duration: 500, release: 'till@1', environment: 'staging' })])
})
afterAll(() => world.close())

interface Rows {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly meta: { readonly fields: Readonly<Record<string, string>> }
}
const rows = async (query: string): Promise<Rows> => {
  const { status, body } = await ask(ann.token, `GET /organizations/main/events/?dataset=spans&${query}`)
  expect([status, (body as { detail?: string }).detail]).toEqual([200, undefined])
  return body as Rows
}

describe('searching spans', () => {
  it.each([
    ['', [6, 5, 4, 3, 2, 1]],
    ['is_transaction:true', [6, 4, 1]],
    ['is_transaction:0', [5, 3, 2]],
    ['span.op:db', [5, 2]],
    ['span.op:db*', [5, 3, 2]],
    ['!span.op:[db,db.redis]', [6, 4, 1]],
    ['span.op:[db]', [5, 2]],
    ['span.op:navigation span.op:db', [5, 4, 2]],
    ['span.op:db OR transaction:"/product/[id]"', [5, 4, 2]],
    ['NOT span.op:db', [6, 4, 3, 1]],
    ['span.description:"SELECT cart"', [2]],
    ['select', [5, 2]],
    ['!select is_transaction:false', [3]],
    ['span.duration:>1s', [5]],
    ['span.duration:>=0.5s AND span.duration:<1.5s', [6, 1]],
    ['span.duration:>20 span.duration:<200', [4, 2]],
    ['span.duration:10..30', [3, 2]],
    ['span.status:[error,unset]', [3, 1]],
    ['transaction:/cart', [6, 3, 2, 1]],
    ['transaction.op:navigation', [5, 4]],
    ['transaction.duration:>600ms', [3, 2, 1]],
    ['has:measurements.lcp', [1]],
    ['!has:measurements.lcp is_transaction:true', [6, 4]],
    ['measurements.lcp:>2s', [1]],
    ['measurements.cls:>0.25', [1]],
    ['browser.name:Firefox', [5, 4]],
    ['user:u1', [3, 2, 1]],
    ['release:till@1 environment:staging', [6]],
    ['project:till', [6]],
    ['!project:till is_transaction:true', [4, 1]],
    ['project:nothing', []],
    [`trace:${trace(1)} span.op:db`, [2]],
    [`trace:${trace(99)}`, []],
  ])('[AP155] finds what “%s” asks for', async (query, expected) => {
    const { data } = await rows(`query=${encodeURIComponent(query)}`)
    expect(data.map(({ id }) => Number.parseInt(String(id), 16))).toEqual(expected)
  })

  it('[AP155] honours sort, project, environment, period, start and end', async () => {
    const found = async (query: string) =>
      (await rows(query)).data.map(({ id }) => Number.parseInt(String(id), 16))
    expect(await found('sort=-span.duration&per_page=2')).toEqual([5, 1])
    expect(await found('sort=span.duration&per_page=2')).toEqual([3, 2])
    expect(await found('sort=timestamp&per_page=2')).toEqual([1, 2])
    expect(await found('project=till')).toEqual([6])
    expect(await found('environment=staging&environment=other')).toEqual([6])
    expect(await found('environment=nowhere')).toEqual([])
    expect(await found('statsPeriod=1s')).toEqual([])
    const between = (from: number, to: number) =>
      `start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`
    expect(await found(`${between(NOW - 2 * HOUR, NOW)}&per_page=1`)).toEqual([6])
    expect(await found(between(NOW - HOUR / 2, NOW))).toEqual([])
  })

  it('[AP155] answers the fields asked for, with those of the segment', async () => {
    const { data, meta } = await rows('query=span.duration:>1s')
    expect(data).toEqual([
      {
        id: span(5),
        trace: trace(4),
        'project.name': 'main-shop',
        'span.op': 'db',
        'span.description': 'SELECT product',
        'span.duration': 1500,
        transaction: '/product/[id]',
        project: 'main-shop',
        timestamp: new Date(NOW - HOUR - 10_000 + 5).toISOString(),
      },
    ])
    expect(meta.fields).toMatchObject({ 'span.duration': 'number', timestamp: 'date', transaction: 'string' })
    const fields = [
      'parent_span',
      'is_transaction',
      'transaction.duration',
      'browser.name',
      'release',
      'measurements.lcp',
    ]
    const asked = fields.map((field) => `field=${field}`).join('&')
    expect((await rows(`query=span.description:"GET+cart"&${asked}`)).data[0]).toMatchObject({
      parent_span: null,
      is_transaction: 0,
      'transaction.duration': 900,
      'browser.name': null,
      release: 'shop@1.4.2',
      'measurements.lcp': null,
    })
  })

  it('[AP156] counts and measures spans by the plain fields, in the order asked for', async () => {
    const db = await rows(
      'query=span.op:db&field=transaction&field=count()&field=avg(span.duration)&field=p95(span.duration)&sort=-count()',
    )
    expect(db.data).toEqual([
      { transaction: '/cart', 'count()': 1, 'avg(span.duration)': 30, 'p95(span.duration)': 30 },
      { transaction: '/product/[id]', 'count()': 1, 'avg(span.duration)': 1500, 'p95(span.duration)': 1500 },
    ])
    const endpoints = await rows(
      'query=is_transaction:true&field=project&field=transaction&field=count_unique(user)&field=max(span.duration)&field=failure_rate()&sort=-max(span.duration)',
    )
    expect(endpoints.data).toEqual([
      {
        project: 'main-shop',
        transaction: '/cart',
        'count_unique(user)': 1,
        'max(span.duration)': 900,
        'failure_rate()': 1,
      },
      {
        project: 'till',
        transaction: '/cart',
        'count_unique(user)': 0,
        'max(span.duration)': 500,
        'failure_rate()': 0,
      },
      {
        project: 'main-shop',
        transaction: '/product/[id]',
        'count_unique(user)': 1,
        'max(span.duration)': 100,
        'failure_rate()': 0,
      },
    ])
    const vitals = await rows(
      'query=has:measurements.lcp&field=transaction&field=p75(measurements.lcp)&field=p75(measurements.cls)',
    )
    expect(vitals.data).toEqual([
      { transaction: '/cart', 'p75(measurements.lcp)': 2400, 'p75(measurements.cls)': 0.3 },
    ])
    const all =
      'field=count()&field=epm()&field=p100()&field=min(span.duration)&field=sum(span.duration)&statsPeriod=2h'
    expect((await rows(all)).data).toEqual([
      {
        'count()': 6,
        'epm()': expect.closeTo(6 / 120) as number,
        'p100()': 1500,
        'min(span.duration)': 10,
        'sum(span.duration)': 3040,
      },
    ])
    expect((await rows('field=count()&query=span.op:nothing')).data).toEqual([{ 'count()': 0 }])
    expect((await rows('field=span.op&field=count()&per_page=1')).data).toEqual([
      { 'span.op': 'db', 'count()': 2 },
    ])
  })

  it('[AP155] finds nothing of another organization', async () => {
    const theirs = 'GET /organizations/other/events/?dataset=spans'
    expect((await ask(bob.token, theirs)).body).toMatchObject({ data: [] })
    expect((await ask(bob.token, `${theirs}&query=trace:${trace(1)}`)).body).toMatchObject({ data: [] })
    expect((await ask(bob.token, 'GET /organizations/main/events/?dataset=spans')).status).toBe(404)
  })
})
