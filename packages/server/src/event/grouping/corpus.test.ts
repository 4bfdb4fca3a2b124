import { describe, expect, it } from 'vitest'
import { corpusPairs } from '#digest/testing/corpus.ts'

/** Cases that need source maps, and cases that are not grouped by stack. */
const KNOWN = new Set([
  'split a cart built again and again, names kept: price of nothing',
  'split webpack: broken form',
  'split the same page from other places: map',
  'mixed minified code, the same words at two places: of a cart / of an order',
  'mixed two errors of one type in one function: empty / declined',
])

describe('the corpus of errors', () => {
  const pairs = corpusPairs()
  const same = pairs.filter((pair) => pair.same)
  const shared = pairs.filter((pair) => pair.shared)
  const right = shared.filter((pair) => pair.same).length
  const precision = right / shared.length
  const recall = right / same.length

  it('[GR67] holds at least 200 pairs, and enough of both kinds', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(200)
    expect(same.length).toBeGreaterThanOrEqual(100)
    expect(pairs.length - same.length).toBeGreaterThanOrEqual(100)
  })

  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`

  it(`[GR67] is grouped as well as it ever was: ${pairs.length} pairs, ${figures}`, () => {
    const wrong = pairs
      .filter((pair) => pair.same !== pair.shared)
      .map(({ name, same: one }) => `${one ? 'split' : 'mixed'} ${name}`)
    expect(wrong.filter((name) => !KNOWN.has(name))).toEqual([])
    expect(precision).toBeGreaterThanOrEqual(0.985)
    expect(recall).toBeGreaterThanOrEqual(0.975)
  })
})
