import { appendFile, copyFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDisk } from './disk.ts'
import { aFaultyDisk } from '#spool/testing/faulty-disk.ts'
import {
  aBody,
  aFolder,
  aReceipt,
  openTestSpool,
  readAll,
  textOf,
  withSpool,
} from '#spool/testing/log-folder.ts'

/** A folder with the records `a`, `b` and `c` in one segment. */
async function aLog(over: Parameters<typeof openTestSpool>[1] = {}) {
  const dir = await aFolder()
  const { positions, end } = await withSpool(dir, over, async (spool) => {
    const positions: number[] = []
    for (const text of ['a', 'b', 'c']) positions.push(await spool.append(aReceipt(), aBody(text)))
    return { positions, end: spool.status().committed }
  })
  const newest = join(
    dir,
    (await readdir(dir))
      .filter((name) => name.endsWith('.seg'))
      .sort()
      .at(-1)!,
  )
  return { dir, positions, end, newest }
}

/** Opens, appends `after`, and reads everything. */
async function goOn(dir: string, over: Parameters<typeof openTestSpool>[1] = {}) {
  return withSpool(dir, over, async (spool) => {
    const recovered = spool.status().committed
    const at = await spool.append(aReceipt(), aBody('after'))
    const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
    return { recovered, at, texts: records.map(textOf), quarantined }
  })
}

describe('recovery', () => {
  it('[SP3] cuts a tail torn at any byte of the last record, so that the log goes on behind the last whole one', async () => {
    const { dir, positions, end, newest } = await aLog()
    const whole = await readFile(newest)
    const last = positions[2]!
    for (let cut = last; cut < end; cut++) {
      for (const name of await readdir(dir)) if (name.endsWith('.seg')) await rm(join(dir, name))
      await writeFile(newest, whole.subarray(0, cut))
      const { recovered, at, texts, quarantined } = await goOn(dir)
      expect({ cut, recovered, at, texts, quarantined }).toEqual({
        cut,
        recovered: last,
        at: last,
        texts: ['a', 'b', 'after'],
        quarantined: [],
      })
    }
  })

  it('[SP3] counts zeros at the end as torn, wherever in the last record they begin', async () => {
    const { dir, positions, end, newest } = await aLog()
    const whole = await readFile(newest)
    for (let cut = positions[2]!; cut < end; cut += 3) {
      for (const name of await readdir(dir)) if (name.endsWith('.seg')) await rm(join(dir, name))
      await writeFile(newest, Buffer.concat([whole.subarray(0, cut), Buffer.alloc(10_000)]))
      const { recovered, texts, quarantined } = await goOn(dir)
      expect({ cut, recovered, texts, quarantined }).toEqual({
        cut,
        recovered: positions[2],
        texts: ['a', 'b', 'after'],
        quarantined: [],
      })
    }
  })

  it('[SP3] keeps a whole last record that is followed by zeros, or that ends in them', async () => {
    const { dir, newest } = await aLog()
    await appendFile(newest, Buffer.alloc(5_000_000))
    expect(await goOn(dir)).toMatchObject({ texts: ['a', 'b', 'c', 'after'], quarantined: [] })
    await withSpool(dir, {}, async (spool) => {
      const at = await spool.append(aReceipt(), Buffer.alloc(50))
      await spool.close()
      const again = await openTestSpool(dir)
      expect(again.status().committed).toBe(spool.status().committed)
      const { records } = await readAll(dir, at, again.status().committed)
      expect(records.map((record) => Buffer.from(record.body))).toEqual([Buffer.alloc(50)])
      await again.close()
    })
  })

  it('[SP4] does not cut a last record that is all there but damaged: it may have been acknowledged', async () => {
    const { dir, positions, end, newest } = await aLog()
    const bytes = await readFile(newest)
    bytes[end - 2]! ^= 1
    await writeFile(newest, bytes)
    const { recovered, texts, quarantined } = await goOn(dir)
    expect(recovered).toBe(end)
    expect(texts).toEqual(['a', 'b', 'after'])
    expect(quarantined).toMatchObject([{ from: positions[2], to: end }])
  })

  it('[SP3] begins with an empty segment that a crash left', async () => {
    const { dir, end } = await aLog()
    await writeFile(join(dir, `${String(end).padStart(16, '0')}.seg`), '')
    expect(await goOn(dir)).toMatchObject({ at: end, texts: ['a', 'b', 'c', 'after'], quarantined: [] })
  })

  it('[SP3] removes files that a crash left unnamed', async () => {
    const { dir } = await aLog()
    await writeFile(join(dir, '0000000000009999.seg.new'), 'x')
    await goOn(dir)
    expect((await readdir(dir)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('[SP3] goes on when the torn tail cannot be cut, because the next segment hides it', async () => {
    const { dir, positions, end, newest } = await aLog()
    await truncate(newest, end - 1)
    const disk = aFaultyDisk()
    disk.failing.set('truncate', 'EROFS')
    const { at, texts, quarantined } = await goOn(dir, { disk })
    expect({ at, texts, quarantined }).toEqual({
      at: positions[2],
      texts: ['a', 'b', 'after'],
      quarantined: [],
    })
  })

  it('[SP3] reads only the newest segment when it opens', async () => {
    const { dir, end } = await aLog({ segmentBytes: 1 })
    const [oldest] = (await readdir(dir)).filter((name) => name.endsWith('.seg')).sort()
    await writeFile(join(dir, oldest!), 'no log at all')
    await withSpool(dir, {}, async (spool) => expect(spool.status().committed).toBe(end))
  })

  it('[SP9] never hands out a position again that a store has applied', async () => {
    const { dir, end } = await aLog()
    const { at, texts, quarantined } = await goOn(dir, { minimumPosition: 1_000_000 })
    expect(at).toBe(1_000_000)
    expect(texts).toEqual(['a', 'b', 'c', 'after'])
    expect(quarantined).toMatchObject([{ from: end, to: 1_000_000 }])
    await withSpool(dir, { minimumPosition: 5 }, async (spool) => {
      expect(spool.status().committed).toBeGreaterThan(1_000_000)
    })
  })

  it('[SP9] starts an empty log at the position the stores have applied', async () => {
    const dir = await aFolder()
    await withSpool(dir, { minimumPosition: 2 ** 40 }, async (spool) => {
      expect(spool.status()).toMatchObject({ first: 2 ** 40, committed: 2 ** 40, bytes: 0 })
      expect(await spool.append(aReceipt(), aBody('a'))).toBe(2 ** 40)
      const { records } = await readAll(dir, 2 ** 40, spool.status().committed)
      expect(records.map(textOf)).toEqual(['a'])
    })
  })

  it('[SP9] does not make a new id for a log that has one somewhere, which would lose the log', async () => {
    const { dir } = await aLog()
    await copyFile(join(dir, 'id'), join(dir, 'id.elsewhere'))
    await rm(join(dir, 'id'))
    await expect(openTestSpool(dir)).rejects.toThrow(/id is missing but the log is not/)
    await copyFile(join(dir, 'id.elsewhere'), join(dir, 'id'))
    expect(await goOn(dir, { disk: createDisk() })).toMatchObject({ texts: ['a', 'b', 'c', 'after'] })
  })
})
