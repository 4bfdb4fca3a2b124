import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VitalCauses } from '@hindcast/contract/routes/route-stats.ts'
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

async function ask(query: string, token = ann.token): Promise<Response> {
  return world.app.request(`${ORIGIN}/api/v1/projects/main-shop/route-stats/vital?${query}`, {
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
