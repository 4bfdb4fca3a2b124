import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTrace, aTrace } from '#features/traces/testing.ts'
import { criticalPath } from './critical-path.ts'
import { buildRows } from './rows.ts'
import { selfTimes } from './self-time.ts'
import { buildTrace, childCount, extentOf, isBelow } from './trace-model.ts'

const page = buildTrace(
  aTrace([
    { start: 0, duration: 100, name: 'page' },
    { start: 10, duration: 30, parent: 0, name: 'script' },
    { start: 30, duration: 40, parent: 0, name: 'fetch' },
    { start: 35, duration: 90, parent: 2, name: 'late' },
    { start: 5, duration: 1, name: 'other root' },
  ]),
)
const names = (spans: Iterable<number>) =>
  Array.from(spans, (span) => page.trace.names[page.trace.spans.name[span]!])

describe('buildTrace', () => {
  it('[TR20] walks parents before children, and siblings by start', () => {
    expect(names(page.order)).toEqual(['page', 'script', 'fetch', 'late', 'other root'])
    expect(Array.from(page.order, (span) => page.depth[span])).toEqual([0, 1, 1, 2, 0])
  })

  it('[TR20] knows how far a subtree reaches when a child outlives its parent', () => {
    expect(extentOf(page, 0)).toEqual({ from: 0, to: 125 })
  })

  it('[TR20] has every span once, below its parent', () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const model = buildTrace(trace)
        expect(Array.from(model.order).toSorted((a, b) => a - b)).toEqual([...Array(model.size).keys()])
        for (let span = 0; span < model.size; span += 1) {
          const above = model.parent[span]!
          expect(model.depth[span]).toBe(above < 0 ? 0 : model.depth[above]! + 1)
          if (above >= 0) expect(isBelow(model, span, above)).toBe(true)
          expect(model.placeAfter[span]! - model.place[span]!).toBeGreaterThan(childCount(model, span))
        }
      }),
    )
  })

  it('[TR21] lays out a chain of 50,000 spans', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) => ({
      start: index / 1000,
      duration: 100 - index / 1000,
      parent: index - 1,
    }))
    const model = buildTrace(aTrace(chain))
    expect(model.depth.at(-1)).toBe(49_999)
    expect(selfTimes(model)[0]).toBeCloseTo(0.001, 6)
    expect(buildRows(model, { root: -1, collapsed: new Set(), matches: undefined }).spans).toHaveLength(
      50_000,
    )
    expect(criticalPath(model, -1).has.every((on) => on === 1)).toBe(true)
  })
})

describe('selfTimes', () => {
  it('[TR22] counts what no child covers, once where children overlap', () => {
    const self = selfTimes(page)
    const byName = Object.fromEntries(names(page.order).map((name, at) => [name, self[page.order[at]!]]))
    expect(byName).toEqual({ page: 40, script: 30, fetch: 5, late: 90, 'other root': 1 })
  })

  it('[TR22] agrees with counting millisecond by millisecond', () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const model = buildTrace(trace)
        const self = selfTimes(model)
        for (let span = 0; span < model.size; span += 1) expect(self[span]).toBe(countedSelf(model, span))
      }),
    )
  })
})

function countedSelf(model: ReturnType<typeof buildTrace>, span: number): number {
  let count = 0
  const below = [...Array(model.size).keys()].filter((child) => model.parent[child] === span)
  for (let at = model.start[span]!; at < model.end[span]!; at += 1) {
    if (!below.some((child) => model.start[child]! <= at && model.end[child]! > at)) count += 1
  }
  return count
}

describe('criticalPath', () => {
  it('[TR23] goes back from the end over what was waited for', () => {
    const parts = criticalPath(page, 0).parts.toSorted((a, b) => a.from - b.from)
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [10, 30],
      [30, 35],
      [35, 70],
      [70, 100],
    ])
    expect(names(parts.map(({ span }) => span))).toEqual(['page', 'script', 'fetch', 'late', 'page'])
  })

  it('[TR23] accounts for every moment of the root once', () => {
    fc.assert(
      fc.property(anyTrace, fc.nat(), (trace, number) => {
        const model = buildTrace(trace)
        const root = number % model.size
        const { parts, has } = criticalPath(model, root)
        const sorted = parts.toSorted((a, b) => a.from - b.from)
        let at = model.start[root]!
        for (const { from, to, span } of sorted) {
          expect(from).toBe(at)
          expect(has[span]).toBe(1)
          expect(isBelow(model, span, root)).toBe(true)
          expect(from >= model.start[span]! && to <= model.end[span]!).toBe(true)
          at = to
        }
        expect(at).toBe(model.end[root]!)
      }),
    )
  })
})
