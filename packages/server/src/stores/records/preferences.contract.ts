import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedRecords } from './records.contract.ts'

export interface OpenedPreferences extends OpenedRecords {
  removeUser(id: string): Promise<void>
}

/** Every RecordStore must pass this too. */
export function describePreferenceRecords(name: string, open: () => Promise<OpenedPreferences>): void {
  describe(`PreferenceRecords contract: ${name}`, () => {
    let records: OpenedPreferences
    beforeEach(async () => {
      records = await open()
      await records.addUser('ann')
      await records.addUser('bob')
    })
    afterEach(async () => records.store.close())

    it('[RS30] are kept for each user by themselves', async () => {
      const { preferences } = records.store
      expect(await preferences.get('ann')).toBeUndefined()
      expect(await preferences.update('ann', (before) => JSON.stringify({ before }))).toBe('{}')
      expect(await preferences.update('ann', (before) => `${before} again`)).toBe('{} again')
      expect(await preferences.get('ann')).toBe('{} again')
      expect(await preferences.get('bob')).toBeUndefined()
    })

    it('[RS30] lose no change that two connections make at the same time', async () => {
      const other = await records.another()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? records.store : other).preferences.update('ann', (before = '') => `${before}x`),
        ),
      )
      expect(await other.preferences.get('ann')).toBe('x'.repeat(20))
      await other.close()
    })

    it('[RS30] stay as they were when a change fails', async () => {
      const { preferences } = records.store
      await preferences.update('ann', () => 'kept')
      const failing = preferences.update('ann', () => {
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await preferences.get('ann')).toBe('kept')
    })

    it('[RS30] belong to a user, and are deleted with the user', async () => {
      const { preferences } = records.store
      await expect(preferences.update('nobody', () => '{}')).rejects.toMatchObject({ code: 'not_found' })
      await preferences.update('ann', () => '{}')
      await records.removeUser('ann')
      expect(await preferences.get('ann')).toBeUndefined()
    })
  })
}
