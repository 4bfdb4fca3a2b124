import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import { anErrorPayload, aMessagePayload, eventId } from '#api/testing/payloads.ts'
import type { Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const EVENTS = '/organizations/main/events/'
const HOUR = 3_600_000
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
  const user = (id: string) => ({ user: { id } })
  for (const [index, [project, payload]] of [
    [ann.project, anErrorPayload(eventId(1), user('u1'))] as const,
    [till, aMessagePayload(eventId(2), 'no paper', { tags: { plan: 'free' } })] as const,
    [ann.project, anErrorPayload(eventId(3), user('u2'))] as const,
    [till, aMessagePayload(eventId(4), 'no paper')] as const,
    [ann.project, anErrorPayload(eventId(5), user('u2'))] as const,
  ].entries())
    await world.store(project, [payload], NOW - 10 * HOUR + index * HOUR)
})
afterAll(() => world.close())

interface Rows {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly detail?: string
}
const rows = async (query: string) => {
  const { status, body, link } = await ask(ann.token, `GET ${EVENTS}${query}`)
  const { data, detail } = body as Rows
  expect([status, detail]).toEqual([200, undefined])
  return { data, link }
}

describe('searching events of an organization', () => {
  it('[AP142] answers the fields asked for, of all projects, newest first', async () => {
    const { data } = await rows(
      '?field=issue&field=title&field=project&field=plan&field=user.id&sort=-timestamp',
    )
    expect(data.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1].map(eventId))
    expect(data[0]).toEqual({
      id: eventId(5),
      issue: 'MAIN-SHOP-1',
      'issue.id': expect.any(String) as string,
      title: 'TypeError: Cannot read properties of undefined',
      project: 'main-shop',
      'project.name': 'main-shop',
      plan: 'pro',
      'user.id': 'u2',
    })
    expect(data[3]).toMatchObject({ project: 'till', plan: 'free', 'user.id': null })
  })

  it('[AP142] pages through the projects together, each event once', async () => {
    const seen: unknown[] = []
    let cursor = ''
    do {
      const { data, link } = await rows(`?field=id&per_page=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...data.map(({ id }) => id))
      const [, next = ''] = /rel="next"; results="true"; cursor="([^"]+)"/.exec(link) ?? []
      cursor = next
    } while (cursor !== '')
    expect(seen).toEqual([5, 4, 3, 2, 1].map(eventId))
  })

  it('[AP142] honours query, project and time', async () => {
    const ids = async (query: string) => (await rows(query)).data.map(({ id }) => id)
    expect(await ids('?query=level:error&statsPeriod=7h')).toEqual([eventId(5)])
    expect(await ids(`?project=${till.id}`)).toEqual([eventId(4), eventId(2)])
    expect(await ids('?project=till&query=plan:free')).toEqual([eventId(2)])
  })

  it('[AP142] counts events by the plain fields, in the order asked for', async () => {
    const fields = 'field=issue&field=count()&field=count_unique(user)&field=last_seen()&field=latest_event()'
    const { data } = await rows(`?${fields}&sort=-count()`)
    expect(data).toMatchObject([
      { issue: 'MAIN-SHOP-1', 'count()': 3, 'count_unique(user)': 2, 'latest_event()': eventId(5) },
      { issue: 'TILL-1', 'count()': 2, 'count_unique(user)': 0, 'latest_event()': eventId(4) },
    ])
    expect((await rows(`?${fields}&sort=last_seen`)).data[0]).toMatchObject({ issue: 'TILL-1' })
    expect((await rows('?field=count()&query=plan:nothing')).data).toEqual([{ 'count()': 0 }])
  })

  it('[AP142] refuses to count a part of the events', async () => {
    const busy = await openWorld()
    const { project, token } = await busy.tenant('main')
    const many = Array.from({ length: LIMITS.search.countedEvents + 1 }, (_, index) =>
      aMessagePayload(eventId(index + 1), 'busy'),
    )
    await busy.store(project, many)
    const answer = await sentryAsker(() => busy)(token, `GET ${EVENTS}?field=count()`)
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('More than 10000 events') as string },
    })
    await busy.close()
  })

  it.each([
    ['?dataset=transactions', 'dataset: transactions'],
    ['?dataset=spans&query=has:db.statement', 'query: db.statement'],
    ['?dataset=spans&query=http.method:GET', 'query: http.method'],
    ['?dataset=spans&query="span.op":db', 'query: span.op'],
    ['?dataset=spans&query=span.op:/db/', 'query: span.op by a regular expression'],
    ['?dataset=spans&query=span.duration:slow', 'query: span.duration:slow'],
    ['?dataset=spans&query=span.status:cancelled', 'one of ok, error, unset'],
    ['?dataset=spans&query=release:latest', 'query: release:latest'],
    ['?dataset=spans&query=release:>1.0', 'query: release:>1.0'],
    ['?dataset=spans&query=is_transaction:maybe', 'query: is_transaction:maybe'],
    ['?dataset=spans&query=count():>5', 'query: count():>5'],
    ['?dataset=spans&query=span.op:a*b*c*d*e*f*g*h*i*j*k*l', 'query: span.op with more than ten'],
    ['?dataset=spans&query=trace:1', 'query: trace has 32'],
    ['?dataset=spans&field=span.self_time', 'field: spans have no span.self_time'],
    ['?dataset=spans&field=p33(span.duration)', 'field: spans have no p33'],
    ['?dataset=spans&field=p95(http.status_code)', 'field: spans have no p95(http'],
    ['?dataset=spans&field=timestamp&field=count()', 'field: spans can’t be counted by timestamp'],
    ['?dataset=spans&sort=span.op', 'sort: span.op'],
    ['?dataset=spans&field=count()&sort=-span.op', 'sort: span.op'],
    ['?field=p95(x)', 'field: there is no p95(x)'],
    ['?field=title&sort=title', 'sort: '],
    ['?field=count()&sort=-timestamp', 'sort: timestamp'],
    ['?query=(plan:pro', 'bracket at position 1'],
    ['?interval=1h', 'interval'],
  ])('[AP142] refuses %s by name', async (query, name) => {
    expect(await ask(ann.token, `GET ${EVENTS}${query}`)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(name) as string },
    })
  })

  it.each([
    ['?dataset=errors&field=title&orderby=-timestamp&query=plan:pro', true],
    ['?dataset=logs&field=severity&orderby=-timestamp&query=severity:error', true],
    ['?dataset=spans&field=span.op', true],
    ['?dataset=spans&field=span.op&query=has:db.statement', false],
    ['?dataset=spans&field=span.op&field=p75(span.duration)&orderby=-p75(span.duration)', true],
    ['?dataset=spans&field=span.op&field=p75(x)&orderby=span.op', false],
    ['?dataset=spans&field=span.op&query=is_transaction:true&orderby=-timestamp', true],
    ['?dataset=spans&field=span.op&query=is_transaction:true&orderby=span.op', false],
    ['?dataset=errors&field=p95(x)', false],
    ['?dataset=errors&field=title&orderby=title', false],
    ['?dataset=errors&field=title&query=(plan:pro', false],
  ])('[AP142] says before whether it can answer %s', async (query, valid) => {
    const { status, body } = await ask(ann.token, `GET ${EVENTS}validate/${query}`)
    expect([status, (body as { valid: boolean }).valid]).toEqual([200, valid])
  })

  it('[AP142] has nothing of datasets that nobody can send', async () => {
    expect((await rows('?dataset=logs&field=message&sort=-timestamp')).data).toEqual([])
  })

  it('[AP142] finds nothing of another organization', async () => {
    expect((await ask(bob.token, `GET ${EVENTS}`)).status).toBe(404)
    expect((await ask(bob.token, `GET /organizations/other/events/?project=${till.id}`)).status).toBe(404)
    expect((await ask(bob.token, 'GET /organizations/other/events/')).body).toMatchObject({ data: [] })
  })
})
