import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTrace, aTrace } from '#features/traces/testing.ts'
import { failedSpans, matchSpans, NO_FILTER } from './filter.ts'
import { buildRows, collapsedAbove } from './rows.ts'
import { buildTrace, isBelow } from './trace-model.ts'

const model = buildTrace(
  aTrace([
    { start: 0, duration: 100, name: 'page', op: 'pageload' },
    { start: 10, duration: 30, parent: 0, name: 'script', op: 'resource.script' },
    { start: 30, duration: 40, parent: 0, name: 'GET /cart', op: 'http.client' },
    { start: 35, duration: 30, parent: 2, name: 'handler', op: 'http.server', status: 2 },
    { start: 40, duration: 1, parent: 3, name: 'SELECT', op: 'db' },
    { start: 200, duration: 10, name: 'second page', op: 'navigation' },
  ]),
)
const all = { root: -1, collapsed: new Set<number>(), matches: undefined }
const shown = (options: Partial<typeof all> | { matches: Uint8Array | undefined }) => {
  const rows = buildRows(model, { ...all, ...options })
  return Array.from(rows.spans, (span, row) => [
    model.trace.names[model.trace.spans.name[span]!],
    rows.level[row],
    `${rows.position[row]}/${rows.siblings[row]}`,
  ])
}
const match = (filter: Partial<typeof NO_FILTER>, root = -1) =>
  matchSpans(model, { ...NO_FILTER, ...filter }, root, failedSpans(model))

describe('buildRows', () => {
  it('[TR24] tells level, position and number of siblings of every row', () => {
    expect(shown({})).toEqual([
      ['page', 1, '1/2'],
      ['script', 2, '1/2'],
      ['GET /cart', 2, '2/2'],
      ['handler', 3, '1/1'],
      ['SELECT', 4, '1/1'],
      ['second page', 1, '2/2'],
    ])
  })

  it('[TR24] hides what is below a collapsed span', () => {
    expect(shown({ collapsed: new Set([2]) }).map(([name]) => name)).toEqual([
      'page',
      'script',
      'GET /cart',
      'second page',
    ])
    expect(collapsedAbove(model, new Set([0, 2, 5]), 4)).toEqual([2, 0])
  })

  it('[TR24] makes any span the root', () => {
    expect(shown({ root: 2 })).toEqual([
      ['GET /cart', 1, '1/1'],
      ['handler', 2, '1/1'],
      ['SELECT', 3, '1/1'],
    ])
  })

  it('[TR25] hides what a filter does not match, and keeps the way to what it does', () => {
    expect(shown({ matches: match({ text: 'select' }) })).toEqual([
      ['page', 1, '1/1'],
      ['GET /cart', 2, '1/1'],
      ['handler', 3, '1/1'],
      ['SELECT', 4, '1/1'],
    ])
    expect(shown({ root: 2, matches: match({ text: 'select' }, 2) })).toHaveLength(3)
  })

  it('[TR25] filters by op, error and share of the time on show', () => {
    const matched = (filter: Partial<typeof NO_FILTER>, root?: number) =>
      Array.from(match(filter, root)!).flatMap((on, span) => (on === 1 ? [span] : []))
    expect(matched({ op: 'http.client' })).toEqual([2])
    expect(matched({ errorsOnly: true })).toEqual([3])
    expect(matched({ longerThan: 19 })).toEqual([0, 2])
    expect(matched({ longerThan: 50 }, 2)).toEqual([2, 3])
    expect(matched({ text: 'HTTP' })).toEqual([2, 3])
    expect(match({})).toBeUndefined()
  })

  it('[TR25] counts a span with an error event in it as failed', () => {
    const { errors: none, ...trace } = model.trace
    const error = {
      eventId: 'e'.repeat(32),
      issueId: '1',
      shortId: 'SHOP-1',
      project: 'shop',
      title: 'TypeError',
      level: 'error',
      spanId: trace.spans.id[4]!,
      occurredAt: '2026-11-15T00:00:00.041Z',
    } as const
    expect(none).toEqual([])
    expect(Array.from(failedSpans(buildTrace({ ...trace, errors: [error] })))).toEqual([0, 0, 0, 1, 1, 0])
  })

  it('[TR24] has every row below its parent’s, whatever is collapsed or filtered', () => {
    fc.assert(
      fc.property(
        anyTrace,
        fc.array(fc.nat()),
        fc.option(fc.nat()),
        fc.boolean(),
        (trace, closed, focus, only) => {
          const any = buildTrace(trace)
          const root = focus === null ? -1 : focus % any.size
          const collapsed = new Set(closed.map((number) => number % any.size))
          const matches = only
            ? matchSpans(any, { ...NO_FILTER, errorsOnly: true }, root, failedSpans(any))
            : undefined
          const rows = buildRows(any, { root, collapsed, matches })
          for (const [row, span] of rows.spans.entries()) {
            expect(rows.rowOf[span]).toBe(row)
            expect(isBelow(any, span, root)).toBe(true)
            const above = any.parent[span]!
            if (span === root || above < 0) continue
            expect(rows.rowOf[above]).toBeGreaterThanOrEqual(0)
            expect(rows.rowOf[above]).toBeLessThan(row)
            expect(collapsed.has(above)).toBe(false)
            expect(rows.position[row]).toBeLessThanOrEqual(rows.siblings[row]!)
          }
        },
      ),
    )
  })
})
