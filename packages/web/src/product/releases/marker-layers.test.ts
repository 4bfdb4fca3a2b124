import { describe, expect, it } from 'vitest'
import { sparkRange, markerLayers } from './marker-layers.ts'

const tick = (at: number) => ({ version: 'x', at: new Date(at).toISOString() })

describe('the releases of a chart', () => {
  it('[UI171] stand where they began, and those outside it nowhere', () => {
    const layers = markerLayers([tick(900), tick(1000), tick(1500), tick(2001)], 1000, 2000)
    expect(layers.match(/(\d+\.\d+)%/g)).toEqual(['0.00%', '50.00%'])
    expect(markerLayers([], 1000, 2000)).toBe('none')
  })

  it('[UI171] are asked for the range that the bars cover', () => {
    const now = Date.UTC(2026, 10, 15, 9, 40)
    expect(sparkRange('24h', now)).toEqual({
      from: Date.UTC(2026, 10, 14, 10),
      to: Date.UTC(2026, 10, 15, 10),
    })
    expect(sparkRange('14d', now)).toEqual({ from: Date.UTC(2026, 10, 2), to: Date.UTC(2026, 10, 16) })
  })
})
