import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VisitParts, VitalCauses } from '@hindcast/contract/routes/route-stats.ts'
import type { JsonObject } from '#domain/json.ts'
import type { SpanRow } from '#stores/telemetry/spans.ts'
import { aSpan, spanIdOf, traceIdOf } from '#stores/telemetry/telemetry.builders.ts'
import { bearer } from '#api/testing/requests.ts'
import { ORIGIN, type Tenant } from '#api/testing/tenancy.ts'
import { NOW, openWorld, type World } from '#api/testing/world.ts'

let world: World
let ann: Tenant
let last = 0

const START = NOW - 60_000
const span = (over: Partial<SpanRow>, attributes: JsonObject = {}): SpanRow => {
  const seq = ++last
  return aSpan({
    seq,
    spanId: spanIdOf(seq),
    traceId: traceIdOf('visit'),
    segmentId: spanIdOf(1),
    parentSpanId: spanIdOf(1),
    isSegment: false,
    startedAt: START,
    receivedAt: NOW - 1000,
    route: undefined,
    path: undefined,
    sampleRate: undefined,
    details: { attributes, links: [], cuts: [], scrubbed: [] },
    ...over,
  })
}

beforeAll(async () => {
  world = await openWorld()
  ann = await world.tenant('main')
  const vital = (name: string) => `browser.web_vital.${name}`
  await world.storeSpans(ann.project, [
    span({ op: 'pageload', isSegment: true, route: '/cart', vitals: { ttfb: 300 } }),
    span(
      { op: 'ui.webvital.lcp', vitals: { lcp: 2000 } },
      {
        [vital('lcp.element')]: 'main > img',
        [vital('lcp.url')]: 'https://cdn.example/hero.avif?w=1',
        [vital('lcp.load_time')]: 1450,
      },
    ),
    span({ op: 'resource.img', name: 'cdn.example/hero.avif', startedAt: START + 700, duration: 700 }),
    span({ op: 'resource.img', name: 'cdn.example/other.avif', startedAt: START + 10, duration: 5000 }),
    span(
      { op: 'ui.interaction.click', startedAt: START + 5000, duration: 300, vitals: { inp: 300 } },
      { [vital('inp.target')]: 'button#buy' },
    ),
    span(
      { op: 'ui.long_animation_frame', startedAt: START + 5100, duration: 150 },
      { 'browser.script.invoker': 'BUTTON#buy.onclick', 'code.file.path': 'https://shop.example/buy.js' },
    ),
    span(
      { op: 'ui.long_animation_frame', startedAt: START + 9000, duration: 900 },
      { 'browser.script.invoker': 'later' },
    ),
  ])
})
afterAll(() => world.close())

async function ask(query: string, token = ann.token, of = 'vital'): Promise<Response> {
  return world.app.request(`${ORIGIN}/api/v1/projects/main-shop/route-stats/${of}?${query}`, {
    headers: bearer(token),
  })
}
const causes = async (vital: string, route = '/cart') => {
  const response = await ask(`vital=${vital}&route=${encodeURIComponent(route)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as VitalCauses
}

describe('why a vital of a route is as it is', () => {
  it('[RT34] is answered for LCP with its element, its resource and its parts', async () => {
    expect(await causes('lcp')).toMatchObject({
      visits: 1,
      parts: { of: 1, average: { ttfb: 300, load_delay: 400, load_time: 700, render_delay: 600 } },
      elements: { of: 1, top: [{ text: 'main > img', visits: 1, median: 2000, spanId: spanIdOf(2) }] },
      resources: { of: 1, top: [{ text: 'cdn.example/hero.avif' }] },
      scripts: { of: 0, top: [] },
    })
  })

  it('[RT34] is answered for INP with the element and the script that ran meanwhile', async () => {
    expect(await causes('inp')).toMatchObject({
      elements: { top: [{ text: 'button#buy' }] },
      scripts: { of: 1, top: [{ text: 'BUTTON#buy.onclick · https://shop.example/buy.js' }] },
    })
  })

  it('[RT34] is nothing where the SDK did not say', async () => {
    expect(await causes('ttfb')).toMatchObject({
      visits: 1,
      parts: { of: 0, average: {} },
      elements: { of: 0 },
    })
    expect(await causes('lcp', '/never')).toMatchObject({ visits: 0 })
  })

  it('[RT34] is for those who may read the project, and of a vital that exists', async () => {
    const bob = await world.tenant('other')
    expect((await ask('vital=lcp&route=/cart', bob.token)).status).toBe(404)
    expect((await ask('vital=fid&route=/cart')).status).toBe(400)
    expect((await ask('vital=lcp')).status).toBe(400)
  })
})

describe('what the latest visits of a route did', () => {
  it('[RT58] is answered with their requests and their locales', async () => {
    const locale = (value: string) => ({ 'hindcast.route.locale': value })
    const visit = (name: string, attributes: JsonObject, more: Partial<SpanRow> = {}) =>
      span(
        { op: 'pageload', isSegment: true, route: '/[lang]', traceId: traceIdOf(name), ...more },
        attributes,
      )
    const request = (name: string, path: string, duration: number) =>
      span({ op: 'http.client', traceId: traceIdOf(name), name: `GET api.example/${path}`, duration })
    await world.storeSpans(ann.project, [
      visit('one', locale('de'), { duration: 60 }),
      request('one', 'items/1', 40),
      request('one', 'prices', 300),
      visit('two', locale('de'), { op: 'navigation', duration: 900 }),
      request('two', 'items/22', 80),
      visit('three', locale('en'), { duration: 480 }),
      visit('four', {}, { duration: 500 }),
      visit('five', locale('fr'), { op: 'http.server' }),
      request('five', 'elsewhere', 900),
    ])
    const response = await ask('route=%2F%5Blang%5D', ann.token, 'visits')
    const parts = (await response.json()) as VisitParts
    expect(parts).toMatchObject({
      visits: 4,
      isCut: false,
      requests: [
        { name: 'GET api.example/prices', requests: 1, visits: 1, median: 300 },
        { name: 'GET api.example/items/*', requests: 2, visits: 2, median: 80, longest: { duration: 80 } },
      ],
      locales: [
        { locale: 'de', visits: 2 },
        { locale: 'en', visits: 1 },
      ],
    })
    expect(parts.requests).toHaveLength(2)
    expect(parts.typical.map(({ duration }) => duration)).toEqual([500, 480, 900, 60])
    expect(await (await ask('route=/never', ann.token, 'visits')).json()).toEqual({
      visits: 0,
      requests: [],
      isCut: false,
      typical: [],
      locales: [],
    })
  })
})
