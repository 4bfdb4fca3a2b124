import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanTraffic } from '#digest/testing/span-traffic.ts'
import { createThinning, newThinningState } from './thinning.ts'

const BUDGET = 1200
const HOUR_MS = 3_600_000

/** Spans sent and kept in each hour. */
function hoursOf(traffic: Parameters<typeof spanTraffic>[0]): ReadonlyArray<{ sent: number; kept: number }> {
  const thinning = createThinning({ spansPerHour: BUDGET, salt: 'salt' }, newThinningState([]))
  const hours = new Map<number, { sent: number; kept: number }>()
  for (const part of spanTraffic(traffic)) {
    const hour = Math.floor(part[0]!.receivedAt / HOUR_MS)
    const { sent, kept } = hours.get(hour) ?? { sent: 0, kept: 0 }
    hours.set(hour, { sent: sent + part.length, kept: kept + thinning.keep(part).length })
  }
  return [...hours.values()]
}

/** Minutes of one pace, one after another: from nothing at all to eighty times the budget. */
const paces = fc
  .array(fc.record({ minutes: fc.integer({ min: 1, max: 40 }), traces: fc.integer({ min: 0, max: 400 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) => all.flatMap(({ minutes, traces }) => Array<number>(minutes).fill(traces)))

describe('the budget of an hour', () => {
  it('[PL140] holds to a tenth, whatever the traffic does', () => {
    fc.assert(
      fc.property(
        paces,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 0.01, 1),
        fc.nat(),
        (traces, spansPerTrace, errorShare, seed) => {
          for (const { kept } of hoursOf({ seed, traces, spansPerTrace, errorShare }))
            expect(kept).toBeLessThanOrEqual(BUDGET * 1.1)
        },
      ),
      { numRuns: 8, seed: 12 },
    )
  })

  it.each([
    ['after a quiet hour', 0, 0],
    ['of traces with an error after a quiet hour', 0, 1],
    ['after a busy hour', 20, 0.01],
  ])('[PL140] holds in a flood in the last minute, %s', (_, traces, errorShare) => {
    const flood = [...Array<number>(59).fill(traces), 4000]
    const [hour] = hoursOf({ seed: 3, traces: flood, spansPerTrace: 3, errorShare })
    expect(hour!.kept).toBeLessThanOrEqual(BUDGET * 1.1)
  })

  it('[PL140] is used where more is sent, and nothing is lost where less is', () => {
    const common = { seed: 7, spansPerTrace: 10, errorShare: 0.01 }
    for (const { kept } of hoursOf({ ...common, traces: Array<number>(120).fill(20) }))
      expect(kept).toBeGreaterThan(BUDGET * 0.85)
    for (const { sent, kept } of hoursOf({ ...common, traces: Array<number>(120).fill(1) }))
      expect(kept).toBe(sent)
  })

  it('[PL140] is spent evenly: a minute with a hundred times the traffic leaves most of it to the others', () => {
    const traces = [...Array<number>(10).fill(1), 100]
    const [hour] = hoursOf({ seed: 3, traces, spansPerTrace: 10, errorShare: 0 })
    expect(hour!.kept).toBeLessThan(BUDGET / 2)
  })

  it('[PL140] starts anew after a clock was set back, or after hours without spans', () => {
    const thinning = createThinning({ spansPerHour: BUDGET, salt: 'salt' }, newThinningState([]))
    const keptOf = (shiftMs: number) => {
      let kept = 0
      for (const part of spanTraffic({ seed: 5, traces: [10], spansPerTrace: 10, errorShare: 0, shiftMs }))
        kept += thinning.keep(part).length
      return kept
    }
    const first = keptOf(1000 * HOUR_MS)
    expect([keptOf(0), keptOf(-500 * HOUR_MS), keptOf(24 * HOUR_MS)]).toEqual([first, first, first])
  })
})
