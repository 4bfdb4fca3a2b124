import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Segment, SpanDetails, Trace } from '@hindcast/contract/traces/traces.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { anErrorPayload, eventId } from '#api/testing/payloads.ts'
import { bearer } from '#api/testing/requests.ts'
import { aSpanRow } from '#api/testing/span-rows.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

const TRACE = 'a'.repeat(32)
const SHARED = 'b'.repeat(32)
const LONG = 'c'.repeat(32)
const PAGE = '00000000000000a1'
const FETCH = '00000000000000a2'
const SERVER = '00000000000000b1'
const QUERY = '00000000000000b2'
const T = NOW - 60_000

let world: World
let ann: Tenant
let bob: Tenant
let backend: Project

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  bob = await world.tenant('other')
  const created = await world.records.projects.create({
    organizationId: ann.organization.id,
    name: 'Backend',
    platform: 'node',
    now: NOW,
  })
  backend = created.project
  const row = (spanId: string, more: Partial<Parameters<typeof aSpanRow>[1]> = {}) =>
    aSpanRow(spanId, { traceId: TRACE, receivedAt: T + 2000, ...more })
  await world.storeSpans(ann.project, [
    row(PAGE, {
      isSegment: true,
      segmentId: PAGE,
      op: 'pageload',
      name: '/cart',
      startedAt: T,
      duration: 900.25,
      route: '/cart',
      vitals: { lcp: 640 },
    }),
    row(FETCH, { parentSpanId: PAGE, segmentId: PAGE, startedAt: T + 100.125, duration: 400 }),
  ])
  await world.storeSpans(backend, [
    row(SERVER, {
      parentSpanId: FETCH,
      isSegment: true,
      segmentId: SERVER,
      op: 'http.server',
      name: 'GET /api/cart',
      // The server's clock is a second behind.
      startedAt: T - 900,
      duration: 350,
      status: 'error',
    }),
    row(QUERY, {
      parentSpanId: '00000000000000ff',
      segmentId: SERVER,
      op: 'db',
      name: 'SELECT * FROM carts',
      startedAt: T - 800,
      duration: 20,
      details: {
        attributes: { 'db.system': 'postgresql', rows: 3 },
        links: [{ traceId: SHARED, spanId: PAGE, attributes: { kind: 'previous' } }],
        cuts: [{ path: 'attributes.db.statement', unit: 'characters', limit: 10, original: 20 }],
        scrubbed: [{ path: 'attributes.password', rule: 'key' }],
      },
    }),
  ])
  await world.storeSpans(bob.project, [row(PAGE, { traceId: SHARED, name: 'of bob' }), row(QUERY)])
  await world.storeSpans(ann.project, [row(PAGE, { traceId: SHARED, name: 'of ann', isSegment: true })])
  const trace = (span_id: string) => ({ contexts: { trace: { trace_id: TRACE, span_id } } })
  await world.store(ann.project, [anErrorPayload(eventId(1), trace(FETCH))], T + 3000)
  await world.store(backend, [anErrorPayload(eventId(2), trace(SERVER))], T + 4000)
  await world.store(bob.project, [anErrorPayload(eventId(3), trace(FETCH))], T + 4000)
})
afterAll(() => world.close())

function ask(path: string, token = ann.token) {
  return world.app.request(`${ORIGIN}/api/v1${path}`, { headers: bearer(token) })
}

async function answer<T>(path: string, token?: string): Promise<T> {
  const response = await ask(path, token)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

describe('GET /api/v1/traces/:trace', () => {
  it('[TR5] answers the spans of all projects of one’s own as columns', async () => {
    const trace = await answer<Trace>(`/traces/${TRACE}`)
    expect(trace.spans.id).toEqual([SERVER, QUERY, PAGE, FETCH])
    expect(trace.spans.parent).toEqual([3, 0, -1, 2])
    expect(trace.spans.project.map((index) => trace.projects[index]!.slug)).toEqual([
      backend.slug,
      backend.slug,
      ann.project.slug,
      ann.project.slug,
    ])
    expect(trace.spans.op.map((index) => trace.ops[index])).toEqual([
      'http.server',
      'db',
      'pageload',
      'http.client',
    ])
    expect(trace.spans.name.map((index) => trace.names[index])).toEqual([
      'GET /api/cart',
      'SELECT * FROM carts',
      '/cart',
      'GET /api/cart',
    ])
    expect(trace.spans.status).toEqual([2, 1, 1, 1])
    expect(trace).toMatchObject({ stored: 4, cut: false })
    expect(trace.segments).toEqual([0, 2])
    expect(trace.vitals).toEqual([{ span: 2, lcp: 640 }])
    expect(trace.orphans).toEqual([{ span: 1, parentId: '00000000000000ff' }])
  })

  it('[TR6] shows clocks that differ as they were sent', async () => {
    const trace = await answer<Trace>(`/traces/${TRACE}`)
    expect(trace.startedAt).toBe(T - 900)
    expect(trace.spans.start).toEqual([0, 100, 900, 1000.125])
    expect(trace.spans.duration).toEqual([350, 20, 900.25, 400])
    expect(trace.duration).toBe(1800.25)
  })

  it('[TR7] lists the errors of the trace with the spans that they name', async () => {
    const { errors, moreErrors } = await answer<Trace>(`/traces/${TRACE}`)
    expect(errors).toMatchObject([
      { eventId: eventId(2), project: backend.slug, spanId: SERVER, level: 'error' },
      { eventId: eventId(1), project: ann.project.slug, spanId: FETCH, shortId: 'MAIN-SHOP-1' },
    ])
    expect(errors[0]!.title).toContain('TypeError')
    expect(moreErrors).toBe(false)
  })

  it('[TR8] keeps organizations apart that have spans of one trace', async () => {
    expect((await answer<Trace>(`/traces/${SHARED}`)).names).toEqual(['of ann'])
    expect((await answer<Trace>(`/traces/${SHARED}`, bob.token)).names).toEqual(['of bob'])
    const ofBob = await answer<Trace>(`/traces/${TRACE}`, bob.token)
    expect(ofBob.spans.id).toEqual([QUERY])
    expect(ofBob.errors.map((error) => error.eventId)).toEqual([eventId(3)])
  })

  it('[TR8] does not find a trace of which nothing is one’s own', async () => {
    await world.storeSpans(bob.project, [aSpanRow(PAGE, { traceId: 'd'.repeat(32), receivedAt: T })])
    const foreign = await ask(`/traces/${'d'.repeat(32)}`)
    const absent = await ask(`/traces/${'e'.repeat(32)}`)
    expect([foreign.status, absent.status]).toEqual([404, 404])
    expect(await foreign.json()).toEqual(await absent.json())
    expect(await answer(`/traces?trace=${'d'.repeat(32)}`)).toEqual({ traces: [] })
  })

  it('[TR9] says how many spans are stored where there are too many to list', async () => {
    const rows = Array.from({ length: LIMITS.traces.spans + 10 }, (_, index) =>
      aSpanRow(index.toString(16).padStart(16, '0'), {
        traceId: LONG,
        receivedAt: T,
        startedAt: T + index,
      }),
    )
    await world.storeSpans(ann.project, rows)
    const trace = await answer<Trace>(`/traces/${LONG}`)
    expect(trace.spans.id).toHaveLength(LIMITS.traces.spans)
    expect(trace).toMatchObject({ stored: LIMITS.traces.spans + 10, cut: true })
    expect(await answer(`/traces?trace=${LONG}`)).toEqual({
      traces: [{ traceId: LONG, stored: LIMITS.traces.spans + 10 }],
    })
  })
})

describe('GET /api/v1/traces/:trace/spans/:span', () => {
  it('[TR10] answers attributes, links, and what was cut and scrubbed', async () => {
    const details = await answer<SpanDetails>(`/traces/${TRACE}/spans/${QUERY}?project=${backend.slug}`)
    expect(details).toEqual({
      attributes: { 'db.system': 'postgresql', rows: 3 },
      links: [{ traceId: SHARED, spanId: PAGE, attributes: { kind: 'previous' } }],
      cuts: [{ path: 'attributes.db.statement', unit: 'characters', limit: 10, original: 20 }],
      scrubbed: [{ path: 'attributes.password', rule: 'key' }],
    })
  })

  it('[TR10] does not find a span of another project or organization', async () => {
    const of = async (project: string, token?: string) =>
      (await ask(`/traces/${TRACE}/spans/${SERVER}?project=${project}`, token)).status
    expect(await of(backend.slug)).toBe(200)
    expect(await of(ann.project.slug)).toBe(404)
    expect(await of(backend.slug, bob.token)).toBe(404)
    expect(await of(bob.project.slug)).toBe(404)
  })
})

describe('GET /api/v1/projects/:project/traces', () => {
  const list = async (query: string, project = backend) =>
    (await answer<{ segments: Segment[]; more: boolean }>(`/projects/${project.slug}/traces${query}`))
      .segments

  it('[TR11] lists segments, the latest or the slowest first', async () => {
    const segment = (index: number, duration: number) =>
      aSpanRow(`00000000000000c${index}`, {
        traceId: `${index}`.repeat(32),
        receivedAt: T + index,
        isSegment: true,
        segmentId: `00000000000000c${index}`,
        op: 'http.server',
        release: `shop@${index}`,
        duration,
      })
    await world.storeSpans(backend, [segment(1, 10), segment(2, 30), segment(3, 20)])
    const traces = async (query: string) => (await list(query)).map(({ traceId }) => traceId[0])
    expect(await traces('')).toEqual(['a', '3', '2', '1'])
    expect(await traces('?sort=slowest')).toEqual(['a', '2', '3', '1'])
    expect(await traces('?release=shop%402')).toEqual(['2'])
    expect(await traces('?limit=1')).toEqual(['a'])
    expect(await answer(`/projects/${backend.slug}/traces?limit=1`)).toMatchObject({ more: true })
  })

  it('[TR11] tells route and vitals of a page load', async () => {
    const [, page] = await list('?sort=latest', ann.project)
    expect(page).toMatchObject({ op: 'pageload', route: '/cart', status: 'ok', duration: 900.25 })
    expect(page!.vitals).toEqual({ lcp: 640, inp: null, cls: null, fcp: null, ttfb: null })
  })

  it('[TR11] leaves out what is older than the period', async () => {
    await world.storeSpans(ann.project, [
      aSpanRow(PAGE, {
        traceId: 'f'.repeat(32),
        receivedAt: NOW - 7_200_000,
        isSegment: true,
        segmentId: PAGE,
      }),
    ])
    const traces = async (period: string) =>
      (await list(`?period=${period}`, ann.project)).map(({ traceId }) => traceId[0])
    expect(await traces('1h')).not.toContain('f')
    expect(await traces('24h')).toContain('f')
  })
})
