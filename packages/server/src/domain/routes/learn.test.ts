import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { learnPatterns, type VisitedPath } from './learn.ts'
import { compileMatcher } from './matcher.ts'
import { parsePatterns } from './manifest.ts'
import { pathOf } from './url-path.ts'

const visits = (...urls: string[]): VisitedPath[] => urls.map((url) => ({ path: pathOf(url)!, count: 5 }))
const many = (count: number, url: (index: number) => string) =>
  visits(...Array.from({ length: count }, (_, index) => url(index)))

describe('learning patterns from paths', () => {
  it('[RT9] makes parameters of numbers, UUIDs, hashes and tokens', () => {
    const paths = visits(
      '/users/7',
      '/users/me',
      '/orders/9b2e6c1a-4f0d-4c8e-9a51-0d9b1f6e2c33/items/4',
      '/commit/5f2d8c9e',
      '/reset/eyJhbGciOi12345678-1234',
      '/about',
    )
    expect(learnPatterns(paths).toSorted()).toEqual([
      '/about',
      '/commit/[id]',
      '/orders/[id]/items/[id2]',
      '/reset/[id]',
      '/users/[id]',
      '/users/me',
    ])
  })

  it('[RT9] makes a parameter of segments of which there are too many, but for those that many visit', () => {
    const articles = many(
      LIMITS.routes.learnedSiblings + 1,
      (index) => `/blog/post-${'x'.repeat(index)}/comments`,
    )
    const archive = { path: ['blog', 'archive'], count: 1_000 }
    expect(learnPatterns([...articles, archive])).toEqual(['/blog/archive', '/blog/[slug]/comments'])
    expect(learnPatterns(articles.slice(1))).toHaveLength(LIMITS.routes.learnedSiblings)
  })

  it('[RT9] takes no page for a route that was seen by accident', () => {
    expect(learnPatterns([{ path: ['wp-login.php'], count: 1 }])).toEqual([])
  })

  it('[RT9] keeps what it learned before while it is visited', () => {
    const before = ['/blog/[slug]', '/gone/[id]']
    expect(learnPatterns(visits('/blog/one', '/shop/1'), before)).toEqual(['/blog/[slug]', '/shop/[id]'])
  })

  it('[RT9] learns at most so many', () => {
    const paths = many(
      LIMITS.routes.learned * 2,
      (index) => `/a${index % 20}/b${Math.floor(index / 20) % 20}/c${index}`,
    )
    expect(learnPatterns(paths).length).toBeLessThanOrEqual(LIMITS.routes.learned)
  })

  const segment = fc.oneof(
    fc.constantFrom('users', 'blog', 'a', 'b', 'x[y]', ':z', '(g)', '@s'),
    fc.integer({ min: 0, max: 99 }).map(String),
    fc.uuid(),
  )
  const visited = fc.record({
    path: fc.array(segment, { maxLength: 5 }),
    count: fc.integer({ min: LIMITS.routes.learnedVisits, max: 50 }),
  })

  it('[RT9] learns the same from the same paths in any order, and patterns that lead back to the paths', () => {
    fc.assert(
      fc.property(fc.array(visited, { maxLength: 80 }), (paths) => {
        const patterns = learnPatterns(paths)
        expect(learnPatterns(paths.toReversed())).toEqual(patterns)
        const matcher = compileMatcher(parsePatterns(patterns))
        expect(parsePatterns(patterns).map(({ text }) => text)).toEqual(patterns)
        for (const { path } of paths) {
          if (path.every((part) => /^[\w-]+$/.test(part))) expect(matcher.match(path)).toBeDefined()
        }
      }),
    )
  })
})
