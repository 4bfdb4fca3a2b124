import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentryAsker } from '#api/testing/ask-sentry.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { own } from '#api/testing/requests.ts'
import { aSpanRow } from '#api/testing/span-rows.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PAGE = '00000000000000a1'
const FETCH = 'b7ad6b7169203331'
const ISSUE = '/organizations/main/issues/MAIN-SHOP-1/'
let world: World
let ann: Tenant
let bob: Tenant
let session: Record<string, string>
const ask = sentryAsker(() => world)

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  await world.store(ann.project, [anErrorPayload(eventId(1))])
  const row = (spanId: string, more: Partial<Parameters<typeof aSpanRow>[1]>) =>
    aSpanRow(spanId, { traceId: TRACE, receivedAt: NOW, startedAt: NOW - 1000, ...more })
  await world.storeSpans(ann.project, [
    row(PAGE, { isSegment: true, segmentId: PAGE, op: 'pageload', name: '/cart', duration: 900 }),
    row(FETCH, { parentSpanId: PAGE, segmentId: PAGE, op: 'http.client', name: 'GET /api', duration: 40 }),
  ])
  session = own(await world.signIn(ann))
})
afterAll(() => world.close())

const post = (path: string, body: object) =>
  world.app.request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { ...session, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('what happened to an issue, under /api/0', () => {
  it('[AP141] lists changes and comments, and takes comments of a token in the name of its owner', async () => {
    await ask(session, `PUT ${ISSUE}`, { status: 'resolved' })
    const made = await post('/api/v1/tokens', { name: 'mine', scopes: ['event:write'] })
    const { secret } = (await made.json()) as { secret: string }
    const note = await ask(secret, `POST ${ISSUE}notes/`, { text: 'Known since Monday.' })
    expect(note).toMatchObject({ status: 201, body: { user: { id: ann.userId } } })
    expect((await ask(ann.token, `GET ${ISSUE}notes/?per_page=25`)).body).toEqual([note.body])
    expect((await ask(ann.token, `GET ${ISSUE}activities/`)).body).toMatchObject({
      activity: [
        { type: 'note', data: { text: 'Known since Monday.' } },
        { type: 'set_resolved', user: { id: ann.userId } },
      ],
    })
    expect(await ask(ann.token, `POST ${ISSUE}notes/`, { text: 'x' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('belongs to an organization') as string },
    })
  })

  it('[AP141] takes conditions of ignoring an issue beside the status', async () => {
    await ask(ann.token, `PUT ${ISSUE}`, { status: 'ignored', ignoreCount: 10, ignoreWindow: 60 })
    expect((await ask(ann.token, `GET ${ISSUE}`)).body).toMatchObject({
      status: 'ignored',
      statusDetails: { ignoreCount: 10, ignoreWindow: 60 },
    })
  })

  it('[AP143] answers a trace as a tree, with the error at its span', async () => {
    const { body } = await ask(ann.token, `GET /organizations/main/trace/${TRACE}/?limit=1000&project=-1`)
    expect(body).toMatchObject([
      {
        span_id: PAGE,
        is_transaction: true,
        project_slug: 'main-shop',
        duration: 900,
        children: [{ span_id: FETCH, op: 'http.client', errors: [{ event_id: eventId(1) }] }],
      },
    ])
    const meta = `/organizations/main/trace-meta/${TRACE}/`
    expect((await ask(ann.token, `GET ${meta}`)).body).toMatchObject({
      span_count: 2,
      errors: 1,
      span_count_map: { pageload: 1, 'http.client': 1 },
    })
    const unknown = 'e'.repeat(32)
    expect((await ask(ann.token, `GET /organizations/main/trace/${unknown}/`)).body).toEqual([])
    expect((await ask(bob.token, `GET /organizations/other/trace/${TRACE}/`)).body).toEqual([])
    expect((await ask(bob.token, `GET ${meta}`)).status).toBe(404)
  })

  it('[AP144] lists alerts as workflows, by project and words', async () => {
    const rule = {
      when: { kind: 'new' },
      for: { projectIds: [ann.project.id], query: '', environments: ['production'], levels: [] },
      tell: [],
      every: 30,
    }
    expect((await post('/api/v1/alerts', rule)).status).toBe(201)
    const workflows = '/organizations/main/workflows/'
    const { body } = await ask(ann.token, `GET ${workflows}?projectSlug=main-shop&sortBy=-id`)
    expect(body).toMatchObject([
      { enabled: true, environment: 'production', config: { frequency: 30 }, detectorIds: [ann.project.id] },
    ])
    const [{ id, name }] = body as [{ id: string; name: string }]
    const quoted = encodeURIComponent(`name:"*${name.toUpperCase()}*"`)
    expect((await ask(ann.token, `GET ${workflows}?query=${quoted}`)).body).toEqual(body)
    expect((await ask(ann.token, `GET ${workflows}?id=${id}`)).body).toEqual(body)
    expect((await ask(ann.token, `GET ${workflows}?query=nothing`)).body).toEqual([])
    expect((await ask(bob.token, 'GET /organizations/other/workflows/')).body).toEqual([])
  })

  const event = `/projects/main/main-shop/events/${eventId(1)}/`
  it.each([
    ['/organizations/main/dashboards/', []],
    ['/organizations/main/uptime/', []],
    ['/organizations/main/alert-rules/', []],
    ['/organizations/main/combined-rules/', []],
    ['/organizations/main/agents/conversations/', []],
    ['/organizations/main/replays/', { data: [] }],
    ['/organizations/main/replay-count/', {}],
    [`${ISSUE}external-issues/`, []],
    [`${ISSUE}autofix/`, { autofix: null }],
    [`${event}attachments/`, []],
    ['/projects/main/main-shop/stacktrace-link/', { config: null, sourceUrl: null }],
  ])(
    '[AP145] answers that there is nothing at %s, and to others that it is not there',
    async (path, none) => {
      expect(await ask(ann.token, `GET ${path}`)).toMatchObject({ status: 200, body: none })
      expect((await ask(bob.token, `GET ${path}`)).status).toBe(404)
    },
  )

  it('[AP145] says that there is no Seer to analyse an issue', async () => {
    expect(await ask(ann.token, `POST ${ISSUE}autofix/`, {})).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('no Seer') as string },
    })
  })
})
