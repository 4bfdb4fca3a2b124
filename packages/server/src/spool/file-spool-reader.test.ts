import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { openFileSpoolReader } from './file-spool-reader.ts'
import { FRAME_BYTES, frameSeed } from './record.ts'
import {
  aBody,
  aFolder,
  aReceipt,
  headOf,
  openTestSpool,
  quiet,
  readAll,
  textOf,
  withSpool,
} from '#spool/testing/log-folder.ts'
import { aTemplate, expectAccounted } from '#spool/testing/log-template.ts'

describe('reading a log within bounds', () => {
  it('[SP57] hands out whole records, once and in order, as many as the bounds of a read let through', async () => {
    const { dir, written } = await aTemplate()
    const reader = await openFileSpoolReader({ dir, log: quiet })
    for (let maxBytes = 1; maxBytes < 900; maxBytes++) {
      const first = maxBytes % 7
      const maxRecords = 1 + (maxBytes % 5)
      const expected = written.slice(first, first + 9)
      const [{ position: from }, { next: until }] = [expected[0]!, expected.at(-1)!]
      const { records, next, quarantined } = await reader.read(from, until, { maxBytes, maxRecords })
      const [last, following] = [expected[records.length - 1]!, expected[records.length]]
      expect(quarantined, `at most ${maxBytes} bytes`).toEqual([])
      expect(records.map(textOf)).toEqual(expected.slice(0, records.length).map(({ text }) => text))
      expect(next).toBe(last.next)
      expect(records.length).toBeLessThanOrEqual(maxRecords)
      expect(last.position - from).toBeLessThanOrEqual(Math.max(maxBytes, FRAME_BYTES))
      if (following && records.length < maxRecords) expect(following.next - from).toBeGreaterThan(maxBytes)
    }
    await reader.close()
  })
})

describe('reading a damaged log', () => {
  it('[SP4] keeps the damaged bytes in a file, once, however often they are read', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    const victim = written[2]!
    await copy((name, bytes) => {
      if (name === segments[0]!.name) bytes[victim.position + 40]! ^= 4
      return bytes
    })
    const { quarantined } = await readAll(dir, 0, end)
    const { ino } = await stat(quarantined[0]!.file)
    const again = await readAll(dir, 0, end, { maxBytes: 1, maxRecords: 1 })
    expect(again.quarantined).toEqual(quarantined)
    expect((await stat(quarantined[0]!.file)).ino).toBe(ino)
    const file = join(dir, 'quarantine', `${victim.position}-${victim.next}.bin`)
    expect(quarantined).toEqual([
      { from: victim.position, to: victim.next, reason: 'the checksum does not match', file },
    ])
    expect(await readdir(join(dir, 'quarantine'))).toHaveLength(1)
    expect(await readFile(file)).toEqual(
      (await readFile(join(dir, segments[0]!.name))).subarray(victim.position, victim.next),
    )
    await withSpool(dir, {}, async (spool) => expect(spool.status().quarantined).toBe(1))
  })

  it('[SP4] reads on when the damaged bytes cannot be kept', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    await copy((name, bytes) => {
      if (name === segments[0]!.name) bytes[5]! ^= 4
      return bytes
    })
    await writeFile(join(dir, 'quarantine'), 'in the way')
    const { records, quarantined } = await readAll(dir, 0, end)
    expect(records).toHaveLength(written.length - 1)
    expect(quarantined).toMatchObject([{ from: 0, to: written[0]!.next }])
  })

  it('[SP5] reports a missing segment as one range, at the beginning, in the middle and at the end', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    for (const [index, missing] of segments.entries()) {
      await copy((name, bytes) => (name === missing.name ? undefined : bytes))
      const { records, quarantined } = await readAll(dir, 0, end)
      const to = segments[index + 1]?.start ?? end
      expect(quarantined).toMatchObject([
        { from: missing.start, to, reason: 'this part of the log is missing' },
      ])
      expect((await stat(quarantined[0]!.file)).size).toBe(0)
      expectAccounted(written, records, quarantined)
      expect(records.length).toBe(
        written.filter(({ position }) => position < missing.start || position >= to).length,
      )
    }
  })

  it('[SP14] does not take a record hidden in a body for a record, even where the one around it is damaged', async () => {
    const dir = await aFolder()
    await withSpool(dir, {}, async (spool) => {
      const forged = aReceipt({ projectId: 'of somebody else' })
      const inner = aBody('forged')
      const outerHead = headOf(0, 0, aReceipt(), Buffer.alloc(0)).length
      const guess = headOf(frameSeed('not the id'), outerHead, forged, inner)
      await spool.append(aReceipt(), Buffer.concat([guess, inner]))
      await spool.append(aReceipt(), aBody('honest'))
      const path = join(dir, '0000000000000000.seg')
      const bytes = await readFile(path)
      bytes[0]! ^= 1
      await writeFile(path, bytes)
      const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
      expect(records.map(textOf)).toEqual(['honest'])
      expect(quarantined).toHaveLength(1)
      // The same with the secret does pass: it is the seed that keeps it out.
      const known = headOf(frameSeed(spool.id), outerHead, forged, inner)
      known.copy(bytes, outerHead)
      await writeFile(path, bytes)
      expect((await readAll(dir, 0, spool.status().committed)).records.map(textOf)).toEqual([
        'forged',
        'honest',
      ])
    })
  })

  it('[SP4] finds the next record behind damage of many megabytes', async () => {
    const dir = await aFolder()
    await withSpool(dir, { segmentBytes: 1e8 }, async (spool) => {
      const at = await spool.append(aReceipt(), Buffer.alloc(3 * 1024 * 1024, 0xd7))
      const second = await spool.append(aReceipt(), aBody('second'))
      const path = join(dir, '0000000000000000.seg')
      const bytes = await readFile(path)
      bytes[at]! ^= 1
      await writeFile(path, bytes)
      const { records, quarantined } = await readAll(dir, 0, spool.status().committed, {
        maxBytes: 100,
        maxRecords: 1,
      })
      expect(records.map(textOf)).toEqual(['second'])
      expect(quarantined).toMatchObject([{ from: at, to: second }])
      expect((await stat(quarantined[0]!.file)).size).toBe(second - at)
    })
  })
})

describe('searching behind damage', () => {
  it('[SP4] finds a record whose border lies across two reads of the search', async () => {
    const headBytes = headOf(0, 0, aReceipt(), Buffer.alloc(0)).length
    for (const before of [27, 14, 1, 0]) {
      const dir = await aFolder()
      await withSpool(dir, { segmentBytes: 1e8 }, async (spool) => {
        const border = 1 + 1024 * 1024 - before
        await spool.append(aReceipt(), Buffer.alloc(border - headBytes, 1))
        expect(await spool.append(aReceipt(), aBody('second'))).toBe(border)
        await spool.append(aReceipt(), aBody('third'))
        const path = join(dir, '0000000000000000.seg')
        const bytes = await readFile(path)
        bytes[0]! ^= 1
        await writeFile(path, bytes)
        const { records } = await readAll(dir, 0, spool.status().committed)
        expect(records.map(textOf)).toEqual(['second', 'third'])
      })
    }
  })
})

describe('reading while writing', () => {
  it('[SP15] reads from another thread what the writer has committed, while it goes on and trims', async () => {
    const dir = await aFolder()
    const spool = await openTestSpool(dir, { segmentBytes: 20_000 })
    const worker = new Worker(new URL('./testing/reader-thread.ts', import.meta.url), { workerData: { dir } })
    const bodies: string[] = []
    let next = -1
    let quarantined = 0
    worker.on('message', (read: { bodies: string[]; quarantined: number; next: number }) => {
      bodies.push(...read.bodies)
      quarantined += read.quarantined
      next = read.next
      void spool.trim(next)
    })
    await expect.poll(() => next, { timeout: 10_000 }).toBe(0)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    spool.onCommit((committed) => worker.postMessage(committed))
    const sent: string[] = []
    for (let round = 0; round < 60; round++) {
      const texts = Array.from({ length: 30 }, (_, i) => `${round}-${i} ${'x'.repeat((round * i) % 900)}`)
      sent.push(...texts)
      await Promise.all(texts.map((text) => spool.append(aReceipt(), Buffer.from(text))))
    }
    await expect.poll(() => next, { timeout: 10_000 }).toBe(spool.status().committed)
    expect({ bodies, quarantined }).toEqual({ bodies: sent, quarantined: 0 })
    expect(spool.status().segments).toBeLessThan(40)
    await worker.terminate()
    await spool.close()
  })
})
