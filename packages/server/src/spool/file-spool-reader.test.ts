import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFileSpoolReader } from './file-spool-reader.ts'
import { FRAME_BYTES, frameSeed } from './record.ts'
import type { Quarantined, SpoolRecord } from './spool.ts'
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

interface Written {
  readonly position: number
  readonly next: number
  readonly text: string
}

/** A log of several segments, held in memory so that each case can damage a copy of its own. */
async function aTemplate() {
  const dir = await aFolder()
  const written: Written[] = []
  await withSpool(dir, { segmentBytes: 700 }, async (spool) => {
    for (let i = 0; i < 24; i++) {
      const text = `record ${i} ${'ü✓'.repeat((i * 7) % 23)}`
      const position = await spool.append(aReceipt({ eventId: `event ${i}` }), aBody(text))
      written.push({ position, next: spool.status().committed, text })
    }
  })
  const names = (await readdir(dir)).filter((name) => name.endsWith('.seg')).sort()
  const segments = await Promise.all(
    names.map(async (name) => ({
      name,
      start: Number.parseInt(name, 10),
      bytes: await readFile(join(dir, name)),
    })),
  )
  const id = await readFile(join(dir, 'id'))
  const copy = async (change: (name: string, bytes: Buffer) => Buffer | undefined) => {
    await rm(dir, { recursive: true })
    await mkdir(dir)
    await writeFile(join(dir, 'id'), id)
    for (const { name, bytes } of segments) {
      const changed = change(name, Buffer.from(bytes))
      if (changed !== undefined) await writeFile(join(dir, name), changed)
    }
  }
  return { dir, written, segments, end: written.at(-1)!.next, id: id.toString().trim(), copy }
}

const overlaps = (a: { position: number; next: number }, b: { from: number; to: number }) =>
  a.position < b.to && b.from < a.next

/** Nothing but what was written comes out, and what does not come out is reported. */
function expectAccounted(written: readonly Written[], records: SpoolRecord[], quarantined: Quarantined[]) {
  const got = new Map(records.map((record) => [record.position, record]))
  expect(got.size).toBe(records.length)
  for (const record of written) {
    const read = got.get(record.position)
    got.delete(record.position)
    if (read === undefined) expect(quarantined.some((range) => overlaps(record, range))).toBe(true)
    else expect({ text: textOf(read), next: read.next }).toEqual({ text: record.text, next: record.next })
  }
  expect([...got.keys()]).toEqual([])
}

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
  it('[SP4] sets aside exactly the records a bit flipped in, and reads every other one', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    const flip = fc.record({ at: fc.integer({ min: 0, max: end - 1 }), bit: fc.integer({ min: 0, max: 7 }) })
    const flips = fc.uniqueArray(flip, { minLength: 1, maxLength: 3, selector: ({ at }) => at })
    const limits = fc.record({
      maxBytes: fc.integer({ min: 1, max: 3000 }),
      maxRecords: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(flips, limits, fc.boolean(), async (flips, limits, restart) => {
        await copy((name, bytes) => {
          const { start } = segments.find((segment) => segment.name === name)!
          for (const { at, bit } of flips) if (bytes[at - start] !== undefined) bytes[at - start]! ^= 1 << bit
          return bytes
        })
        if (restart) await withSpool(dir, {}, async (spool) => expect(spool.status().committed).toBe(end))
        const { records, quarantined } = await readAll(dir, 0, end, limits)
        expectAccounted(written, records, quarantined)
        const hit = written.filter(({ position, next }) =>
          flips.some(({ at }) => at >= position && at < next),
        )
        expect(records.length).toBe(written.length - hit.length)
      }),
      { numRuns: 400 },
    )
  })

  it('[SP4] accounts for every record of a log cut or overwritten at random', async () => {
    const { dir, written, segments, end, copy } = await aTemplate()
    const harm = fc.record({
      segment: fc.integer({ min: 0, max: segments.length - 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 300 }),
      how: fc.constantFrom('cut', 'overwrite', 'insert', 'zero'),
    })
    await fc.assert(
      fc.asyncProperty(harm, async ({ segment, at, bytes: noise, how }) => {
        await copy((name, bytes) => {
          if (name !== segments[segment]!.name) return bytes
          const offset = Math.floor(at * bytes.length)
          const head = bytes.subarray(0, offset)
          if (how === 'cut') return head
          if (how === 'zero') return Buffer.concat([head, Buffer.alloc(bytes.length - offset)])
          const rest = bytes.subarray(how === 'insert' ? offset : offset + noise.length)
          return Buffer.concat([head, noise, rest])
        })
        const { records, quarantined } = await readAll(dir, 0, end)
        expectAccounted(written, records, quarantined)
      }),
      { numRuns: 400 },
    )
  })

  it('[SP3] reopens a log whose newest segment was cut anywhere, and goes on', async () => {
    const { dir, written, segments, copy } = await aTemplate()
    const newest = segments.at(-1)!
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: newest.bytes.length }), async (offset) => {
        await copy((name, bytes) => (name === newest.name ? bytes.subarray(0, offset) : bytes))
        const whole = written.filter(({ next }) => next <= newest.start + offset)
        await withSpool(dir, {}, async (spool) => {
          expect(await spool.append(aReceipt(), aBody('after'))).toBe(whole.at(-1)!.next)
          const { records, quarantined } = await readAll(dir, 0, spool.status().committed)
          expect(records.map(textOf)).toEqual([...whole.map(({ text }) => text), 'after'])
          expect(quarantined).toEqual([])
        })
      }),
      { numRuns: 100 },
    )
  })

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
