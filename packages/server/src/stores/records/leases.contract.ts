import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'

const LONG = 3_600_000

/** Every RecordStore must pass this too. */
export function describeLeases(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`LeaseRecords contract: ${name}`, () => {
    it('[RS109] gives a lease to one holder at a time, who may keep it, until it is released or its time is up', async () => {
      const records = await open()
      const [store, other] = [records.store, await records.another()]
      onTestFinished(async () => {
        await other.close()
        await store.close()
      })
      expect(await store.leases.take('jobs', 'a', LONG)).toBe(true)
      expect(await other.leases.take('jobs', 'b', LONG)).toBe(false)
      expect(await other.leases.take('others', 'b', LONG)).toBe(true)
      expect(await store.leases.take('jobs', 'a', LONG)).toBe(true)
      await other.leases.release('jobs', 'b')
      expect(await other.leases.take('jobs', 'b', LONG)).toBe(false)
      await store.leases.release('jobs', 'a')
      expect(await other.leases.take('jobs', 'b', 0)).toBe(true)
      expect(await store.leases.take('jobs', 'a', LONG)).toBe(true)
      expect(await other.leases.take('jobs', 'b', LONG)).toBe(false)
    })

    it('[RS109] gives it to one of many who want it at the same moment', async () => {
      const records = await open()
      const [store, other] = [records.store, await records.another()]
      onTestFinished(async () => {
        await other.close()
        await store.close()
      })
      const wishes = Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : other).leases.take('jobs', `node ${index}`, LONG),
      )
      expect((await Promise.all(wishes)).filter(Boolean)).toHaveLength(1)
    })
  })
}
