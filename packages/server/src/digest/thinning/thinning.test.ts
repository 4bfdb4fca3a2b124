import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { MOMENT } from '#domain/testing.ts'
import { hex, seededRandom } from '#domain/seeded-random.ts'
import { aPageLoad, spanTraffic } from '#digest/testing/span-traffic.ts'
import { type Thinning, createThinning, newThinningState } from './thinning.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const BUSY = { traces: Array<number>(60).fill(200), spansPerTrace: 5, errorShare: 0.005 }
const options = { spansPerHour: 6000, salt: 'salt' }
const open = (releases: Parameters<typeof newThinningState>[0] = []) =>
  createThinning(options, newThinningState(releases))

/** After an hour in which ten times as much was sent as is kept. */
function busy(releases: Parameters<typeof newThinningState>[0] = []): { thinning: Thinning; at: number } {
  const thinning = open(releases)
  let at = 0
  for (const part of spanTraffic({ ...BUSY, seed: 1 })) {
    at = part[0]!.receivedAt
    thinning.keep(part)
  }
  return { thinning, at: at + MINUTE_MS }
}

const anyTrace = seededRandom(1000)

/** Of traces that were not seen before. */
const shareKept = (count: number, isKept: (traceId: string) => boolean): number =>
  Array.from({ length: count }, () => hex(anyTrace, 32)).filter(isKept).length / count

describe('what is kept first', () => {
  it('[PL141] are traces with a failed span, slow for their route, or of a release of the last day', () => {
    const { thinning, at } = busy([['shop@1', at0 - 30 * DAY_MS]])
    const keptWith = (over: Parameters<typeof aPageLoad>[0]) =>
      shareKept(20, (traceId) => thinning.keep([aPageLoad({ traceId, receivedAt: at, ...over })]).length > 0)
    const ordinary = keptWith({ release: 'shop@1' })
    expect(ordinary).toBeLessThan(0.4)
    expect(keptWith({ release: 'shop@1', status: 'error' })).toBe(1)
    expect(keptWith({ release: 'shop@1', duration: 5000 })).toBeGreaterThan(0.9)
    expect(keptWith({ release: 'shop@2' })).toBeGreaterThan(0.9)
  })

  it('[PL141] slow is what is longer than 19 of 20 on its own route', () => {
    const { thinning, at } = busy()
    const onRoute = (route: string, duration: number) =>
      shareKept(
        25,
        (traceId) => thinning.keep([aPageLoad({ traceId, route, duration, receivedAt: at })]).length > 0,
      )
    // Two seconds are usual on a report, and slow in the cart.
    onRoute('/report', 2000)
    onRoute('/report', 2000)
    expect(onRoute('/report', 2000)).toBeLessThan(0.4)
    expect(onRoute('/cart', 2100)).toBeGreaterThan(0.8)
  })

  it('[PL141] is still thinned out where it alone is too much, and leaves some of the others', () => {
    const thinning = open()
    const kept = { error: 0, ok: 0 }
    for (const part of spanTraffic({ ...BUSY, errorShare: 0.5, seed: 2 })) {
      const { status } = part.at(-1)!
      if (thinning.keep(part).length > 0) kept[status as 'error' | 'ok'] += 1
    }
    expect(kept.error).toBeGreaterThan(3 * kept.ok)
    expect(kept.ok).toBeGreaterThan(20)
  })

  it('[PL141] is not lost in a burst of ordinary traces', () => {
    const thinning = open()
    let [kept, failed] = [0, 0]
    for (const part of spanTraffic({ ...BUSY, traces: [5000], seed: 4 })) {
      const isKept = thinning.keep(part).length > 0
      if (part.at(-1)!.status !== 'error') continue
      failed += 1
      if (isKept) kept += 1
    }
    expect([failed > 10, kept]).toEqual([true, failed])
  })

  it('[PL141] is also a trace whose error came before its spans', () => {
    const { thinning, at } = busy()
    const kept = shareKept(40, (traceId) => {
      thinning.sawError(traceId, at)
      return thinning.keep([aPageLoad({ traceId, receivedAt: at })]).length > 0
    })
    expect(kept).toBe(1)
  })
})

describe('the parts of a trace', () => {
  it('[PL142] are kept or left out together, in however many envelopes and minutes they come', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 30 }), (seed, minutesLater) => {
        const { thinning, at } = busy()
        const random = seededRandom(seed)
        const traces = Array.from({ length: 50 }, () => hex(random, 32))
        const child = (traceId: string) =>
          aPageLoad({ traceId, isSegment: false, op: 'http.client', route: undefined, receivedAt: at })
        const first = traces.map((traceId) => thinning.keep([child(traceId)]).length)
        const laterAt = at + minutesLater * MINUTE_MS
        const second = traces.map(
          (traceId) => thinning.keep([aPageLoad({ traceId, receivedAt: laterAt, duration: 100 })]).length,
        )
        expect(second).toEqual(first)
      }),
      { numRuns: 6, seed: 5 },
    )
  })

  it('[PL142] come back from the moment on which they turn out to be worth it', () => {
    const { thinning, at } = busy()
    const random = seededRandom(9)
    const keep = (traceId: string, over: Parameters<typeof aPageLoad>[0]) =>
      thinning.keep([aPageLoad({ traceId, receivedAt: at, ...over })])
    const lost = Array.from({ length: 50 }, () => hex(random, 32)).find(
      (traceId) => keep(traceId, {}).length === 0,
    )!
    expect(keep(lost, { status: 'error' })).toHaveLength(1)
    expect(keep(lost, {})).toHaveLength(1)
  })

  it('[PL142] have the same answer in every project with the same rate', () => {
    const traffic = [...spanTraffic({ ...BUSY, seed: 3 })]
    const [browser, server] = [open(), open()].map((thinning) =>
      traffic.map((part) => thinning.keep(part).length > 0),
    )
    expect(browser).toEqual(server)
  })
})

describe('what kept spans stand for', () => {
  it('[PL143] adds up to what was sent, within the margin, by worth as well', () => {
    const inside = Array.from({ length: 8 }, (_, seed) => {
      const thinning = open()
      let [sent, estimate, variance] = [0, 0, 0]
      for (const part of spanTraffic({ ...BUSY, seed: seed + 10 })) {
        sent += 1
        for (const { sampleRate = 1 } of thinning.keep(part).filter(({ isSegment }) => isSegment)) {
          estimate += 1 / sampleRate
          variance += (1 / sampleRate) * (1 / sampleRate - 1)
        }
      }
      return Math.abs(estimate - sent) <= 1.96 * Math.sqrt(variance)
    }).filter(Boolean)
    expect(inside.length).toBeGreaterThanOrEqual(7)
  })

  it('[PL143] includes what the sender left out', () => {
    const { thinning, at } = busy()
    const random = seededRandom(4)
    const rates = Array.from({ length: 200 }, () =>
      thinning.keep([aPageLoad({ traceId: hex(random, 32), receivedAt: at, sampleRate: 0.5 })]),
    ).flatMap((kept) => kept.map(({ sampleRate }) => sampleRate!))
    const plain = thinning.state().budget.rates.ordinary
    expect(plain).toBeLessThan(1)
    expect(new Set(rates)).toEqual(new Set([0.5 * plain]))
  })
})

describe('what is remembered', () => {
  it('[PL146] has a bound, whatever senders invent', () => {
    const random = seededRandom(6)
    const thinning = open([['shop@1', at0 - 30 * DAY_MS]])
    const invented = () => hex(random, 12)
    for (let n = 0; n < 5000; n++) {
      const span = aPageLoad({ traceId: hex(random, 32), route: invented(), release: invented() })
      thinning.keep([span])
      thinning.sawError(hex(random, 32), MOMENT)
    }
    const { traces, routes, releases } = thinning.state()
    expect([traces.length, routes.length, releases.length]).toEqual([
      LIMITS.thinning.traces,
      LIMITS.thinning.routes,
      LIMITS.thinning.newReleases + 1,
    ])
    expect(releases[0]).toEqual(['shop@1', at0 - 30 * DAY_MS])
  })

  it('[PL145] leads to the same decisions after it was written and read', () => {
    const traffic = [...spanTraffic({ ...BUSY, seed: 8 })]
    const whole = open()
    let state = newThinningState([])
    for (const part of traffic) {
      const resumed = createThinning(options, JSON.parse(JSON.stringify(state)) as typeof state)
      expect(resumed.keep(part)).toEqual(whole.keep(part))
      state = resumed.state()
      if (part === traffic[300]) break
    }
    expect(state).toEqual(whole.state())
  })
})

const at0 = MOMENT
