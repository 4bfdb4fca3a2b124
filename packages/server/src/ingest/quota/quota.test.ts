import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quota } from '#domain/projects/project.ts'
import type { KeyEntry } from '#ingest/auth/key-directory.ts'
import { createQuotaBook } from './quota.ts'
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
