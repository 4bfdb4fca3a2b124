import { describe, expect, it } from 'vitest'
import { behind } from '#spool/disk.ts'
import { readThrough } from '#spool/segment-view.ts'

describe('a disk that takes or gives only a part', () => {
  const join = (buffers: readonly Uint8Array[]) => Buffer.concat(buffers).toString()
  const buffers = ['abc', '', 'de', 'f'].map((text) => Buffer.from(text))

  it('[SP1] goes on with exactly what was not written', () => {
    for (let bytes = 0; bytes <= 6; bytes++) expect(join(behind(buffers, bytes))).toBe('abcdef'.slice(bytes))
    expect(behind(buffers, 6)).toEqual([])
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
