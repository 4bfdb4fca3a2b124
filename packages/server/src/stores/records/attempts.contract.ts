import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AttemptRule } from './attempts.ts'
import type { OpenedRecords } from './records.contract.ts'
import { openTwoNodes } from './testing/two-nodes.ts'
import type { RecordStore } from './records.ts'

const RULE: AttemptRule = { name: 'sign_in', attempts: 5, windowMs: 3_600_000, capacity: 10 }

/** Every RecordStore must pass this too. */
export function describeAttempts(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`AttemptRecords contract: ${name}`, () => {
    const openTwo = () => openTwoNodes(open)

    it('[RS112] counts the attempts of all nodes as one, by key and kind, until they are forgotten', async () => {
      const [store, other] = await openTwo()
      for (const node of [store, other, store, other, store]) {
        expect(await node.attempts.take(RULE, 'ann')).toBeUndefined()
      }
      for (const node of [store, other]) {
        const waitMs = (await node.attempts.take(RULE, 'ann'))!
        expect(waitMs).toBeGreaterThan(RULE.windowMs / 2)
        expect(waitMs).toBeLessThanOrEqual(RULE.windowMs)
      }
      expect(await other.attempts.take(RULE, 'ben')).toBeUndefined()
      expect(await other.attempts.take({ ...RULE, name: 'reset' }, 'ann')).toBeUndefined()
      await other.attempts.forget(RULE, 'ann')
      expect(await store.attempts.take(RULE, 'ann')).toBeUndefined()
    })

    it('[RS112] lets no more through when they come at the same moment', async () => {
      const nodes = await openTwo()
      const takes = Array.from({ length: 40 }, (_, index) => nodes[index % 2]!.attempts.take(RULE, 'ann'))
      expect((await Promise.all(takes)).filter((wait) => wait === undefined)).toHaveLength(RULE.attempts)
    })

    it('[RS112] begins a new window when the last one has ended', async () => {
      const [store, other] = await openTwo()
      const ended = { ...RULE, attempts: 1, windowMs: 0 }
      expect(await store.attempts.take(ended, 'ann')).toBeUndefined()
      expect(await other.attempts.take({ ...RULE, attempts: 1 }, 'ann')).toBeUndefined()
      expect(await store.attempts.take({ ...RULE, attempts: 1 }, 'ann')).toBeGreaterThan(0)
    })

    it('[RS112] remembers a bounded number of keys, the latest ones, and nothing that has ended', async () => {
      const [store] = await openTwo()
      for (let made = 0; made < 1_200; made++) await store.attempts.take(RULE, `made up ${made}`)
      expect((await keysIn(store)).length).toBeLessThan(RULE.capacity + 500)
      const last = { ...RULE, attempts: 1 }
      expect(await store.attempts.take(last, 'made up 1199')).toBeGreaterThan(0)
      expect(await store.attempts.take(last, 'made up 0')).toBeUndefined()
      const short = { ...RULE, name: 'short', windowMs: 0, capacity: 100_000 }
      for (let made = 0; made < 1_200; made++) await store.attempts.take(short, `made up ${made}`)
      const ended = (await keysIn(store)).filter((row) => row.name === 'short')
      expect(ended.length).toBeLessThan(500)
    })

    it('[RS112] keeps no word that somebody typed', async () => {
      const [store] = await openTwo()
      await store.attempts.take(RULE, `203.0.113.5 ${'correct horse battery staple '.repeat(500)}`)
      const [row] = await keysIn(store)
      expect(row!.key).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    })
  })
}

function keysIn({ accounts }: RecordStore) {
  const db = accounts.db as Kysely<{ attempt_counts: { name: string; key: string } }>
  return db.selectFrom('attempt_counts').select(['name', 'key']).execute()
}
