import type { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import type { OpenedRecords } from './records.contract.ts'
import { openTwoNodes } from './testing/two-nodes.ts'

const HOUR = Math.floor(Date.now() / 3_600_000)
const share = (value: string, hour = HOUR, projectId = 'p1') => ({ projectId, hour, share: value })

/** Every RecordStore must pass this too. */
export function describeThinningShares(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`ThinningShareRecords contract: ${name}`, () => {
    const openTwo = async () => {
      const [first, second] = await openTwoNodes(open)
      return [first.thinningShares, second.thinningShares] as const
    }
    const of = (spoolId: string, ...hours: readonly number[]) => ({ projectId: 'p1', spoolId, hours })

    it('[RS120] tells a spool what each other one told last of a project and its hours, and nothing of its own', async () => {
      const [first, second] = await openTwo()
      await Promise.all([
        first.tell('a', [share('a, before'), share('a, an hour ago', HOUR - 1), share('a', HOUR, 'p2')]),
        second.tell('b', [share('b')]),
        second.tell('c', [share('c')]),
      ])
      await first.tell('a', [share('a')])
      await first.tell('a', [share('a')])
      expect(await second.hear(of('b', HOUR))).toEqual([
        { spoolId: 'a', share: 'a' },
        { spoolId: 'c', share: 'c' },
      ])
      expect(await second.hear(of('c', HOUR - 1, HOUR))).toEqual([
        { spoolId: 'a', share: 'a, an hour ago' },
        { spoolId: 'a', share: 'a' },
        { spoolId: 'b', share: 'b' },
      ])
      expect(await first.hear(of('a', HOUR + 1))).toEqual([])
    })

    it('[RS120] takes more projects than fit into one statement', async () => {
      const [first, second] = await openTwo()
      const many = Array.from({ length: 1_234 }, (_, index) => share(`${index}`, HOUR, `p${index}`))
      await first.tell('a', many)
      expect(await second.hear({ projectId: 'p1233', spoolId: 'b', hours: [HOUR] })).toEqual([
        { spoolId: 'a', share: '1233' },
      ])
    })

    it('[RS120] forgets hours that are long over, and those of a clock that was far ahead', async () => {
      const records = await open()
      onTestFinished(() => records.store.close())
      const { thinningShares, accounts } = records.store
      const hours = async () =>
        (
          await (accounts.db as Kysely<{ thinning_shares: { hour: number } }>)
            .selectFrom('thinning_shares')
            .select('hour')
            .orderBy('hour')
            .execute()
        ).map(({ hour }) => hour - HOUR)
      const { shareHours } = LIMITS.thinning
      const told = [-shareHours - 2, -shareHours + 1, 0, shareHours + 2]
      await thinningShares.tell(
        'a',
        told.map((offset) => share('any', HOUR + offset)),
      )
      expect(await hours()).toEqual(told)
      await thinningShares.expire()
      expect(await hours()).toEqual([-shareHours + 1, 0])
    })
  })
}
