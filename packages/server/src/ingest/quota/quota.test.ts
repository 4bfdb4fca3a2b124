import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuotaCount } from '#domain/intake/quota-count.ts'
import type { Quota } from '#domain/projects/project.ts'
import type { KeyEntry } from '#ingest/auth/key-directory.ts'
import { createQuotaBook, type QuotaBook } from './quota.ts'
import { rateLimitHeader } from '#ingest/http/rate-limit-header.ts'
import { makeKey, makeProject } from '#ingest/testing/ingest-server.ts'

function entry(ofKey: readonly Quota[], ofProject: readonly Quota[] = []): KeyEntry {
  return { key: makeKey('1', { quotas: ofKey }), project: makeProject('1', { quotas: ofProject }) }
}

const errors = (limit: number, windowSeconds = 60): Quota => ({ category: 'error', limit, windowSeconds })
const NOW = 1_800_000_000_000

describe('[IN12] quotas', () => {
  it('stop what is beyond the limit and say when something fits again', () => {
    const book = createQuotaBook()
    const sender = entry([errors(2)])
    expect(book.consume(sender, 'error', 1, NOW)).toBeUndefined()
    expect(book.consume(sender, 'error', 1, NOW + 10_000)).toBeUndefined()
    const limit = book.consume(sender, 'error', 1, NOW + 20_000)
    expect(limit).toMatchObject({ scope: 'key', category: 'error' })
    const again = NOW + 20_000 + limit!.retryAfter * 1000
    expect(again).toBeGreaterThanOrEqual(NOW + 60_000)
    expect(book.consume(sender, 'error', 1, again)).toBeUndefined()
    expect(book.consume(sender, 'error', 1, again)).toBeDefined()
  })

  it('leave other categories alone, unless they count all', () => {
    const book = createQuotaBook()
    expect(book.consume(entry([errors(0)]), 'session', 1, NOW)).toBeUndefined()
    const all = entry([], [{ category: 'all', limit: 1, windowSeconds: 10 }])
    expect(book.exhausted(all, NOW)).toBeUndefined()
    expect(book.consume(all, 'session', 1, NOW)).toBeUndefined()
    expect(book.consume(all, 'error', 1, NOW)).toMatchObject({ scope: 'project', category: 'all' })
    expect(book.exhausted(all, NOW)).toMatchObject({ scope: 'project', category: 'all' })
    expect(book.exhausted(entry([errors(0)]), NOW)).toBeUndefined()
  })

  it('take from none of two when one of them is used up', () => {
    const book = createQuotaBook()
    const sender = entry([errors(5)], [errors(1)])
    book.consume(sender, 'error', 1, NOW)
    for (let again = 0; again < 9; again++) book.consume(sender, 'error', 1, NOW)
    expect(book.consume(entry([errors(5)]), 'error', 4, NOW)).toBeUndefined()
  })

  it('count the projects and keys apart', () => {
    const book = createQuotaBook()
    const other: KeyEntry = { key: makeKey('2', { quotas: [errors(1)] }), project: makeProject('2') }
    expect(book.consume(entry([errors(1)]), 'error', 1, NOW)).toBeUndefined()
    expect(book.consume(other, 'error', 1, NOW)).toBeUndefined()
  })

  it('hold in any window, wherever it starts', () => {
    const steps = fc.array(fc.record({ wait: fc.nat(9000), quantity: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (waits, limit) => {
        const book = createQuotaBook()
        const sender = entry([errors(limit, 10)])
        const taken: Array<{ at: number; quantity: number }> = []
        let now = NOW
        for (const { wait, quantity } of waits) {
          now += wait
          if (book.consume(sender, 'error', quantity, now) === undefined) taken.push({ at: now, quantity })
        }
        return taken.every(({ at }) => {
          const inWindow = taken.filter((each) => each.at >= at && each.at < at + 10_000)
          return inWindow.reduce((sum, each) => sum + each.quantity, 0) <= limit
        })
      }),
      { numRuns: 500 },
    )
  })
})

describe('[OP221] quotas of several nodes', () => {
  const tell = (from: QuotaBook, to: QuotaBook, now: number) => {
    const counts = from.untold(now)
    from.told(counts)
    to.heard(counts, now)
  }

  it('count what the others told, also for a node that has not taken anything yet', () => {
    const [here, there] = [createQuotaBook(), createQuotaBook()]
    const sender = entry([errors(3)])
    expect(here.consume(sender, 'error', 2, NOW)).toBeUndefined()
    tell(here, there, NOW)
    expect(there.consume(sender, 'error', 2, NOW)).toMatchObject({ category: 'error' })
    expect(there.consume(sender, 'error', 1, NOW)).toBeUndefined()
    tell(there, here, NOW)
    const limit = here.consume(sender, 'error', 1, NOW + 5_000)
    expect(limit).toBeDefined()
    const again = NOW + 5_000 + limit!.retryAfter * 1000
    expect(here.consume(sender, 'error', 1, again)).toBeUndefined()
  })

  it('tell the whole of a slot, again only when it has changed', () => {
    const book = createQuotaBook()
    const sender = entry([errors(100)])
    book.consume(sender, 'error', 2, NOW)
    const first = book.untold(NOW)
    expect(first).toMatchObject([{ window: 'kkey-of-1:error:60', slotMs: 6_000, count: 2 }])
    expect(first[0]!.endsAt).toBeGreaterThan(NOW + 60_000)
    // Taken while it was told.
    book.consume(sender, 'error', 3, NOW)
    book.told(first)
    const second = book.untold(NOW)
    expect(second).toMatchObject([{ count: 5 }])
    book.told(second)
    expect(book.untold(NOW)).toEqual([])
    expect(book.untold(NOW + 3_600_000)).toEqual([])
  })

  it('hold in any window over all of them, but for what was taken since the last exchange', () => {
    const step = fc.record({ node: fc.nat(2), wait: fc.nat(4_000), quantity: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 12 }), (steps, limit) => {
        const books = [createQuotaBook(), createQuotaBook(), createQuotaBook()]
        const sender = entry([errors(limit, 10)])
        const reports = new Map<string, number>()
        const exchange = (now: number) => {
          for (const [node, book] of books.entries()) {
            const counts = book.untold(now)
            for (const one of counts) reports.set(`${node} ${one.slot}`, one.count)
            book.told(counts)
            const others = books.flatMap((_, index) => (index === node ? [] : [index]))
            for (const other of others) books[other]!.heard(sumsFor(other, counts, reports), now)
          }
        }
        const taken: Array<{ at: number; quantity: number }> = []
        let now = NOW
        for (const { node, wait, quantity } of steps) {
          now += wait
          if (books[node]!.consume(sender, 'error', quantity, now) === undefined)
            taken.push({ at: now, quantity })
          exchange(now)
        }
        return taken.every(({ at }) => {
          const inWindow = taken.filter((each) => each.at >= at && each.at < at + 10_000)
          return inWindow.reduce((sum, each) => sum + each.quantity, 0) <= limit
        })
      }),
      { numRuns: 300 },
    )
  })
})

/** What the records answer a node about the slots that another told of. */
function sumsFor(
  node: number,
  told: readonly QuotaCount[],
  reports: ReadonlyMap<string, number>,
): QuotaCount[] {
  return told.map((one) => ({
    ...one,
    count: [0, 1, 2].reduce(
      (sum, other) => sum + (other === node ? 0 : (reports.get(`${other} ${one.slot}`) ?? 0)),
      0,
    ),
  }))
}

describe('rateLimitHeader', () => {
  it('[IN12] joins categories that end together and leaves the list empty for all', () => {
    expect(
      rateLimitHeader([
        { scope: 'key', category: 'error', retryAfter: 60 },
        { scope: 'key', category: 'error', retryAfter: 60 },
        { scope: 'key', category: 'session', retryAfter: 60 },
        { scope: 'project', category: 'all', retryAfter: 60 },
        { scope: 'key', category: 'span', retryAfter: 5 },
      ]),
    ).toBe('60:error;session:key:over_quota, 60::project:over_quota, 5:span:key:over_quota')
  })
})
