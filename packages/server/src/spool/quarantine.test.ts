import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countQuarantined, keepItem } from './quarantine.ts'
import { aFolder, withSpool } from '#spool/testing/log-folder.ts'

describe('keepItem', () => {
  it('[SP56] keeps an item for the operator alone, and leaves it as it is when it is kept again', async () => {
    const dir = await aFolder()
    await keepItem(dir, '1000-2', Buffer.from('costly'))
    await keepItem(dir, '1000-2', Buffer.from('other bytes'))
    const kept = join(dir, 'quarantine')
    expect(await readdir(kept)).toEqual(['item-1000-2.bin'])
    expect(await readFile(join(kept, 'item-1000-2.bin'), 'utf8')).toBe('costly')
    expect((await stat(join(kept, 'item-1000-2.bin'))).mode & 0o777).toBe(0o600)
    expect((await stat(kept)).mode & 0o777).toBe(0o700)
  })

  it('[SP56] counts what is kept, and nothing that is half written', async () => {
    const dir = await aFolder()
    expect(await countQuarantined(dir)).toBe(0)
    await keepItem(dir, '1', Buffer.from('a'))
    await keepItem(dir, '2', Buffer.from('b'))
    await writeFile(join(dir, 'quarantine', 'item-3.bin.new'), 'c')
    expect(await countQuarantined(dir)).toBe(2)
  })
  it('[SP56] is counted in the status once the log is trimmed', async () => {
    const dir = await aFolder()
    await withSpool(dir, {}, async (spool) => {
      await keepItem(dir, '1', Buffer.from('a'))
      await spool.trim(0)
      expect(spool.status().quarantined).toBe(1)
    })
  })
})
