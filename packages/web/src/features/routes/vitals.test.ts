import { describe, expect, it } from 'vitest'
import { durationText } from '#product/traces/duration.ts'
import { ratingOf, vitalText } from '#product/traces/ratings.ts'
import { waitText } from '#product/traces/duration.ts'
import { changeOf, errorRateText, sharesOf } from './vitals.ts'

describe('web vitals in words', () => {
  it('[RT31] are rated by the agreed thresholds, which belong to the better side', () => {
    expect([2500, 2501, 4000, 4001].map((value) => ratingOf('lcp', value))).toEqual([
      'good',
      'needs-work',
      'needs-work',
      'poor',
    ])
    expect(ratingOf('cls', 0.3)).toBe('poor')
  })

  it('[RT31] have the unit that one reads at once', () => {
    expect(vitalText('lcp', 1240, 'en')).toBe('1.24 s')
    expect(vitalText('inp', 180.4, 'en')).toBe('180 ms')
    expect(vitalText('cls', 0.0812, 'en')).toBe('0.08')
    expect(durationText(3.21, 'en')).toBe('3.21 ms')
    expect([59, 300, 10_000].map((seconds) => waitText(seconds, 'en'))).toEqual(['59 sec', '5 min', '2.8 hr'])
  })

  it('[RT31] are split into shares that make one', () => {
    const shares = sharesOf({ samples: 10, p75: 1, good: 6, poor: 1 })
    expect(shares).toEqual({ good: 0.6, 'needs-work': 0.3, poor: 0.1 })
  })

  it('[RT35] errors are told per 100 visits, and not at all without visits', () => {
    const rates = [
      [3, 200],
      [1, 1],
      [1, 1_000_000],
      [250, 1000],
    ].map(([events, visits]) => errorRateText(events!, visits!, 'en'))
    expect(rates).toEqual(['1.5', '100', '< 0.01', '25'])
    expect(errorRateText(5, 0, 'en')).toBeUndefined()
  })

  it('[RT31] change by nothing where nothing was before', () => {
    expect(changeOf(110, 100)).toBeCloseTo(0.1)
    expect([changeOf(1, 0), changeOf(null, 1), changeOf(1, null), changeOf(1, undefined)]).toEqual(
      Array.from({ length: 4 }),
    )
  })
})
