import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'
import { openTwoNodes } from './testing/two-nodes.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Every RecordStore must pass this too. */
export function describeSettledTimes(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`SettledTimeRecords contract: ${name}`, () => {
    it('[RS121] tells a spool the earliest moment that any other one told last', async () => {
      const [{ settledTimes: first }, { settledTimes: second }] = await openTwoNodes(open)
      expect(await first.hear('a', MINUTE_MS)).toBeUndefined()
      await Promise.all([first.tell('a', 1_000), second.tell('b', 5_000), second.tell('c', 3_000)])
      expect(await first.hear('a', MINUTE_MS)).toBe(3_000)
      expect(await second.hear('b', MINUTE_MS)).toBe(1_000)
      await second.tell('c', 9_000)
      expect(await first.hear('a', MINUTE_MS)).toBe(5_000)
      expect(await first.hear('', MINUTE_MS)).toBe(1_000)
      await second.forget('b')
      expect(await first.hear('a', MINUTE_MS)).toBe(9_000)
    })

    it('[RS121] does without those that told nothing for a while, and forgets them after a day', async () => {
      const records = await open()
      onTestFinished(() => records.store.close())
      const { settledTimes, accounts } = records.store
      const db = accounts.db as Kysely<{ settled_times: { spool_id: string; told_at: number } }>
      const age = (spool: string, ms: number) =>
        db
          .updateTable('settled_times')
          .set((eb) => ({ told_at: eb('told_at', '-', ms) }))
          .where('spool_id', '=', spool)
          .execute()
      await settledTimes.tell('late', 1_000)
      await settledTimes.tell('gone', 2_000)
      await settledTimes.tell('there', 3_000)
      await age('late', 2 * MINUTE_MS)
      await age('gone', DAY_MS + MINUTE_MS)
      expect(await settledTimes.hear('own', MINUTE_MS)).toBe(3_000)
      expect(await settledTimes.hear('own', 5 * MINUTE_MS)).toBe(1_000)
      await settledTimes.expire()
      const left = await db.selectFrom('settled_times').select('spool_id').orderBy('spool_id').execute()
      expect(left).toEqual([{ spool_id: 'late' }, { spool_id: 'there' }])
    })
  })
}
