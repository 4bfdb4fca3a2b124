import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SpoolRefused, type Spool } from './spool.ts'
import { aReceipt, openTestSpool, readAll, textOf } from '#spool/testing/log-folder.ts'
import { mountSmallDisk } from '#spool/testing/small-disk.ts'

async function aSmallDisk() {
  const disk = await mountSmallDisk('2m')
  onTestFinished(() => disk.dispose())
  const clock = { now: 0 }
  const dir = join(disk.dir, 'spool')
  const ballast = join(disk.dir, 'ballast')
  const open = (over: Parameters<typeof openTestSpool>[1] = {}) =>
    openTestSpool(dir, { segmentBytes: 300_000, preparedFromRate: 0, now: () => clock.now, ...over })
  return { disk, clock, dir, ballast, open }
}

/** Appends in groups until one is refused; says what was acknowledged. */
async function fill(spool: Spool, acknowledged: string[]): Promise<SpoolRefused> {
  for (let round = acknowledged.length; ; round++) {
    const texts = Array.from({ length: 8 }, (_, i) => `${round}.${i} ${'x'.repeat(2000 + i * 371)}`)
    const results = await Promise.allSettled(texts.map((text) => spool.append(aReceipt(), Buffer.from(text))))
    acknowledged.push(...texts.filter((_, i) => results[i]!.status === 'fulfilled'))
    const refused = results.find((result) => result.status === 'rejected')
    if (refused) return refused.reason as SpoolRefused
  }
}

describe('a real full disk', () => {
  it('[SP7] refuses when the disk is full, keeps all it acknowledged, and recovers when space returns', async () => {
    const { clock, dir, ballast, open } = await aSmallDisk()
    await writeFile(ballast, Buffer.alloc(1_000_000, 1))
    const spool = await open()
    const acknowledged: string[] = []
    for (let i = 0; i < 3; i++) {
      await spool.append(aReceipt(), Buffer.from(`there is space ${i}`))
      acknowledged.push(`there is space ${i}`)
      const refused = await fill(spool, acknowledged)
      expect(refused).toBeInstanceOf(SpoolRefused)
      expect(refused).toMatchObject({ reason: 'disk_full', cause: { code: 'ENOSPC' } })
      expect(spool.refusal()).toMatchObject({ reason: 'disk_full' })
      // A single record may still fit where a group did not.
      for (let before = -1; before < acknowledged.length;) {
        before = acknowledged.length
        clock.now += 1000
        await fill(spool, acknowledged)
      }
      clock.now += 1000
      await truncate(ballast, 600_000 - i * 300_000)
    }
    await rm(ballast)
    await spool.append(aReceipt(), Buffer.from('space is back'))
    acknowledged.push('space is back')
    const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
    expect({ texts: records.map(textOf), quarantined }).toEqual({ texts: acknowledged, quarantined: [] })
    await spool.close()
    const again = await open()
    expect(again.status().committed).toBe(spool.status().committed)
    await again.close()
  })

  it('[SP7] refuses before the reserve is touched, by what the file system itself says is free', async () => {
    const { clock, ballast, open } = await aSmallDisk()
    const spool = await open({ reserveBytes: 1_000_000 })
    await spool.append(aReceipt(), Buffer.from('a'))
    await writeFile(ballast, Buffer.alloc(1_200_000, 1))
    clock.now += 1000
    await expect.poll(() => spool.refusal()?.reason).toBe('disk_full')
    await rm(ballast)
    clock.now += 1000
    await expect.poll(() => spool.refusal()).toBeUndefined()
    await spool.append(aReceipt(), Buffer.from('b'))
    await spool.close()
  })

  it('[SP7] refuses while the file system is read-only, without a crash, and recovers when it is not', async () => {
    const { disk, clock, dir, ballast, open } = await aSmallDisk()
    await writeFile(ballast, Buffer.alloc(1_500_000, 1))
    const spool = await open()
    const acknowledged: string[] = []
    await fill(spool, acknowledged)
    await disk.remount('ro')
    for (let i = 0; i < 3; i++) {
      clock.now += 1000
      await expect(spool.append(aReceipt(), Buffer.from('x'))).rejects.toMatchObject({
        reason: 'disk_full',
        cause: { code: 'EROFS' },
      })
    }
    await disk.remount('rw')
    await rm(ballast)
    clock.now += 1000
    await spool.append(aReceipt(), Buffer.from('writable again'))
    const { records } = await readAll(dir, 0, spool.status().committed)
    expect(records.map(textOf)).toEqual([...acknowledged, 'writable again'])
    await spool.close()
  })

  it('[SP7] opens a read-only folder with a torn tail: what is whole can be read, nothing is accepted', async () => {
    const { disk, clock, dir, open } = await aSmallDisk()
    const first = await open()
    await first.append(aReceipt(), Buffer.from('whole'))
    const last = await first.append(aReceipt(), Buffer.from('torn'))
    await first.close()
    await truncate(join(dir, '0000000000000000.seg'), last + 30)
    await disk.remount('ro')
    const spool = await open()
    expect(spool.status().committed).toBe(last)
    await expect(spool.append(aReceipt(), Buffer.from('x'))).rejects.toMatchObject({ reason: 'disk_full' })
    expect((await readAll(dir, 0, last)).records.map(textOf)).toEqual(['whole'])
    await disk.remount('rw')
    clock.now += 1000
    expect(await spool.append(aReceipt(), Buffer.from('after'))).toBe(last)
    const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
    expect({ texts: records.map(textOf), quarantined }).toEqual({
      texts: ['whole', 'after'],
      quarantined: [],
    })
    await spool.close()
  })
})
