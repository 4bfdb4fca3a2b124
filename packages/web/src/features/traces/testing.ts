import type { Trace } from '@hindcast/contract/traces/traces.ts'
import fc from 'fast-check'

export interface MadeSpan {
  /** Index of the parent in the list, or -1. */
  readonly parent?: number
  readonly start: number
  readonly duration: number
  readonly op?: string
  readonly name?: string
  readonly status?: number
}

/** A trace as the server answers it; spans are put by start, as the server does. */
export function aTrace(made: readonly MadeSpan[], overrides: Partial<Trace> = {}): Trace {
  const sorted = made
    .map((span, index) => ({ span, index }))
    .toSorted((a, b) => a.span.start - b.span.start || a.index - b.index)
  const place = new Map(sorted.map(({ index }, at) => [index, at]))
  const spans = sorted.map(({ span }) => span)
  const dictionary = (values: readonly string[]) => [...new Set(values)]
  const ops = dictionary(spans.map(({ op = 'default' }) => op))
  const names = dictionary(spans.map(({ name = 'span' }) => name))
  return {
    traceId: 'a'.repeat(32),
    startedAt: Date.UTC(2026, 10, 15),
    duration: Math.max(0, ...spans.map(({ start, duration }) => start + duration)),
    stored: spans.length,
    cut: false,
    projects: [{ slug: 'shop', name: 'Shop' }],
    ops,
    names,
    spans: {
      id: spans.map((_, index) => index.toString(16).padStart(16, '0')),
      parent: spans.map(({ parent = -1 }) => (parent < 0 ? -1 : place.get(parent)!)),
      project: spans.map(() => 0),
      op: spans.map(({ op = 'default' }) => ops.indexOf(op)),
      name: spans.map(({ name = 'span' }) => names.indexOf(name)),
      start: spans.map(({ start }) => start),
      duration: spans.map(({ duration }) => duration),
      status: spans.map(({ status = 0 }) => status),
    },
    segments: [],
    vitals: [],
    orphans: [],
    errors: [],
    moreErrors: false,
    ...overrides,
  }
}

/** Any forest: parents are earlier in the list, times are as they like. */
export const anyTrace = fc
  .array(
    fc.record({
      above: fc.nat({ max: 1000 }),
      start: fc.integer({ min: 0, max: 500 }),
      duration: fc.integer({ min: 0, max: 200 }),
      op: fc.constantFrom('db', 'http.client', 'ui.render'),
      status: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((made) =>
    aTrace(
      made.map(({ above, ...span }, index) => ({
        ...span,
        name: `span ${index}`,
        parent: (above % (index + 1)) - 1,
      })),
    ),
  )
