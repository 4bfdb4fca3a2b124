import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aFolder, openTestSpool, aBody, aReceipt, readAll, textOf } from '#spool/testing/log-folder.ts'
import { blockMemory, BLOCK_BYTES, wholeBlocks } from './block-memory.ts'
import { createDisk } from './disk.ts'
import { listSegments } from './segment.ts'

const MiB = 1024 * 1024

const aSparePath = async () => {
  const dir = await aFolder()
  await mkdir(dir)
  return { unnamed: join(dir, 'spare.new'), path: join(dir, 'segment') }
}

describe('a file past the page cache', () => {
  it('[SP67] is filled and written from memory that a real disk takes', async () => {
    // The folder for tests is in memory, where no file minds what it is written from.
    const dir = await mkdtemp(join(import.meta.dirname, '.blocks-'))
    onTestFinished(() => rm(dir, { recursive: true }))
    const spare = await createDisk().createSpare(join(dir, 'spare.new'))
    await spare.fill(blockMemory(BLOCK_BYTES), 0)
    const file = await spare.use(join(dir, 'segment'))
    await file.write(Buffer.from('first, '), 0)
    await file.write(Buffer.alloc(MiB, 'second'), 7)
    await file.sync()
    await file.close()
    const stored = await readFile(join(dir, 'segment'))
    expect(stored.length).toBe(MiB + BLOCK_BYTES)
    expect(stored.toString('latin1', 0, 19)).toBe('first, secondsecond')
  })

  it('[SP67] holds just the bytes that were written, in batches of any size, and zeros behind them', async () => {
    const size = fc.oneof(
      fc.integer({ min: 1, max: 3 * BLOCK_BYTES }),
      fc.constantFrom(BLOCK_BYTES, BLOCK_BYTES - 1, BLOCK_BYTES + 1, 512 * 1024, 512 * 1024 + 1, 2 * MiB + 5),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (sizes, mayWait) => {
          const { unnamed, path } = await aSparePath()
          const disk = createDisk({ mayWait: () => mayWait, waited: () => undefined })
          const spare = await disk.createSpare(unnamed)
          await spare.fill(blockMemory(MiB), 0)
          const file = await spare.use(path)
          const sent: Buffer[] = []
          let end = 0
          for (const [index, bytes] of sizes.entries()) {
            const batch = Buffer.alloc(bytes, index + 1)
            await file.write(batch, end)
            await file.sync()
            sent.push(batch)
            end += bytes
          }
          await file.close()
          const stored = await readFile(path)
          expect(stored.length).toBe(Math.max(MiB, wholeBlocks(end)))
          expect(stored.subarray(0, end).equals(Buffer.concat(sent))).toBe(true)
          expect(stored.subarray(end).every((byte) => byte === 0)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('[SP67] refuses bytes that do not follow the last ones', async () => {
    const { unnamed, path } = await aSparePath()
    const file = await (await createDisk().createSpare(unnamed)).use(path)
    await file.write(Buffer.from('first'), 0)
    await expect(file.write(Buffer.from('later'), 7)).rejects.toThrow('written at 7, not at 5')
    await file.close()
  })

  it('[SP67] is read by the digest while it is written, record by record', async () => {
    const dir = await aFolder()
    const spool = await openTestSpool(dir, { segmentBytes: 64 * 1024, preparedFromRate: 0 })
    const sent: string[] = []
    const seen: string[] = []
    for (let at = 0, from = 0; at < 400; at++) {
      const text = `${at} ${'x'.repeat((at * 37) % 2000)}`
      sent.push(text)
      await spool.append(aReceipt(), aBody(text))
      const { records, quarantined } = await readAll(dir, from, spool.status().committed)
      expect(quarantined).toEqual([])
      seen.push(...records.map(textOf))
      from = spool.status().committed
    }
    expect(seen).toEqual(sent)
    const newest = (await listSegments(dir)).at(-1)!
    await spool.close()
    expect((await stat(newest.path)).size).toBe(spool.status().committed - newest.start)
  })
})
