import type { Facet } from '@hindcast/contract/issues/issues.ts'
import { describe, expect, it } from 'vitest'
import { percent, queryFor, standouts } from './lift.ts'

function aFacet(key: string, values: ReadonlyArray<readonly [string, number, number | null]>): Facet {
  return {
    key,
    tag: false,
    total: values.reduce((sum, [, events]) => sum + events, 0),
    values: values.map(([value, events, overall]) => ({ value, events, overall, lastSeen: null })),
  }
}

describe('what differs here', () => {
  it('[UI55] names what is common here and rare elsewhere, strongest first', () => {
    const facets = [
      aFacet('release', [
        ['4.2.1', 88, 0.52],
        ['4.2.0', 12, 0.48],
      ]),
      aFacet('browser', [
        ['Safari 26', 94, 0.11],
        ['Chrome 156', 6, 0.6],
      ]),
    ]
    expect(standouts(facets, 5).map(({ value, here }) => [value, here])).toEqual([
      ['Safari 26', 0.94],
      ['4.2.1', 0.88],
    ])
  })

  it('[UI55] stays silent where there is too little to compare with', () => {
    expect(standouts([aFacet('browser', [['Safari 26', 4, 0.1]])], 5)).toEqual([])
    expect(standouts([aFacet('browser', [['Safari 26', 40, null]])], 5)).toEqual([])
    expect(standouts([aFacet('url', [['/cart', 40, 0]])], 5)).toEqual([])
    const digests = { ...aFacet('nextjs.digest', [['532642179', 40, 0]]), tag: true }
    expect(standouts([digests], 5)).toEqual([])
    expect(standouts([{ ...digests, key: 'shop' }], 5)).toHaveLength(1)
  })

  it('[UI55] leads to the issues with the same value, whatever characters it has', () => {
    expect(queryFor({ key: 'browser', value: 'Safari 26', tag: false })).toBe('browser:"Safari 26"')
    expect(queryFor({ key: 'browser', value: 'x', tag: true })).toBe('"browser":x')
  })

  it('[UI55] never rounds a rest down to nothing', () => {
    expect(percent(0.944, 'en')).toBe('94%')
    expect(percent(0.002, 'en')).toBe('<1%')
    expect(percent(0, 'en')).toBe('0%')
  })
})
