import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { LIMITS } from '#domain/limits.ts'
import { explainVital, type SlowVisit } from './vital-causes.ts'
import { partsOf } from './vital-parts.ts'

let last = 0
const visit = (value: number, attributes: JsonObject, over: Partial<SlowVisit> = {}): SlowVisit => ({
  traceId: `trace ${++last}`,
  spanId: `span ${last}`,
  op: 'pageload',
  name: '/cart',
  value,
  ttfb: undefined,
  attributes,
  ...over,
})
const lcp = (key: string) => `browser.web_vital.lcp.${key}`
const times = { ttfb: undefined, resource: undefined, loadedAt: undefined, requestTime: undefined }

describe('the parts of a vital', () => {
  it('[RT33] are those of the resource where its span was found, and make the value', () => {
    const known = { ...times, value: 2000, ttfb: 300, loadedAt: 1500 }
    expect(partsOf('lcp', { ...known, resource: { start: 700, end: 1400 } })).toEqual({
      ttfb: 300,
      load_delay: 400,
      load_time: 700,
      render_delay: 600,
    })
    expect(partsOf('lcp', known)).toEqual({ ttfb: 300, load: 1200, render_delay: 500 })
    expect(partsOf('lcp', { ...known, loadedAt: 0 })).toEqual({ ttfb: 300, render_delay: 1700 })
    expect(partsOf('ttfb', { ...times, value: 500, requestTime: 420 })).toEqual({ connect: 80, server: 420 })
  })

  it('[RT33] stay in order where moments are not', () => {
    const parts = partsOf('lcp', { ...times, value: 1000, ttfb: 1200, resource: { start: -50, end: 5000 } })
    expect(parts).toEqual({ ttfb: 1000, load_delay: 0, load_time: 0, render_delay: 0 })
    expect(partsOf('ttfb', { ...times, value: 500, requestTime: 900 })).toEqual({ connect: 0, server: 500 })
  })

  it('[RT33] are none where too little was sent', () => {
    expect(partsOf('lcp', { ...times, value: 1000 })).toBeUndefined()
    expect(partsOf('inp', { ...times, value: 1000, ttfb: 3 })).toBeUndefined()
    expect(explainVital('lcp', [visit(1000, {})])).toMatchObject({ visits: 1, parts: { of: 0, average: {} } })
  })
})

describe('the causes of a vital', () => {
  it('[RT33] are what most of the slow visits have in common, with the visit in the middle to open', () => {
    const hero = { [lcp('element')]: 'main > img.hero', [lcp('url')]: 'https://cdn.example/hero.avif?w=1200' }
    const visits = [
      visit(3000, hero),
      visit(5000, hero),
      visit(4000, hero),
      visit(9000, { [lcp('element')]: 'h1' }),
    ]
    const { elements, resources } = explainVital('lcp', [...visits, visit(1, { [lcp('element')]: 7 })])
    expect(elements).toEqual({
      of: 4,
      top: [
        {
          text: 'main > img.hero',
          visits: 3,
          median: 4000,
          traceId: visits[2]!.traceId,
          spanId: visits[2]!.spanId,
        },
        { text: 'h1', visits: 1, median: 9000, traceId: visits[3]!.traceId, spanId: visits[3]!.spanId },
      ],
    })
    expect(resources).toMatchObject({ of: 3, top: [{ text: 'cdn.example/hero.avif', visits: 3 }] })
  })

  it('[RT33] of a shift are all elements that moved, each once a visit', () => {
    const shift = (...sources: readonly string[]) =>
      visit(
        0.3,
        Object.fromEntries(sources.map((text, at) => [`browser.web_vital.cls.source.${at + 1}`, text])),
      )
    const { elements } = explainVital('cls', [shift('a', 'b', 'a'), shift('b')])
    expect(elements.top.map(({ text, visits }) => [text, visits])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
  })

  it('[RT33] of an interaction are its target, in any spelling, and the script that ran meanwhile', () => {
    const frame = {
      'browser.script.invoker': 'BUTTON.onclick',
      'code.file.path': 'https://shop.example/app.js?v=3',
    }
    const { elements, scripts } = explainVital('inp', [
      visit(300, { 'browser.web_vital.inp.target': 'body > button#b' }, { frame }),
      visit(300, {}, { op: 'ui.interaction.click', name: 'body > button#b' }),
      visit(300, {}, { op: 'ui.interaction.click', name: 'Click', frame: {} }),
    ])
    expect(elements).toMatchObject({ of: 2, top: [{ text: 'body > button#b', visits: 2 }] })
    expect(scripts).toMatchObject({
      of: 1,
      top: [{ text: 'BUTTON.onclick · https://shop.example/app.js', visits: 1 }],
    })
  })

  it('[RT33] are few and short, whatever was sent', () => {
    const visits = Array.from({ length: 20 }, (_, n) =>
      visit(1, { [lcp('element')]: `${n} ${'x'.repeat(9000)}` }),
    )
    const { of, top } = explainVital('lcp', visits).elements
    expect([of, top.length]).toEqual([20, LIMITS.routes.vitalCauses])
    expect(top[0]!.text).toHaveLength(LIMITS.routes.causeChars + 1)
  })
})
