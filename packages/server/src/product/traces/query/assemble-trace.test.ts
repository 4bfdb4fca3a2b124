import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpanOutline } from '#domain/traces/span.ts'
import { assembleTrace } from './assemble-trace.ts'
import { aSpan, spanIdOf } from './testing/span.ts'

const childOf = (number: number, parent: number, overrides: Partial<SpanOutline> = {}) =>
  aSpan(number, { parentSpanId: spanIdOf(parent), ...overrides })

describe('assembleTrace', () => {
  it('[TR1] draws spans under their parents, in whatever order they came', () => {
    const spans = [childOf(3, 2), childOf(2, 1), aSpan(1, { isSegment: true })]
    expect(assembleTrace(spans)).toEqual({ parents: [1, 2, -1], orphans: [] })
  })

  it('[TR1] joins the services of a trace across projects', () => {
    const spans = [aSpan(1, { isSegment: true }), childOf(2, 1, { projectId: '2', isSegment: true })]
    expect(assembleTrace(spans).parents).toEqual([-1, 0])
  })

  it('[TR1] means the span of the same project where two have the id', () => {
    const spans = [
      aSpan(1, { projectId: '1' }),
      aSpan(1, { projectId: '2' }),
      childOf(2, 1, { projectId: '2' }),
      childOf(3, 1, { projectId: '1' }),
    ]
    expect(assembleTrace(spans).parents).toEqual([-1, -1, 1, 0])
  })

  it('[TR2] draws a span whose parent is not stored under its segment, and says so', () => {
    const spans = [aSpan(1, { isSegment: true }), childOf(2, 99, { segmentId: spanIdOf(1) })]
    expect(assembleTrace(spans)).toEqual({
      parents: [-1, 0],
      orphans: [{ span: 1, parentId: spanIdOf(99) }],
    })
  })

  it('[TR2] draws it at the top where the segment is not stored either', () => {
    const spans = [childOf(2, 99, { segmentId: spanIdOf(98) }), childOf(3, 2)]
    expect(assembleTrace(spans)).toEqual({
      parents: [-1, 0],
      orphans: [{ span: 0, parentId: spanIdOf(99) }],
    })
  })

  it('[TR2] puts a span that names a segment and no parent under the segment', () => {
    const spans = [aSpan(1, { isSegment: true }), aSpan(2, { segmentId: spanIdOf(1) })]
    expect(assembleTrace(spans)).toEqual({ parents: [-1, 0], orphans: [] })
  })

  it('[TR3] cuts a circle at its earliest span, and says so', () => {
    const spans = [childOf(1, 3), childOf(2, 1), childOf(3, 2), childOf(4, 3)]
    expect(assembleTrace(spans)).toEqual({
      parents: [-1, 0, 1, 2],
      orphans: [{ span: 0, parentId: spanIdOf(3) }],
    })
  })

  it('[TR3] takes a span that is its own parent for one without', () => {
    expect(assembleTrace([childOf(1, 1)])).toEqual({ parents: [-1], orphans: [] })
  })

  it('[TR3] cuts the circle that an orphan closes by being drawn under its segment', () => {
    const spans = [
      childOf(1, 99, { segmentId: spanIdOf(2) }),
      childOf(2, 1, { isSegment: true, segmentId: spanIdOf(2) }),
    ]
    expect(assembleTrace(spans).parents).toEqual([-1, 0])
  })

  it('[TR3] ends at the top from every span, whatever ids were sent', () => {
    const id = fc.integer({ min: 0, max: 12 })
    const span = fc
      .record({ id, parent: fc.option(id), segment: fc.option(id), project: fc.constantFrom('1', '2') })
      .map(({ id: number, parent, segment, project }) =>
        aSpan(number, {
          projectId: project,
          parentSpanId: parent === null ? undefined : spanIdOf(parent),
          segmentId: segment === null ? undefined : spanIdOf(segment),
          isSegment: segment === number,
        }),
      )
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), (spans) => {
        const { parents } = assembleTrace(spans)
        expect(parents).toHaveLength(spans.length)
        for (const start of parents.keys()) {
          let steps = 0
          for (let at = start; at >= 0; at = parents[at]!)
            expect((steps += 1)).toBeLessThanOrEqual(spans.length)
        }
      }),
    )
  })

  it('[TR3] walks a chain as long as a whole trace', () => {
    const chain = Array.from({ length: 50_000 }, (_, index) =>
      childOf(index, index - 1 < 0 ? 99_999 : index - 1),
    )
    const { parents, orphans } = assembleTrace(chain)
    expect(parents.at(-1)).toBe(49_998)
    expect(orphans).toHaveLength(1)
  })
})
