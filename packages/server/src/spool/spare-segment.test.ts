import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { aFaultyDisk } from '#spool/testing/faulty-disk.ts'
import {
  aBody,
  aFolder,
  aReceipt,
  openTestSpool,
  quiet,
  readAll,
  textOf,
  withSpool,
} from '#spool/testing/log-folder.ts'
import { wholeBlocks } from './block-memory.ts'
import { readEndOfLog } from './end-of-log.ts'
import { listSegments, type Segment } from './segment.ts'

const SEGMENT_BYTES = 10_000
const SLOW_DISK = { timeout: 10_000 }

async function aPreparingSpool(over: Parameters<typeof openTestSpool>[1] = {}) {
  const dir = await aFolder()
  const disk = aFaultyDisk()
  const options = { segmentBytes: SEGMENT_BYTES, preparedFromRate: 0, disk, ...over }
  const spool = await openTestSpool(dir, options)
  const sent: string[] = []
  const send = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const text = `record ${sent.length} ${'x'.repeat(900)}`
      await spool.append(aReceipt(), aBody(text))
      sent.push(text)
    }
  }
  /** As many as make the next segment begin, which is ready when it does. */
  const sendSlowly = async () => {
    const { fills } = disk
    await send(9)
    await expect.poll(() => disk.fills, SLOW_DISK).toBe(fills + 1)
    await send(2)
  }
  const stored = async (from = dir) => {
    const { records, quarantined } = await readAll(from, 0, spool.status().committed)
    return { texts: records.map(textOf), quarantined }
  }
  return { dir, disk, spool, send, sendSlowly, sent, stored }
}

const newestOf = async (dir: string) => (await listSegments(dir)).at(-1)!
const sizeOf = async ({ path }: Segment) => (await stat(path)).size

describe('a segment that is prepared', () => {
  it('[SP66] is filled with zeros while the one before it is written, and records replace them', async () => {
    const { dir, disk, spool, sendSlowly, sent, stored } = await aPreparingSpool()
    await sendSlowly()
    expect(await listSegments(dir)).toHaveLength(2)
    const newest = await newestOf(dir)
    expect(disk.calls.filter((call) => /^(?:create|use)/.test(call))).toEqual([
      'create',
      'createSpare',
      'use',
    ])
    expect(await sizeOf(newest)).toBe(wholeBlocks(SEGMENT_BYTES))
    expect(await stored()).toEqual({ texts: sent, quarantined: [] })
    await spool.close()
    expect(await sizeOf(newest)).toBe(spool.status().committed - newest.start)
    expect((await readdir(dir)).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('[SP66] is not made by a server that gets little, or where space is short', async () => {
    const little = await aPreparingSpool()
    await little.send(1)
    expect(little.disk.count('createSpare')).toBe(0)
    let clock = 0
    const slow = await aPreparingSpool({ preparedFromRate: 20_000, now: () => (clock += 1000) })
    await slow.send(25)
    expect(slow.disk.count('createSpare')).toBe(0)
    expect(await slow.stored()).toEqual({ texts: slow.sent, quarantined: [] })
    const short = await aPreparingSpool({ reserveBytes: 1e6, freeBytes: async () => 1_010_000 })
    await short.send(25)
    expect(short.disk.count('createSpare')).toBe(0)
    expect(await short.stored()).toEqual({ texts: short.sent, quarantined: [] })
    await Promise.all([little.spool.close(), short.spool.close()])
  })

  it('[SP66] is not waited for where senders are faster', async () => {
    const { dir, disk, spool, send, sent, stored } = await aPreparingSpool()
    const held = Promise.withResolvers<void>()
    disk.beforeFill = () => held.promise
    await send(25)
    expect(await listSegments(dir)).toHaveLength(3)
    expect(disk.count('use')).toBe(0)
    held.resolve()
    expect(await stored()).toEqual({ texts: sent, quarantined: [] })
    await spool.close()
  })

  it('[SP66] that the disk does not take costs no record, and is tried again with the next segment', async () => {
    const { dir, disk, spool, sendSlowly, sent, stored } = await aPreparingSpool()
    disk.failing.set('fill', 'ENOSPC')
    await sendSlowly()
    expect([disk.count('createSpare'), disk.count('fill'), disk.count('discard')]).toEqual([1, 1, 1])
    // Deleted by the thread pool, which nobody waits for.
    await expect.poll(() => readdir(dir), SLOW_DISK).not.toContain('spare.new')
    disk.failing.clear()
    await sendSlowly()
    expect(disk.count('use')).toBe(1)
    expect(await stored()).toEqual({ texts: sent, quarantined: [] })
    await spool.close()
  })

  it('[SP60] is cut behind the last acknowledged record when a write to it fails', async () => {
    const { dir, disk, spool, sendSlowly, sent, stored } = await aPreparingSpool()
    await sendSlowly()
    disk.failing.set('sync', 'EIO')
    await expect(spool.append(aReceipt(), aBody('refused'))).rejects.toThrow()
    const newest = await newestOf(dir)
    expect(await sizeOf(newest)).toBe(spool.status().committed - newest.start)
    expect(await stored()).toEqual({ texts: sent, quarantined: [] })
    await spool.close()
  })
})

describe('a prepared segment that a crash left', () => {
  /** The folder as a killed process leaves it. */
  async function aKilledSpool() {
    const { dir, spool, sendSlowly, sent, stored } = await aPreparingSpool()
    await sendSlowly()
    const left = await aFolder()
    await cp(dir, left, { recursive: true })
    await spool.close()
    const newest = await newestOf(left)
    return { dir: left, end: spool.status().committed, id: spool.id, newest, sent, stored }
  }

  it('[SP3] loses its zeros without a complaint, and the log goes on behind the last record', async () => {
    const { dir, end, id, newest, sent, stored } = await aKilledSpool()
    const warnings: string[] = []
    const log = { ...quiet, warn: (message: string) => void warnings.push(message) }
    expect(await readEndOfLog(dir, id)).toBe(end)
    await withSpool(dir, { log }, async (spool) => expect(spool.status().committed).toBe(end))
    expect(await sizeOf(newest)).toBe(end - newest.start)
    expect(await stored(dir)).toEqual({ texts: sent, quarantined: [] })
    expect(warnings).toEqual([])
  })

  it('[SP55] keeps a damaged last record, and no zeros behind it', async () => {
    const { dir, end, id, newest, sent, stored } = await aKilledSpool()
    const bytes = await readFile(newest.path)
    bytes[end - newest.start - 2]! ^= 1
    await writeFile(newest.path, bytes)
    expect(await readEndOfLog(dir, id)).toBe(end)
    await withSpool(dir, {}, async (spool) => expect(spool.status().committed).toBe(end))
    const { texts, quarantined } = await stored(dir)
    expect(texts).toEqual(sent.slice(0, -1))
    expect(quarantined).toMatchObject([{ to: end }])
  })
})
