import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aBody, aFolder, aReceipt, quiet, withSpool } from '#spool/testing/log-folder.ts'

describe('trimming', () => {
  it('[SP58] continues after a segment whose file was deleted', async () => {
    const dir = await aFolder()
    const warned: string[] = []
    const log = { ...quiet, warn: (message: string) => void warned.push(message) }
    await withSpool(dir, { segmentBytes: 100, log }, async (spool) => {
      for (let n = 0; n < 4; n++) await spool.append(aReceipt(), aBody('x'.repeat(100)))
      const segments = (await readdir(dir)).filter((name) => name.endsWith('.seg')).toSorted()
      expect(segments).toHaveLength(4)
      await rm(join(dir, segments[0]!))
      await spool.trim(spool.status().committed)
      expect(spool.status().segments).toBe(1)
    })
    expect(warned).toEqual([])
    expect((await readdir(dir)).filter((name) => name.endsWith('.seg'))).toHaveLength(1)
  })
})
