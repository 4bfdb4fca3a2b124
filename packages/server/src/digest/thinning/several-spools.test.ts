import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#domain/seeded-random.ts'
import { severalSpools } from '#digest/testing/several-spools.ts'
import { type Traffic, spanTraffic } from '#digest/testing/span-traffic.ts'

const BUDGET = 1200
/** Until what one told has reached another, in life: the batches of both and a second between two questions. */
const EXCHANGE_MS = 2000
/** For tests that take long. */
const SELDOM_MS = 5000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Which spool gets what: all the same, one nearly everything, or each everything for some minutes. */
const BALANCES = {
  even: (random) => random(),
  one: (random) => (random() < 0.9 ? 0 : random()),
  moving: (_, at) => (Math.floor(at / (4 * MINUTE_MS)) % 10) / 10,
} satisfies Record<string, (random: () => number, at: number) => number>

interface Case extends Traffic {
  readonly spools: number
  readonly balance: keyof typeof BALANCES
}

/** Spans sent and kept in each hour, and how many the kept ones stand for. */
function hoursOf({ spools: count, balance, ...traffic }: Case, exchangeMs = SELDOM_MS) {
  const spools = severalSpools({ count, spansPerHour: BUDGET, exchangeMs })
  const random = seededRandom(traffic.seed + 1)
  const hours = new Map<number, { sent: number; kept: number }>()
  for (const part of spanTraffic(traffic)) {
    const { receivedAt } = part[0]!
    const hour = Math.floor(receivedAt / HOUR_MS)
    const { sent, kept } = hours.get(hour) ?? { sent: 0, kept: 0 }
    const spool = Math.floor(BALANCES[balance](random, receivedAt) * count)
    hours.set(hour, { sent: sent + part.length, kept: kept + spools.keep(spool, part).length })
  }
  return [...hours.values()]
}

const COMMON = { seed: 7, spansPerTrace: 10, errorShare: 0.01, balance: 'even', spools: 3 } as const

describe('the budget of an hour, for several spools together', () => {
  it('[PL138] holds to a tenth, whatever the traffic does and whoever gets it', () => {
    const paces = fc
      .array(
        fc.record({ minutes: fc.integer({ min: 1, max: 40 }), traces: fc.integer({ min: 0, max: 400 }) }),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => all.flatMap(({ minutes, traces }) => Array<number>(minutes).fill(traces)))
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(),
          traces: paces,
          spansPerTrace: fc.integer({ min: 1, max: 4 }),
          errorShare: fc.constantFrom(0, 0.01, 1),
          spools: fc.integer({ min: 2, max: 6 }),
          balance: fc.constantFrom('even', 'one', 'moving'),
        }),
        (one) => {
          for (const { kept } of hoursOf(one)) expect(kept).toBeLessThanOrEqual(BUDGET * 1.1)
        },
      ),
      { numRuns: 8, seed: 12 },
    )
  })

  it.each(['even', 'one', 'moving'] as const)(
    '[PL138] is used where more is sent, and nothing is lost where less is (%s)',
    (balance) => {
      for (const { kept } of hoursOf({ ...COMMON, balance, traces: Array<number>(60).fill(20) }))
        expect(kept).toBeGreaterThan(BUDGET * 0.85)
      for (const { sent, kept } of hoursOf({ ...COMMON, balance, traces: Array<number>(70).fill(1) }))
        expect(kept).toBe(sent)
    },
  )

  it('[PL138] holds in a first minute of which nobody knows anything yet', () => {
    const [hour] = hoursOf({ ...COMMON, spools: 6, spansPerTrace: 3, traces: [4000] }, EXCHANGE_MS)
    expect(hour!.kept).toBeLessThanOrEqual(BUDGET)
  })

  it('[PL138] leaves little to a spool that digests an hour late which the others have spent', () => {
    const spools = severalSpools({ count: 2, spansPerHour: BUDGET, exchangeMs: SELDOM_MS })
    const kept = [0, 0]
    for (const place of [0, 1]) {
      for (const part of spanTraffic({ ...COMMON, seed: place, traces: Array<number>(60).fill(20) }))
        kept[place]! += spools.keep(place, part).length
      spools.exchange()
    }
    expect(kept[0]).toBeGreaterThan(BUDGET * 0.85)
    expect(kept[0]! + kept[1]!).toBeLessThanOrEqual(BUDGET * 1.1)
    expect(kept[1]).toBeGreaterThan(0)
  })
})

describe('a trace whose parts arrive at two spools', () => {
  /** Of the traces with a part that is kept, how many have one that is not. */
  function torn(exchangeMs: number): number {
    const spools = severalSpools({ count: 2, spansPerHour: 2 * BUDGET, exchangeMs })
    const random = seededRandom(2)
    let [kept, split] = [0, 0]
    for (const part of spanTraffic({ ...COMMON, errorShare: 0, traces: Array<number>(60).fill(100) })) {
      // One of them has most of the traffic beside.
      if (random() < 0.7) {
        spools.keep(0, part)
        continue
      }
      // All of it is ordinary: what a node knows about durations is its own.
      const ordinary = part.map((span) => Object.assign(span, { duration: 100 }))
      const answers = new Set([0, 1].map((place) => spools.keep(place, ordinary).length > 0))
      if (answers.has(true)) kept += 1
      if (answers.size === 2) split += 1
    }
    return split / kept
  }

  it('[PL139] is kept or left out as a whole, as both have the same rates', () => {
    expect(torn(Number.POSITIVE_INFINITY)).toBeGreaterThan(0.3)
    expect(torn(EXCHANGE_MS)).toBeLessThan(0.05)
  })
})

describe('what spans stand for that several spools kept', () => {
  it('[PL143] adds up to what was sent, within the margin', () => {
    const runs = Array.from({ length: 20 }, (_, seed) => {
      const spools = severalSpools({ count: 3, spansPerHour: BUDGET, exchangeMs: SELDOM_MS })
      const random = seededRandom(seed)
      let [sent, estimate, variance] = [0, 0, 0]
      const traces = Array<number>(12).fill(100)
      for (const part of spanTraffic({ ...COMMON, spansPerTrace: 2, traces, seed: seed + 10 })) {
        sent += 1
        const kept = spools.keep(Math.floor(random() * 3), part).filter(({ isSegment }) => isSegment)
        for (const { sampleRate = 1 } of kept) {
          estimate += 1 / sampleRate
          variance += (1 / sampleRate) * (1 / sampleRate - 1)
        }
      }
      return { ratio: estimate / sent, isInside: Math.abs(estimate - sent) <= 1.96 * Math.sqrt(variance) }
    })
    expect(runs.filter(({ isInside }) => isInside).length).toBeGreaterThanOrEqual(18)
    const mean = runs.reduce((sum, { ratio }) => sum + ratio, 0) / runs.length
    expect(Math.abs(mean - 1)).toBeLessThan(0.05)
  })
})
