import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { ALL_ENDPOINTS, bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'
import { aVisit } from '#stores/telemetry/telemetry.builders.ts'

const EVENTS = 120

let world: World
let ann: Tenant
let bob: Tenant
let issue: IssueSummary

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const payloads = Array.from({ length: EVENTS }, (_, index) => anErrorPayload(eventId(index + 1)))
  await world.store(ann.project, payloads)
  await world.store(bob.project, [anErrorPayload(eventId(999))])
  const { issues } = (await (await ask(`/projects/${ann.project.slug}/issues`)).json()) as {
    issues: IssueSummary[]
  }
  issue = issues[0]!
})
afterAll(() => world.close())

const ask = (path: string, headers: Record<string, string> = {}) =>
  world.app.request(`${ORIGIN}/api/v1${path}`, { headers: { ...bearer(ann.token), ...headers } })

it('[AP91] answers all pages of the events of an issue as one file, each event once', async () => {
  const response = await ask(`/issues/${issue.id}/events?format=ndjson&limit=10`)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${issue.id}-events.ndjson"`)
  const lines = (await response.text()).trimEnd().split('\n')
  const ids = lines.map((line) => (JSON.parse(line) as { eventId: string }).eventId)
  expect(ids.toSorted()).toEqual(Array.from({ length: EVENTS }, (_, index) => eventId(index + 1)))
})

it('[AP91] answers issues as CSV, asked for by address or by what is accepted, narrowed by the search', async () => {
  const path = `/projects/${ann.project.slug}/issues`
  const byAddress = await ask(`${path}?format=csv`)
  expect(byAddress.headers.get('content-disposition')).toContain(`${ann.project.slug}-issues.csv`)
  const text = await byAddress.text()
  expect(await (await ask(path, { accept: 'text/csv' })).text()).toBe(text)
  const [head, first, ...rest] = text.split('\r\n')
  expect(head).toMatch(/^id,shortId,project,/)
  expect(first).toMatch(new RegExp(`^${issue.id},${issue.shortId},`))
  expect(rest).toEqual([''])
  const none = await (await ask(`${path}?format=csv&query=is%3Aresolved`)).text()
  expect(none).toBe(`${head}\r\n`)
})

it('[AP91] answers all rows of a list without pages', async () => {
  await world.storeSpans(
    ann.project,
    Array.from({ length: EVENTS }, (_, index) => aVisit(index + 1, { receivedAt: NOW - 60_000 })),
  )
  const text = await (await ask(`/projects/${ann.project.slug}/traces?format=ndjson`)).text()
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { traceId: string }).traceId)
  expect(new Set(ids).size).toBe(EVENTS)
})

it.each(
  ALL_ENDPOINTS.flatMap(([name, { rows, path }]) => (rows === undefined ? [] : [[name, path] as const])),
)('[AP91] has a header line and as many cells in every row: %s', async (_, path) => {
  const address = path
    .replace('/api/v1', '')
    .replace(':project', ann.project.slug)
    .replace(':issue', issue.id)
  const response = await ask(`${address}?format=csv`)
  expect(response.status).toBe(200)
  expect((await response.text()).split('\r\n')[0]?.split(',').length).toBeGreaterThan(2)
})

it('[AP91] answers all users of an issue, whatever number of them a page shows', async () => {
  const payloads = ['ann', 'bob', 'eve'].map((id, index) =>
    anErrorPayload(eventId(EVENTS + 1 + index), { user: { id } }),
  )
  await world.store(ann.project, payloads)
  const text = await (await ask(`/issues/${issue.id}/users?format=csv&limit=1`)).text()
  expect(text).toMatch(/^user,events,lastSeen\r\n/)
  for (const user of ['ann', 'bob', 'eve']) expect(text).toContain(`\r\n${user},1,`)
})

it('[AP91] refuses a format that it does not know, and a cursor that was never given out', async () => {
  expect((await ask(`/projects/${ann.project.slug}/issues?format=xlsx`)).status).toBe(400)
  expect((await ask(`/issues/${issue.id}/events?format=csv&cursor=x`)).status).toBe(400)
})

it('[AP93] holds nothing of another organization', async () => {
  expect((await ask(`/projects/${bob.project.slug}/events?format=csv`)).status).toBe(404)
  const own = await (await ask(`/projects/${ann.project.slug}/events?format=csv`)).text()
  expect(own).not.toContain(eventId(999))
})
