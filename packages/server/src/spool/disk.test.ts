import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDisk, writeWhole } from './disk.ts'
import { readThrough } from './segment-view.ts'
import { aFolder } from '#spool/testing/log-folder.ts'
import { mountSmallDisk } from '#spool/testing/small-disk.ts'

describe('a disk that takes or gives only a part', () => {
  it('[SP1] goes on with exactly what was not written', async () => {
    const disk = Buffer.alloc(10, '.')
    const takeTwo = (rest: Uint8Array, at: number) => {
      disk.set(rest.subarray(0, 2), at)
      return Math.min(2, rest.length)
    }
    await writeWhole(Buffer.from('abcdefg'), 3, takeTwo)
    expect(disk.toString()).toBe('...abcdefg')
  })

  it('[SP1] does not ask for ever when nothing is taken', async () => {
    await expect(writeWhole(Buffer.from('abc'), 0, async () => 0)).rejects.toThrow('took nothing')
  })

  it('[SP4] gives zeros for a sector that cannot be read, and every byte around it', async () => {
    const stored = Buffer.alloc(20_000, 7)
    const bad = 9000
    const readAt = async (into: Buffer, offset: number) => {
      if (offset <= bad && bad < offset + into.length) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return stored.copy(into, 0, offset, offset + into.length)
    }
    const bytes = await readThrough(readAt, 0, stored.length)
    expect(bytes.length).toBe(stored.length)
    expect(bytes.indexOf(0)).toBe(8192)
    expect(bytes.lastIndexOf(0)).toBe(8192 + 4095)
  })

  it('[SP4] does not hide an error that is not the medium’s', async () => {
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' })
    await expect(readThrough(() => Promise.reject(denied), 0, 10)).rejects.toBe(denied)
  })
})

describe('a disk that is quick, or slow', () => {
  it.each([true, false])('[SP17] holds the same bytes, waited for here: %s', async (mayWait) => {
    const path = join(await aFolder(), 'segment')
    await mkdir(dirname(path), { recursive: true })
    const waits: number[] = []
    const disk = createDisk({ mayWait: () => mayWait, waited: (ms) => void waits.push(ms) })
    const file = await disk.create(path)
    await file.write(Buffer.from('first, '), 0)
    await file.write(Buffer.from('second'), 7)
    await file.sync()
    await file.close()
    expect(await readFile(path, 'utf8')).toBe('first, second')
    expect(waits).toHaveLength(mayWait ? 3 : 0)
  })

  it.each([true, false])('[SP7] says that it is full, waited for here: %s', async (mayWait) => {
    const disk = createDisk({ mayWait: () => mayWait, waited: () => undefined })
    const small = await mountSmallDisk('1m')
    onTestFinished(() => small.dispose())
    const file = await disk.create(join(small.dir, 'segment'))
    onTestFinished(() => file.close())
    await expect(file.write(Buffer.alloc(2_000_000, 1), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})
