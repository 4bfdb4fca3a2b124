import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { openFileSpoolReader } from './file-spool-reader.ts'
import { describeSpool } from './spool.contract.ts'
import { aFaultyDisk } from '#spool/testing/faulty-disk.ts'
import { aBody, aFolder, aReceipt, openTestSpool, quiet, readAll, textOf } from '#spool/testing/log-folder.ts'

describeSpool('files', async () => {
  const dir = await aFolder()
  const closing = <T extends { close(): Promise<void> }>(opened: T): T => {
    onTestFinished(() => opened.close())
    return opened
  }
  const open = async () => closing(await openTestSpool(dir, { limitBytes: 100_000, segmentBytes: 10_000 }))
  const spool = await open()
  return {
    spool,
    openReader: async () => closing(await openFileSpoolReader({ dir, log: quiet })),
    reopen: async () => {
      await spool.close()
      return open()
    },
  }
})

async function spoolOnFaultyDisk(over: Parameters<typeof openTestSpool>[1] = {}) {
  const dir = await aFolder()
  const disk = aFaultyDisk()
  const clock = { now: 0 }
  const spool = await openTestSpool(dir, { disk, now: () => clock.now, ...over })
  onTestFinished(() => spool.close())
  const append = (text: string) => spool.append(aReceipt(), aBody(text))
  const texts = async () => {
    const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
    return { texts: records.map(textOf), quarantined: quarantined.length }
  }
  return { dir, disk, clock, spool, append, texts }
}

describe('group commit', () => {
  it('[SP2] syncs once for everything that arrived while the last commit ran', async () => {
    const { disk, append } = await spoolOnFaultyDisk()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let reached = () => {}
    const syncing = new Promise<void>((resolve) => (reached = resolve))
    disk.beforeSync = () => {
      reached()
      return held
    }
    const first = append('first')
    await syncing
    const rest = Array.from({ length: 1500 }, (_, i) => append(`body ${i}`))
    release()
    await Promise.all([first, ...rest])
    expect(disk.count('sync')).toBe(2)
    expect(disk.count('write')).toBe(2)
  })

  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('[SP2] gathers as long as every turn brings more, and commits with the first that brings nothing', async () => {
    const { disk, append } = await spoolOnFaultyDisk()
    const appended = [append('one'), append('two')]
    for (let count = 0; count < 5; count++) {
      await turn()
      appended.push(append(`turn ${count}`))
      expect(disk.calls).toEqual([])
    }
    await turn()
    await turn()
    expect(disk.calls).toContain('create')
    await Promise.all(appended)
    expect(disk.count('write')).toBe(1)
  })

  it('[SP2] does not gather for ever where turns never stop bringing more', async () => {
    const { append, disk } = await spoolOnFaultyDisk()
    // Two: a turn that brings nothing behind the first would end the gathering before the bound does.
    const appended = [append('first'), append('second')]
    while (disk.calls.length === 0 && appended.length < 10_000) {
      await turn()
      appended.push(append('more'))
    }
    expect(appended.length).toBeGreaterThan(50)
    expect(appended.length).toBeLessThan(100)
    await Promise.all(appended)
  })

  it('[SP2] writes the next batch before it answers the senders of the last one', async () => {
    const { disk, spool, append } = await spoolOnFaultyDisk()
    const begun: number[] = []
    let second: Promise<number> | undefined
    disk.beforeSync = async () => {
      second ??= append('second')
    }
    spool.onCommit(() => begun.push(disk.calls.filter((call) => call.startsWith('write')).length))
    await append('first')
    await second
    expect(begun).toEqual([2, 2])
  })

  it('[SP1] answers each of a batch with the position at which its record is read', async () => {
    const { dir, disk, spool, append } = await spoolOnFaultyDisk()
    await append('before')
    const positions = await Promise.all(['one', 'two two', 'three three three'].map(append))
    expect(disk.count('write')).toBe(2)
    const { records } = await readAll(dir, positions[0]!, spool.status().committed)
    expect(records.map((record) => record.position)).toEqual(positions)
  })

  it('[SP1] acknowledges in the order of the log, and no batch after a failed one', async () => {
    const { disk, spool, append, texts } = await spoolOnFaultyDisk()
    const answered: string[] = []
    const send = (text: string) =>
      append(text).then(
        () => answered.push(text),
        () => answered.push(`refused ${text}`),
      )
    let later: Promise<unknown> | undefined
    disk.beforeSync = async () => {
      if (later !== undefined) return
      later = Promise.all([send('second'), send('third')])
      queueMicrotask(() => disk.failing.set('write', 'ENOSPC'))
    }
    await send('first')
    await later
    expect(answered).toEqual(['first', 'refused second', 'refused third'])
    expect(await texts()).toEqual({ texts: ['first'], quarantined: 0 })
    expect(spool.refusal()).toMatchObject({ reason: 'disk_full' })
  })

  it('[SP1] answers only after the sync, and reports nothing as readable before it', async () => {
    const { disk, spool, append } = await spoolOnFaultyDisk()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let reached = () => {}
    const syncing = new Promise<void>((resolve) => (reached = resolve))
    disk.beforeSync = () => {
      reached()
      return held
    }
    let answered = false
    const appended = append('a').then(() => (answered = true))
    await syncing
    await new Promise((resolve) => setImmediate(resolve))
    expect({ answered, committed: spool.status().committed }).toEqual({ answered: false, committed: 0 })
    release()
    await appended
    expect(spool.status().committed).toBeGreaterThan(0)
  })

  it('[SP13] syncs the folder for each new segment before answering, so that its name survives power loss', async () => {
    const { disk, spool, append } = await spoolOnFaultyDisk({ segmentBytes: 200 })
    for (let i = 0; i < 6; i++) await append('x'.repeat(100))
    expect(spool.status().segments).toBeGreaterThan(1)
    expect(disk.count('syncDirectory')).toBe(spool.status().segments)
    expect(disk.calls.slice(0, 4).map((call) => call.split(' ')[0])).toEqual([
      'create',
      'syncDirectory',
      'write',
      'sync',
    ])
  })

  it('[SP63] tells how long all senders have waited, each from the first of its batch on', async () => {
    const { disk, spool, append } = await spoolOnFaultyDisk()
    const held = Promise.withResolvers<void>()
    const syncing = Promise.withResolvers<void>()
    disk.beforeSync = () => {
      syncing.resolve()
      return held.promise
    }
    const now = () => performance.now()
    const appended: Promise<number>[] = []
    /** The clock before and after it was appended. */
    const send = (text: string) => {
      const before = now()
      appended.push(append(text))
      return { before, after: now() }
    }
    const first = send('first')
    await syncing.promise
    const second = send('second')
    await new Promise((resolve) => setTimeout(resolve, 20))
    send('third')
    const released = now()
    held.resolve()
    await Promise.all(appended)
    const end = now()
    expect(spool.waitedMs()).toBeGreaterThanOrEqual(released - first.after + 2 * (released - second.after))
    expect(spool.waitedMs()).toBeLessThanOrEqual(end - first.before + 2 * (end - second.before))
  })

  it('[SP62] begins a segment only when the last one has its size', async () => {
    const { dir, append } = await spoolOnFaultyDisk({ segmentBytes: 500 })
    const [first, second] = [await append('x'.repeat(50)), await append('x'.repeat(50))]
    for (let count = 0; count < 20; count++) await append('x'.repeat(50))
    const full = (await segmentsIn(dir)).slice(0, -1)
    expect(full.length).toBeGreaterThan(2)
    for (const { bytes } of full) {
      expect(bytes).toBeGreaterThanOrEqual(500)
      expect(bytes).toBeLessThan(500 + second - first)
    }
  })

  it('[SP12] refuses when too much waits in memory for a disk that stalls, what is being written included', async () => {
    const { disk, spool } = await spoolOnFaultyDisk()
    const held = Promise.withResolvers<void>()
    const syncing = Promise.withResolvers<void>()
    disk.beforeSync = () => {
      syncing.resolve()
      return held.promise
    }
    const body = Buffer.alloc(1024 * 1024, 1)
    const waiting = [spool.append(aReceipt(), body), spool.append(aReceipt(), body)]
    await syncing.promise
    while (spool.refusal() === undefined) waiting.push(spool.append(aReceipt(), body))
    expect(waiting.length).toBe(LIMITS.spool.pendingBytes / body.length)
    await expect(spool.append(aReceipt(), body)).rejects.toMatchObject({ reason: 'spool_full' })
    held.resolve()
    await Promise.all(waiting)
    expect(spool.refusal()).toBeUndefined()
  })
})

describe('a disk that fails', () => {
  for (const call of ['create', 'syncDirectory', 'write', 'sync'] as const) {
    for (const code of ['ENOSPC', 'EIO']) {
      it(`[SP7] acknowledges nothing while ${call} fails with ${code}, and recovers by itself`, async () => {
        const { disk, clock, spool, append, texts } = await spoolOnFaultyDisk({ segmentBytes: 1 })
        await append('before')
        const { committed } = spool.status()
        disk.failing.set(call, code)
        const refused = await Promise.allSettled([append('lost 1'), append('lost 2'), append('lost 3')])
        expect(refused.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
        expect(refused[0]).toMatchObject({
          reason: { reason: 'disk_full', retryAfterSeconds: 30, cause: { code } },
        })
        expect(spool.refusal()).toMatchObject({ reason: 'disk_full' })
        clock.now += 1000
        await expect(append('lost 4')).rejects.toMatchObject({ reason: 'disk_full' })
        expect(spool.status().committed).toBe(committed)
        disk.failing.clear()
        clock.now += 1000
        expect(await append('after')).toBe(committed)
        expect(spool.refusal()).toBeUndefined()
        expect(await texts()).toEqual({ texts: ['before', 'after'], quarantined: 0 })
      })
    }
  }

  it('[SP7] hides a failed write behind the next segment when it cannot be cut off', async () => {
    const { dir, disk, clock, append, texts } = await spoolOnFaultyDisk()
    await append('before')
    disk.failing.set('sync', 'EIO').set('truncate', 'EIO')
    await expect(append('never acknowledged')).rejects.toMatchObject({ reason: 'disk_full' })
    const first = (await stat(join(dir, '0000000000000000.seg'))).size
    disk.failing.clear()
    clock.now += 1000
    expect(await append('after')).toBeLessThan(first)
    expect(await texts()).toEqual({ texts: ['before', 'after'], quarantined: 0 })
  })

  for (const call of ['write', 'sync'] as const) {
    it(`[SP60] does not bring back after a restart what was refused because ${call} failed`, async () => {
      const { dir, disk, spool, append } = await spoolOnFaultyDisk({ segmentBytes: 300 })
      for (let count = 0; count < 4; count++) await append('x'.repeat(100))
      const { committed } = spool.status()
      const [newest] = (await segmentsIn(dir)).slice(-1)
      expect(committed - newest!.start).toBeGreaterThan(0)
      disk.failing.set(call, 'EIO')
      await expect(append('refused')).rejects.toMatchObject({ reason: 'disk_full' })
      expect(await segmentsIn(dir)).toContainEqual({ ...newest, bytes: committed - newest!.start })
      await spool.close()
      const reopened = await openTestSpool(dir)
      onTestFinished(() => reopened.close())
      expect(reopened.status().committed).toBe(committed)
    })
  }

  it('[SP61] leaves no file open behind it, whether a segment is full, its write failed or the spool is closed', async () => {
    const { disk, clock, spool, append } = await spoolOnFaultyDisk({ segmentBytes: 200 })
    const open = () => disk.count('create') - disk.count('close')
    for (let count = 0; count < 5; count++) await append('x'.repeat(100))
    expect({ created: disk.count('create') > 1, open: open() }).toEqual({ created: true, open: 1 })
    disk.failing.set('sync', 'EIO')
    await expect(append('refused')).rejects.toMatchObject({ reason: 'disk_full' })
    expect(open()).toBe(0)
    disk.failing.clear()
    clock.now += 1000
    await append('after')
    expect(open()).toBe(1)
    await spool.close()
    expect(open()).toBe(0)
  })

  it('[SP7] writes nothing of what was gathered while a commit failed, and goes on at the position of before', async () => {
    const { disk, clock, spool, append, texts } = await spoolOnFaultyDisk()
    await append('before')
    const { committed } = spool.status()
    let gathered: Promise<unknown> | undefined
    disk.beforeSync = async () => {
      gathered ??= Promise.allSettled([append('gathered'), append('meanwhile')])
    }
    disk.failing.set('sync', 'EIO')
    await expect(append('failed')).rejects.toMatchObject({ reason: 'disk_full' })
    expect(await gathered).toMatchObject([
      { reason: { reason: 'disk_full' } },
      { reason: { reason: 'disk_full' } },
    ])
    disk.failing.clear()
    clock.now += 1000
    expect(await append('after')).toBe(committed)
    expect(await texts()).toEqual({ texts: ['before', 'after'], quarantined: 0 })
  })

  it('[SP7] does not count a failed commit as pending, or a spool near its limit would stay closed', async () => {
    const { disk, clock, append } = await spoolOnFaultyDisk({ limitBytes: 1000 })
    disk.failing.set('sync', 'EIO')
    await expect(append('x'.repeat(5000))).rejects.toMatchObject({ reason: 'disk_full' })
    disk.failing.clear()
    clock.now += 1000
    expect(await append('after')).toBe(0)
  })

  it('[SP8] never writes a file again whose sync failed', async () => {
    const { dir, disk, clock, append, texts } = await spoolOnFaultyDisk()
    disk.failing.set('sync', 'EIO')
    await expect(append('lost')).rejects.toMatchObject({ reason: 'disk_full' })
    const path = join(dir, '0000000000000000.seg')
    const distrusted = await stat(path)
    disk.failing.clear()
    clock.now += 1000
    await append('first')
    expect((await stat(path)).ino).not.toBe(distrusted.ino)
    disk.failing.set('sync', 'EIO')
    await expect(append('lost')).rejects.toMatchObject({ reason: 'disk_full' })
    const kept = (await stat(path)).size
    disk.failing.clear()
    clock.now += 1000
    await append('second')
    expect((await stat(path)).size).toBe(kept)
    expect(await texts()).toEqual({ texts: ['first', 'second'], quarantined: 0 })
  })

  it('[SP7] lets one append in a second find out whether a failed disk works again', async () => {
    const { disk, clock, append } = await spoolOnFaultyDisk()
    disk.failing.set('sync', 'EIO')
    await expect(append('a')).rejects.toMatchObject({ reason: 'disk_full' })
    await expect(append('b')).rejects.toMatchObject({ reason: 'disk_full' })
    clock.now += 1000
    await expect(append('c')).rejects.toMatchObject({ reason: 'disk_full' })
    expect(disk.count('sync')).toBe(2)
    disk.failing.clear()
    clock.now += 1000
    const results = await Promise.allSettled([append('d'), append('e'), append('f')])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await append('g')
  })

  it('[SP7] refuses below the reserve before anything fails, and accepts once there is space', async () => {
    const clock = { now: 0 }
    let free = 1000
    const spool = await openTestSpool(await aFolder(), {
      reserveBytes: 500,
      now: () => clock.now,
      freeBytes: async () => free,
    })
    await spool.append(aReceipt(), aBody('a'))
    free = 499
    expect(spool.refusal()).toBeUndefined()
    clock.now += 1000
    await expect.poll(() => spool.refusal()?.reason).toBe('disk_full')
    await expect(spool.append(aReceipt(), aBody('b'))).rejects.toMatchObject({ reason: 'disk_full' })
    free = 500
    clock.now += 1000
    await expect.poll(() => spool.refusal()).toBeUndefined()
    await spool.close()
  })

  it('[SP7] accepts while the free space is unknown, because the write itself would fail', async () => {
    const spool = await openTestSpool(await aFolder(), {
      reserveBytes: 500,
      freeBytes: () => Promise.reject(new Error('no such call')),
    })
    expect(await spool.append(aReceipt(), aBody('a'))).toBe(0)
    await spool.close()
  })
})

describe('trim', () => {
  it('[SP10] deletes whole segments below the position and never the newest', async () => {
    const { dir, spool, append } = await spoolOnFaultyDisk({ segmentBytes: 300 })
    const positions: number[] = []
    for (let i = 0; i < 12; i++) positions.push(await append('x'.repeat(50)))
    const segments = async () => (await readdir(dir)).filter((name) => name.endsWith('.seg')).map(parseInt10)
    const before = await segments()
    await spool.trim(before[2]! - 1)
    expect(await segments()).toEqual(before.slice(1))
    await Promise.all([spool.trim(before[2]!), spool.trim(before[2]!), spool.trim(before[2]!)])
    expect(await segments()).toEqual(before.slice(2))
    expect(spool.status().segments).toBe(before.length - 2)
    await spool.trim(Number.MAX_SAFE_INTEGER)
    expect(await segments()).toEqual(before.slice(-1))
    expect(spool.status()).toMatchObject({ bytes: 0, segments: 1 })
    const at = await append('goes on')
    const { records } = await readAll(dir, at, spool.status().committed)
    expect(records.map(textOf)).toEqual(['goes on'])
  })

  it('[SP10] keeps a segment it could not delete for the next trim', async () => {
    const { disk, spool, append } = await spoolOnFaultyDisk({ segmentBytes: 1 })
    for (const text of ['a', 'b', 'c']) await append(text)
    disk.failing.set('unlink', 'EROFS')
    await spool.trim(spool.status().committed)
    expect(spool.status().segments).toBe(3)
    disk.failing.clear()
    await spool.trim(spool.status().committed)
    expect(spool.status().segments).toBe(1)
  })

  it('[SP6] is not stuck when one record is larger than the limit', async () => {
    const { spool, append } = await spoolOnFaultyDisk({ limitBytes: 1000 })
    await append('x'.repeat(5000))
    expect(spool.refusal()).toMatchObject({ reason: 'spool_full' })
    await spool.trim(spool.status().committed)
    await expect(append('small')).resolves.toBeGreaterThan(5000)
  })
})

async function segmentsIn(dir: string) {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.seg')).toSorted()
  return Promise.all(
    names.map(async (name) => ({ start: parseInt10(name), bytes: (await stat(join(dir, name))).size })),
  )
}

const parseInt10 = (name: string) => Number.parseInt(name, 10)
