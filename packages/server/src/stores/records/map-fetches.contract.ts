import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'

/** Every RecordStore must pass this too. */
export function describeMapFetchRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`MapFetchRecords contract: ${name}`, () => {
    it('[SM77] remembers the last attempt of each script, for its project, and of those the latest', async () => {
      const { store } = await open()
      onTestFinished(() => store.close())
      const { id } = await store.organizations.create({ slug: 'main', name: 'Main', now: 1 })
      for (const project of ['Shop', 'Blog']) {
        await store.projects.create({ organizationId: id, name: project, platform: undefined, now: 1 })
      }
      const { mapFetches } = store
      expect(await mapFetches.find('1', 'a')).toBeUndefined()
      await mapFetches.remember('1', 'a', { state: 'timed_out', at: 10 }, 2)
      await mapFetches.remember('1', 'a', { state: 'fetched', at: 20 }, 2)
      await mapFetches.remember('2', 'a', { state: 'not_found', at: 5 }, 2)
      expect(await mapFetches.find('1', 'a')).toEqual({ state: 'fetched', at: 20 })
      await mapFetches.remember('1', 'b', { state: 'not_found', at: 30 }, 2)
      await mapFetches.remember('1', 'c', { state: 'not_found', at: 40 }, 2)
      expect(await Promise.all(['a', 'b', 'c'].map((each) => mapFetches.find('1', each)))).toEqual([
        undefined,
        { state: 'not_found', at: 30 },
        { state: 'not_found', at: 40 },
      ])
      expect(await mapFetches.find('2', 'a')).toEqual({ state: 'not_found', at: 5 })
    })
  })
}
