import { Buffer } from 'node:buffer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { decodeRecord, frameAt, stampRecords } from '#spool/record.ts'
import { describeSpool } from '#spool/spool.contract.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { aFolder, aReceipt, quiet, readAll } from '#spool/testing/log-folder.ts'
import { mountSmallDisk } from '#spool/testing/small-disk.ts'
import { createRecordSheet } from './record-sheet.ts'
import { openSpoolThread } from './spool-thread.ts'

const OPTIONS = {
  limitBytes: 100_000,
  reserveBytes: 0,
  segmentBytes: 10_000,
  retryAfterSeconds: 30,
  minimumPosition: 0,
}

async function openThread(dir: string, over: Partial<typeof OPTIONS> = {}) {
  const spool = await openSpoolThread({ ...OPTIONS, ...over, dir }, quiet)
  onTestFinished(() => spool.close())
  return spool
}

describeSpool('a thread of its own', async () => {
  const dir = await aFolder()
  const spool = await openThread(dir)
  return {
    spool,
    openReader: async () => {
      const reader = await openFileSpoolReader({ dir, log: quiet })
      onTestFinished(() => reader.close())
      return reader
    },
    reopen: async () => {
      await spool.close()
      return openThread(dir)
    },
  }
})

describe('spool thread', () => {
  it('[SP2] hands over a turn in one message, and every sender gets the position of its own record', async () => {
    const dir = await aFolder()
    const spool = await openThread(dir, { limitBytes: 1e9 })
    const bodies = Array.from({ length: 500 }, (_, index) => Buffer.from(`body ${index}`))
    const positions = await Promise.all(bodies.map((body) => spool.append(aReceipt(), body)))
    const { records } = await readAll(dir, 0, spool.status().committed)
    const byPosition = new Map(records.map((record) => [record.position, Buffer.from(record.body)]))
    expect(positions.map((position) => byPosition.get(position))).toEqual(bodies)
  })

  it('[SP1] does not need the body any more once the turn is over', async () => {
    const dir = await aFolder()
    const spool = await openThread(dir)
    const body = Buffer.from('as sent')
    const appended = spool.append(aReceipt(), body)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    body.fill(0)
    await appended
    const { records } = await readAll(dir, 0, spool.status().committed)
    expect(Buffer.from(records[0]!.body).toString()).toBe('as sent')
  })

  it('[SP7] says why across the threads when the disk is full, and accepts again when it is not', async () => {
    const disk = await mountSmallDisk('2m')
    onTestFinished(() => disk.dispose())
    const spool = await openSpoolThread(
      { ...OPTIONS, limitBytes: 1e9, segmentBytes: 1e9, dir: disk.dir },
      quiet,
    )
    const large = Buffer.alloc(400_000, 1)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => spool.append(aReceipt(), large)),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(SpoolRefused)
      expect(reason).toMatchObject({ reason: 'disk_full', retryAfterSeconds: 30 })
    }
    await expect
      .poll(
        () =>
          spool.append(aReceipt(), Buffer.from('small')).then(
            () => 'accepted',
            () => 'refused',
          ),
        { timeout: 10_000 },
      )
      .toBe('accepted')
    await spool.close()
  })

  it('[SP11] settles what was handed over before it closes, and refuses afterwards', async () => {
    const dir = await aFolder()
    const spool = await openThread(dir)
    const appended = spool.append(aReceipt(), Buffer.from('last words'))
    await spool.close()
    await expect(appended).resolves.toBe(0)
    await expect(spool.append(aReceipt(), Buffer.from('too late'))).rejects.toBeInstanceOf(SpoolRefused)
  })
})

describe('record sheet', () => {
  it('[SP15] keeps every record whole while it grows and its buffers come back', () => {
    const sheet = createRecordSheet()
    for (let round = 0; round < 3; round++) {
      const written = [
        { receipt: '{"a":"ü🦊"}', body: Buffer.alloc(0) },
        { receipt: '{}', body: Buffer.from([0, 255, round]) },
        { receipt: '{"b":1}', body: Buffer.alloc(300_000, round + 1) },
        { receipt: '{"c":"€"}', body: Buffer.from('last') },
      ]
      const offsets = written.map(({ receipt, body }) => sheet.add(receipt, body))
      const { bytes } = sheet
      const buffer = sheet.take()
      const records = Buffer.from(buffer, 0, bytes)
      stampRecords(records, 5000, 7)
      const read = offsets.map((at) => {
        const frame = frameAt(records, at, 5000 + at, 7)!
        return decodeRecord(records, at, 5000 + at, frame)!
      })
      expect(read.map(({ receipt }) => JSON.stringify(receipt))).toEqual(
        written.map(({ receipt }) => receipt),
      )
      expect(read.map(({ body }) => Buffer.from(body))).toEqual(written.map(({ body }) => body))
      expect(read.map(({ next }) => next - 5000)).toEqual([...offsets.slice(1), bytes])
      sheet.giveBack(buffer)
    }
  })
})
