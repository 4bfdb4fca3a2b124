import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { QuotaCount } from '#domain/intake/quota-count.ts'
import type { OpenedRecords } from './records.contract.ts'
import { openTwoNodes } from './testing/two-nodes.ts'

const slot = (number: number, count: number, window = 'p1:error:60'): QuotaCount => ({
  window,
  slotMs: 6_000,
  slot: number,
  count,
  endsAt: Date.now() + 3_600_000,
})
const shown = (counts: readonly QuotaCount[]) =>
  counts.map(({ window, slot: number, count }) => `${window} ${number}: ${count}`).sort()

/** Every RecordStore must pass this too. */
export function describeQuotaCounts(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`QuotaCountRecords contract: ${name}`, () => {
    const openTwo = async () => {
      const [first, second] = await openTwoNodes(open)
      return [first.quotaCounts, second.quotaCounts] as const
    }

    it('[RS113] tells a node what all others took, each by its last report, and nothing of its own', async () => {
      const [first, second] = await openTwo()
      await Promise.all([
        first.tell('a', [slot(1, 3), slot(2, 5)]),
        second.tell('b', [slot(1, 10), slot(1, 7, 'k2:all:60')]),
        second.tell('c', [slot(1, 100)]),
      ])
      await first.tell('a', [slot(2, 6)])
      await first.tell('a', [slot(2, 6)])
      expect(shown((await second.hear('b', undefined)).counts)).toEqual([
        'p1:error:60 1: 103',
        'p1:error:60 2: 6',
      ])
      expect(shown((await first.hear('a', undefined)).counts)).toEqual([
        'k2:all:60 1: 7',
        'p1:error:60 1: 110',
      ])
    })

    it('[RS113] tells later only of slots that somebody told of since, with the sum of all', async () => {
      const [first, second] = await openTwo()
      await first.tell('a', [slot(1, 3), slot(2, 5)])
      await first.tell('c', [slot(2, 1)])
      const { asOf } = await second.hear('b', undefined)
      expect((await second.hear('b', asOf + 3_600_000)).counts).toEqual([])
      await first.tell('a', [slot(2, 8)])
      expect(shown((await second.hear('b', asOf)).counts)).toContain('p1:error:60 2: 9')
    })

    it('[RS113] forgets what counts in no window any more', async () => {
      const records = await open()
      onTestFinished(() => records.store.close())
      const { quotaCounts, accounts } = records.store
      const rows = () =>
        (accounts.db as Kysely<{ quota_counts: { slot: number } }>)
          .selectFrom('quota_counts')
          .select('slot')
          .execute()
      await quotaCounts.tell('a', [{ ...slot(1, 3), endsAt: 1_000 }, slot(2, 5)])
      expect(shown((await quotaCounts.hear('b', undefined)).counts)).toEqual(['p1:error:60 2: 5'])
      expect(await rows()).toHaveLength(2)
      await quotaCounts.expire()
      expect(await rows()).toEqual([{ slot: 2 }])
    })

    it('[RS113] takes more slots than fit into one statement', async () => {
      const [first, second] = await openTwo()
      await first.tell(
        'a',
        Array.from({ length: 1_234 }, (_, index) => slot(index, index)),
      )
      const { counts } = await second.hear('b', undefined)
      expect(counts).toHaveLength(1_234)
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe((1_233 * 1_234) / 2)
    })
  })
}
