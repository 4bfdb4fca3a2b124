import { describe, expect, it } from 'vitest'
import { waitText } from '#product/traces/duration.ts'
import { bytesText, servedParts } from './figures.ts'

describe('figures of navigations', () => {
  it('[NV38] split navigations by how they were served into shares that make one', () => {
    const parts = servedParts({ cache: 6, partial: 0, network: 3, full_load: 1, unknown: 0 })
    expect(parts).toEqual([
      { by: 'cache', count: 6, share: 0.6 },
      { by: 'network', count: 3, share: 0.3 },
      { by: 'full_load', count: 1, share: 0.1 },
    ])
    expect(servedParts({ cache: 0, partial: 0, network: 0, full_load: 0, unknown: 0 })).toEqual([])
  })

  it('[NV38] have the unit that one reads at once', () => {
    expect([0.4, 119, 120, 9000, 200_000].map((seconds) => waitText(seconds, 'en'))).toEqual([
      '0.4 sec',
      '119 sec',
      '2 min',
      '2.5 hr',
      '2.3 days',
    ])
    expect([900, 4_200_000, 3e9].map((bytes) => bytesText(bytes, 'en'))).toEqual(['0.9 kB', '4.2 MB', '3 GB'])
  })
})
