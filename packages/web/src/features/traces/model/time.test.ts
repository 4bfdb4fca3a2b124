import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aTrace } from '#features/traces/testing.ts'
import { durationText } from '#product/traces/duration.ts'
import { categoryOf } from './categories.ts'
import { foldIdle, plainScale } from './time-scale.ts'
import { buildTrace } from './trace-model.ts'
import { vitalMarks } from './vitals.ts'
import { axisTicks, clampWindow, panBy, ticksOf, zoomBy } from './zoom.ts'

describe('foldIdle', () => {
  const visits = [
    { from: 0, to: 100 },
    { from: 60, to: 90 },
    { from: 600_000, to: 600_100 },
  ]

  it('[TR26] folds a long gap in which nothing ran and leaves the rest as it is', () => {
    const scale = foldIdle(visits, { from: 0, to: 600_100 })
    expect(scale.gaps).toEqual([{ from: 100, to: 600_000, at: 100, drawn: 6 }])
    expect([scale.fold(50), scale.fold(100), scale.fold(600_000), scale.fold(600_100)]).toEqual([
      50, 100, 106, 206,
    ])
    expect([scale.from, scale.to]).toEqual([0, 206])
  })

  it('[TR26] folds no gap below a twentieth of the whole', () => {
    const scale = foldIdle(
      [
        { from: 0, to: 500 },
        { from: 540, to: 1000 },
      ],
      { from: 0, to: 1000 },
    )
    expect(scale.gaps).toEqual([])
    expect(scale.fold(520)).toBe(520)
  })

  it('[TR26] folds and unfolds to the same moment, in order', () => {
    const interval = fc.record({ from: fc.nat({ max: 10_000 }), length: fc.nat({ max: 300 }) })
    fc.assert(
      fc.property(
        fc.array(interval, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat({ max: 10_300 })),
        (made, at) => {
          const intervals = made
            .map(({ from, length }) => ({ from, to: from + length }))
            .toSorted((a, b) => a.from - b.from)
          const whole = { from: 0, to: 10_300 }
          const scale = foldIdle(intervals, whole)
          let last = -Infinity
          for (const time of at.toSorted((a, b) => a - b)) {
            const folded = scale.fold(time)
            expect(scale.unfold(folded)).toBeCloseTo(time, 6)
            expect(folded).toBeGreaterThanOrEqual(last)
            last = folded
          }
          expect(scale.fold(whole.to)).toBeCloseTo(scale.to, 6)
        },
      ),
    )
  })

  it('[TR26] shows time as it passed where nothing is folded', () => {
    expect(plainScale(0, 10).fold(7)).toBe(7)
  })
})

describe('zooming', () => {
  const whole = { from: 0, to: 1000 }

  it('[TR27] keeps the moment under the pointer where it is', () => {
    const window = zoomBy(whole, 0.5, 200, whole)
    expect(window).toEqual({ from: 100, to: 600 })
    expect((200 - window.from) / (window.to - window.from)).toBe(0.2)
  })

  it('[TR27] never leaves the trace', () => {
    expect(panBy({ from: 800, to: 1000 }, 0.5, whole)).toEqual({ from: 800, to: 1000 })
    expect(zoomBy({ from: 100, to: 600 }, 10, 300, whole)).toEqual(whole)
    expect(clampWindow({ from: -50, to: 50 }, whole)).toEqual({ from: 0, to: 100 })
    expect(clampWindow({ from: 5, to: 5 }, whole).to).toBeGreaterThan(5)
  })

  it('[TR27] marks round moments', () => {
    expect(ticksOf({ from: 90, to: 430 }, 4)).toEqual([100, 200, 300, 400])
    expect(ticksOf({ from: 0, to: 0 }, 4)).toEqual([])
  })

  it('[TR27] marks round moments on both sides of a folded gap', () => {
    const scale = foldIdle(
      [
        { from: 0, to: 100 },
        { from: 600_000, to: 600_100 },
      ],
      { from: 0, to: 600_100 },
    )
    expect(axisTicks(scale, scale, 4)).toEqual([
      { at: 0, ms: 0 },
      { at: 50, ms: 50 },
      { at: 100, ms: 100 },
      { at: 106, ms: 600_000 },
      { at: 156, ms: 600_050 },
      { at: 206, ms: 600_100 },
    ])
  })
})

describe('durationText', () => {
  it.each([
    [0, '0 ms'],
    [0.004, '4 µs'],
    [0.85, '850 µs'],
    [1.234, '1.23 ms'],
    [12.34, '12.3 ms'],
    [999.4, '999 ms'],
    [999.6, '1.00 s'],
    [1240, '1.24 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [200_000, '3 min 20 s'],
    [7_380_000, '2 h 3 min'],
  ])('[TR28] writes %s ms as %s', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })

  it('[TR28] writes numbers as the language does', () => {
    expect(durationText(1240, 'de')).toBe('1,24 s')
  })
})

describe('what a span is about', () => {
  it('[TR29] is told by its op', () => {
    const about = (op: string) => categoryOf(op)
    expect(['pageload', 'ui.react.mount', 'browser.paint'].map(about)).toEqual(['page', 'page', 'page'])
    expect(['http.client', 'http.server', 'http'].map(about)).toEqual(['request', 'server', 'server'])
    expect(['db.sql.query', 'cache.get', 'resource.img', 'uid'].map(about)).toEqual([
      'data',
      'data',
      'resource',
      'other',
    ])
  })

  it('[TR29] rates a web vital that is a span, in place', () => {
    const model = buildTrace(
      aTrace([
        { start: 100, duration: 3000, op: 'pageload' },
        { start: 2700, duration: 0, parent: 0, op: 'ui.webvital.lcp' },
        { start: 2800, duration: 90, parent: 0, op: 'ui.interaction.click' },
        { start: 2900, duration: 0, parent: 0, op: 'ui.webvital.cls' },
      ]),
    )
    expect([...vitalMarks(model).values()]).toEqual([
      [{ span: 1, name: 'lcp', value: 2600, rating: 'needs-work', at: 2700, isSpan: true }],
      [{ span: 2, name: 'inp', value: 90, rating: 'good', at: 2890, isSpan: true }],
      [{ span: 3, name: 'cls', value: undefined, rating: undefined, at: 2900, isSpan: true }],
    ])
  })

  it('[TR29] rates the web vitals that a visit says, where they were reached', () => {
    const made = aTrace(
      [
        { start: 100, duration: 3000, op: 'pageload' },
        { start: 200, duration: 0, parent: 0, op: 'ui.webvital.cls' },
      ],
      {
        vitals: [
          { span: 0, ttfb: 300, lcp: 4500, cls: 0.2 },
          { span: 1, cls: 0.3 },
        ],
      },
    )
    const marks = vitalMarks(buildTrace(made))
    expect(marks.get(0)!.map(({ name, at, rating, isSpan }) => [name, at, rating, isSpan])).toEqual([
      ['lcp', 4600, 'poor', false],
      ['cls', undefined, 'needs-work', false],
      ['ttfb', 400, 'good', false],
    ])
    expect(marks.get(1)).toMatchObject([{ name: 'cls', value: 0.3, rating: 'poor', isSpan: true }])
  })
})
