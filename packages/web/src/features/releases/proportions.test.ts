import { describe, expect, it } from 'vitest'
import { partText, rateText, shareText } from './proportions.ts'

describe('shares and rates in words', () => {
  it('[UI170] never round a crash away', () => {
    expect(shareText(1)).toBe('100%')
    expect(shareText(0.99999)).toBe('99.99%')
    expect(shareText(0.987)).toBe('98.7%')
    expect(shareText(0.95, 'de')).toBe('95\u00a0%')
    expect(shareText(0)).toBe('0%')
  })

  it('[UI170] distinguish small values from zero', () => {
    expect(partText(0)).toBe('0%')
    expect(partText(0.004)).toBe('<\u00a01%')
    expect(partText(0.42)).toBe('42%')
  })

  it('[UI170] have as many digits as can be read', () => {
    expect([0.1234, 12.34, 1234.5].map((rate) => rateText(rate))).toEqual(['0.12', '12.3', '1,235'])
  })
})
