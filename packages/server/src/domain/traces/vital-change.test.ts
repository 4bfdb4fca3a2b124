import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEAST_SAMPLES, compareVisits } from './vital-change.ts'

const visits = (samples: number, p75: number, good: number) => ({ samples, p75, good })

describe('comparing the visits of two releases', () => {
  it('[RT30] tells what got worse and what got better', () => {
    expect(compareVisits(visits(500, 2000, 450), visits(500, 3200, 300))).toBe('regressed')
    expect(compareVisits(visits(500, 3200, 300), visits(500, 2000, 450))).toBe('improved')
  })

  it('[RT30] says nothing about a few visits, a difference by chance, or one that nobody feels', () => {
    const few = LEAST_SAMPLES - 1
    expect(compareVisits(visits(few, 1000, few), visits(500, 9000, 0))).toBe('unclear')
    expect(compareVisits(visits(40, 2000, 32), visits(40, 2400, 29))).toBe('unclear')
    expect(compareVisits(visits(100_000, 2000, 80_000), visits(100_000, 2050, 78_000))).toBe('unclear')
  })

  it('[RT30] says the opposite when the two are exchanged', () => {
    const some = fc
      .record({
        samples: fc.integer({ min: 1, max: 5000 }),
        p75: fc.integer({ min: 0, max: 9000 }),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ samples, p75, share }) => visits(samples, p75, Math.floor(samples * share)))
    const opposite = { regressed: 'improved', improved: 'regressed', unclear: 'unclear' } as const
    fc.assert(
      fc.property(some, some, (a, b) => {
        const there = compareVisits(a, b)
        const back = compareVisits(b, a)
        // A change of a twentieth one way is a little less the other way.
        expect(there === 'unclear' || back === 'unclear' || back === opposite[there]).toBe(true)
      }),
    )
  })
})
