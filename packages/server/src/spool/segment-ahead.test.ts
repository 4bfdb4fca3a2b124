import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFaultyDisk } from '#spool/testing/faulty-disk.ts'
import { aBody, aFolder, aReceipt, openTestSpool, readAll, textOf } from '#spool/testing/log-folder.ts'

const SEGMENT_BYTES = 4096
/** Two of these do not fit a segment. */
const BODY = 'x'.repeat(3000)

async function aSpool(over: Parameters<typeof openTestSpool>[1] = {}) {
  const dir = await aFolder()
  const disk = aFaultyDisk()
  const clock = { now: 0 }
  const spool = await openTestSpool(dir, {
    disk,
    now: () => clock.now,
    segmentBytes: SEGMENT_BYTES,
    ...over,
  })
  const append = (name: string) => spool.append(aReceipt(), aBody(name + BODY))
  /** Appends until a segment has been begun in a prepared file. */
  const fillUntilPrepared = async () => {
    const names: string[] = []
    while (disk.count('create') < 100 && !disk.calls.includes('create prepared')) {
      names.push(`${names.length} `)
      await append(names.at(-1)!)
    }
    return names
  }
  const sizes = async () => {
    const names = (await readdir(dir)).filter((name) => name.endsWith('.seg')).sort()
    return Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  }
  const names = async (until: number) =>
    (await readAll(dir, 0, until)).records.map((record) => textOf(record).slice(0, -BODY.length))
  return { dir, disk, clock, spool, append, fillUntilPrepared, sizes, names }
}

describe('a segment prepared ahead', () => {
  it('[SP16] is written over while segments fill quickly, and reads as any other', async () => {
    const { spool, fillUntilPrepared, names, sizes } = await aSpool()
    const appended = await fillUntilPrepared()
    expect((await sizes()).at(-1)).toBe(SEGMENT_BYTES)
    expect(await names(spool.status().committed)).toEqual(appended)
    await spool.close()
  })

  it('[SP16] gives back what no record came to need when the log is closed', async () => {
    const { dir, spool, fillUntilPrepared, sizes } = await aSpool()
    await fillUntilPrepared()
    const { committed } = spool.status()
    await spool.close()
    expect((await sizes()).reduce((sum, size) => sum + size)).toBe(committed)
    expect((await readdir(dir)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('[SP16] ends behind the last record after a crash, however long its file is', async () => {
    const { dir, spool, fillUntilPrepared, names } = await aSpool()
    const appended = await fillUntilPrepared()
    const { committed } = spool.status()
    // Not closed: what a crash leaves.
    const again = await openTestSpool(dir, { segmentBytes: SEGMENT_BYTES })
    expect(again.status().committed).toBe(committed)
    expect(await again.append(aReceipt(), aBody(`after ${BODY}`))).toBe(committed)
    expect(await names(again.status().committed)).toEqual([...appended, 'after '])
    await again.close()
  })

  it('[SP16] is not made for a log that grows slowly, nor on a disk with little room', async () => {
    const slow = await aSpool()
    for (let day = 0; day < 6; day++) {
      slow.clock.now += 86_400_000
      await slow.append('a')
    }
    const tight = await aSpool({ reserveBytes: 1000, freeBytes: async () => 1000 + 2 * SEGMENT_BYTES })
    for (let turn = 0; turn < 6; turn++) await tight.append('a')
    expect([slow.disk.count('prepare'), tight.disk.count('prepare')]).toEqual([0, 0])
    await Promise.all([slow.spool.close(), tight.spool.close()])
  })

  it('[SP16] costs nobody an answer when it cannot be made', async () => {
    const { disk, spool, append, names } = await aSpool()
    disk.failing.set('prepare', 'ENOSPC')
    for (const name of ['a', 'b', 'c', 'd', 'e']) await append(name)
    expect(disk.count('prepare')).toBeGreaterThan(0)
    expect(disk.calls).not.toContain('create prepared')
    expect(await names(spool.status().committed)).toEqual(['a', 'b', 'c', 'd', 'e'])
    await spool.close()
  })
})
