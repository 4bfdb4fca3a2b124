import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCalibration } from './simulation/calibration.ts'
import { compareWithMeasured } from './simulation/compare.ts'
import { costsOf } from './simulation/costs.ts'
import { needsFor, nodeRate } from './simulation/needs.ts'
import { USUAL, type Setup } from './simulation/setup.ts'
import { simulate } from './simulation/simulate.ts'

const calibration = readCalibration()
const costs = costsOf(calibration, 'scaled')
const SHORT = { before: 3, measured: 5 }

const someSetup: fc.Arbitrary<Setup> = fc
  .record({
    nodes: fc.integer({ min: 1, max: 6 }),
    coresPerNode: fc.integer({ min: 1, max: 8 }),
    onOneMachine: fc.boolean(),
    offered: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
    form: fc.constantFrom('embedded', 'scaled'),
    projectGroups: fc.integer({ min: 1, max: 6 }),
    postgresCores: fc.integer({ min: 1, max: 16 }),
    clickhouseShards: fc.integer({ min: 1, max: 3 }),
    clickhouseCores: fc.integer({ min: 1, max: 16 }),
    roundTripMs: fc.integer({ min: 0, max: 5 }),
    insertsPerSecond: fc.integer({ min: 1, max: 100 }),
  })
  .map((drawn) => Object.assign({}, USUAL, drawn))

describe('the simulation', () => {
  it('[OP230] digests with one embedded node what was measured on the machine of the calibration, within 25 %', () => {
    const { measured, simulated } = compareWithMeasured(calibration, 'embedded')
    expect(simulated / measured).toBeGreaterThan(0.75)
    expect(simulated / measured).toBeLessThan(1.25)
  })

  it('[OP230] digests with one scaled node and its stores beside it what was measured there, within 40 %', () => {
    const { measured, simulated } = compareWithMeasured(calibration, 'scaled')
    expect(simulated / measured).toBeGreaterThan(0.6)
    expect(simulated / measured).toBeLessThan(1.4)
  })

  it('[OP231] neither loses nor makes events, and uses nothing more than all of the time', () => {
    fc.assert(
      fc.property(someSetup, (setup) => {
        const { events, utilisation } = simulate(setup, costs, { before: 1, measured: 2 })
        expect(events.refused + events.stored + events.waiting).toBe(events.offered)
        for (const share of utilisation.values()) {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1 + 1e-9)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[OP231] stores what is offered, as long as that is little', () => {
    const { perSecond, delayMs, events } = simulate({ ...USUAL, nodes: 2, offered: 50 }, costs, SHORT)
    expect(perSecond).toBeCloseTo(100, -1)
    expect(events.refused).toBe(0)
    expect(delayMs.p95).toBeLessThan(1000)
  })

  it('[OP232] takes no less with more nodes, and no more once what they share is busy', () => {
    const sizes = [1, 2, 4, 8, 16, 32, 64]
    const results = sizes.map((nodes) => simulate({ ...USUAL, nodes, projectGroups: nodes }, costs, SHORT))
    const rates = results.map(({ perSecond }) => perSecond)
    for (const [at, rate] of rates.slice(1).entries()) expect(rate).toBeGreaterThan(rates[at]! * 0.95)
    expect(rates[1]! / rates[0]!).toBeGreaterThan(1.8)
    const crowded = simulate({ ...USUAL, nodes: 32, projectGroups: 1 }, costs, SHORT)
    expect(crowded.bottleneck).toBe('turns of projects in PostgreSQL')
    expect(crowded.perSecond).toBeLessThan(rates.at(-2)!)
  })

  it('[OP233] takes a rate with what that rate is said to need', () => {
    const rate = 20_000
    const { nodes, postgresCores, projectGroups, clickhouseShards } = needsFor(rate, costs, USUAL)
    const enough = {
      ...USUAL,
      nodes,
      postgresCores,
      clickhouseShards,
      projectGroups: Math.max(nodes, projectGroups),
    }
    const { perSecond, utilisation } = simulate({ ...enough, offered: rate / nodes }, costs, SHORT)
    expect(perSecond / rate).toBeGreaterThan(0.95)
    for (const shared of ['cores of PostgreSQL', 'cores of ClickHouse', 'merges of ClickHouse'])
      expect(utilisation.get(shared)).toBeLessThan(0.85)
    expect(nodes * nodeRate(costs, USUAL)).toBeGreaterThan(rate)
  })
})
