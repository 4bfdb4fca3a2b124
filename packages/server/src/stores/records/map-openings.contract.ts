import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'

/** Every RecordStore must pass this too. */
export function describeMapOpeningRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`MapOpeningRecords contract: ${name}`, () => {
    it('[SM103] remembers which maps are being opened until they are, and forgets those whose bytes are gone', async () => {
      const { store } = await open()
      onTestFinished(() => store.close())
      const { mapOpenings } = store
      expect(await mapOpenings.find('a')).toBeUndefined()
      await mapOpenings.begin('a', { memoryMb: 128, at: 1 })
      await mapOpenings.begin('a', { memoryMb: 256, at: 2 })
      await mapOpenings.begin('b', { memoryMb: 256, at: 3 })
      await mapOpenings.end('b')
      expect(await mapOpenings.find('a')).toEqual({ memoryMb: 256, at: 2 })
      expect(await mapOpenings.find('b')).toBeUndefined()
      await store.artifacts.forgetOrphan('a')
      expect(await mapOpenings.find('a')).toBeUndefined()
    })
  })
}
