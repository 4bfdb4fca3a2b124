import { describe, expect, it } from 'vitest'
import { decodeRecord, frameAt, stampRecords } from './record.ts'
import { createRecordBuffer } from './record-buffer.ts'

describe('record sheet', () => {
  it('[SP15] keeps every record whole while it grows and its buffers come back', () => {
    const sheet = createRecordBuffer()
    for (let round = 0; round < 3; round++) {
      const written = [
        { receipt: '{"a":"ü🦊"}', body: Buffer.alloc(0) },
        { receipt: '{}', body: Buffer.from([0, 255, round]) },
        { receipt: '{"b":1}', body: Buffer.alloc(300_000, round + 1) },
        { receipt: '{"c":"€"}', body: Buffer.from('last') },
      ]
      const offsets = written.map(({ receipt, body }) => sheet.add(receipt, body))
      const { bytes } = sheet
      const records = sheet.take()
      expect(records.length).toBe(bytes)
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
      sheet.giveBack(records)
    }
  })

  it('[SP1] writes nothing into what is on its way to the disk', () => {
    const sheet = createRecordBuffer()
    sheet.add('{}', Buffer.from('first'))
    const inFlight = sheet.take()
    const before = Buffer.from(inFlight)
    sheet.add('{}', Buffer.from('other'))
    expect(inFlight.equals(before)).toBe(true)
  })
})
