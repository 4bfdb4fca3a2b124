import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileMatcher } from './matcher.ts'
import { parsePatterns } from './manifest.ts'
import type { RoutePattern, RouteSegment } from './pattern.ts'

const RANKS: readonly RouteSegment['kind'][] = ['static', 'param', 'rest', 'optional-rest']

/** All of a pattern's segments against all of a path's, one after the other. */
function fits(segments: readonly RouteSegment[], path: readonly string[]): boolean {
  const [segment, ...rest] = segments
  if (segment === undefined) return path.length === 0
  if (segment.kind === 'optional-rest') return true
  if (segment.kind === 'rest') return path.length > 0
  if (segment.kind === 'optional' && fits(rest, path)) return true
  if (path.length === 0) return false
  return (segment.kind !== 'static' || segment.text === path[0]) && fits(rest, path.slice(1))
}

/** Which of two patterns for the same path goes first: where they differ first, the more exact one. */
function compare(left: RoutePattern, right: RoutePattern): number {
  for (let at = 0; at < Math.max(left.segments.length, right.segments.length); at++) {
    const rank = (segment: RouteSegment | undefined) =>
      segment === undefined ? -1 : RANKS.indexOf(segment.kind)
    const [a, b] = [rank(left.segments[at]), rank(right.segments[at])]
    if (a !== b) return a - b
  }
  return 0
}

function naiveMatch(patterns: readonly RoutePattern[], path: readonly string[]): RoutePattern | undefined {
  return patterns.filter(({ segments }) => fits(segments, path)).toSorted(compare)[0]
}

const word = fc.constantFrom('a', 'b', 'c')
const segment = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: word.map((name) => `[${name}]`) },
)
const ending = fc.constantFrom('', '', '', '/[...x]', '/[[...x]]')
const patternText = fc
  .tuple(fc.array(segment, { maxLength: 4 }), ending)
  .map(([segments, end]) => `/${segments.join('/')}${end}`.replace('//', '/'))
const path = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })

describe('the compiled matcher', () => {
  it('[RT2] finds the same pattern as one that compares every pattern with the path', () => {
    fc.assert(
      fc.property(fc.array(patternText, { maxLength: 30 }), path, (texts, segments) => {
        const patterns = parsePatterns(texts)
        const expected = naiveMatch(patterns, segments)
        expect(compileMatcher(patterns).match(segments)?.pattern).toBe(expected?.text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('[RT2] finds a pattern with optional segments exactly where it fits', () => {
    const optional = fc.array(
      fc.oneof(
        word,
        word.map((name) => `[[${name}]]`),
      ),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(optional, path, (segments, asked) => {
        const [pattern] = parsePatterns([`/${segments.join('/')}`])
        expect(compileMatcher([pattern!]).match(asked) !== undefined).toBe(fits(pattern!.segments, asked))
      }),
      { numRuns: 1_000 },
    )
  })

  it('[RT1] reads what it wrote, and no text makes it fail', () => {
    const text = fc
      .array(
        fc.constantFrom('/', '[', ']', '(', ')', '.', ':', '$', '*', '?', '{', '}', '-', '@', 'a', '%'),
        { maxLength: 20 },
      )
      .map((chars) => `/${chars.join('')}`)
    fc.assert(
      fc.property(text, (written) => {
        const [pattern] = parsePatterns([written])
        if (pattern !== undefined) expect(parsePatterns([pattern.text])[0]?.text).toBe(pattern.text)
      }),
      { numRuns: 2_000 },
    )
  })
})
