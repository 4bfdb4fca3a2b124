import { crc32 } from 'node:zlib'
import type { Receipt, SpoolRecord } from './spool.ts'

/*
 * A record: magic 4 | position 8 | receipt length 4 | body length 4 | content CRC 4 | frame CRC 4 | receipt JSON | body.
 *
 * The frame has a CRC of its own, so a border between records can be trusted (and searched for) without hashing the
 * megabytes a damaged length may claim. It is seeded with the spool's secret id and covers the position: neither a
 * stale disk block nor a record smuggled inside a body can pass for a record.
 *
 * CRC-32 of node:zlib and not CRC-32C: 1.4 µs against 4.5 µs for a table in JavaScript, measured on 4 KB bodies.
 */
export const FRAME_BYTES = 28

const MAGIC = Buffer.from([0xd7, 0x48, 0x43, 0x01])
const MAGIC_WORD = MAGIC.readUInt32LE(0)
const FRAME_CRC_AT = 24
const WORD = 2 ** 32

export interface Frame {
  readonly receiptBytes: number
  readonly contentCrc: number
  /** Frame, receipt and body. */
  readonly recordBytes: number
}

export function frameSeed(spoolId: string): number {
  return crc32(spoolId)
}

/** The most bytes a record can take: a character of a receipt is at most three of UTF-8. */
export function roomFor(receipt: string, body: Uint8Array): number {
  return FRAME_BYTES + 3 * receipt.length + body.byteLength
}

/** Writes a record that has no place in the log yet, and returns where it ends. The receipt is JSON. */
export function layRecord(into: Buffer, at: number, receipt: string, body: Uint8Array): number {
  const receiptBytes = into.write(receipt, at + FRAME_BYTES)
  into.writeUInt32LE(MAGIC_WORD, at)
  into.writeUInt32LE(receiptBytes, at + 12)
  into.writeUInt32LE(body.byteLength, at + 16)
  const bodyAt = at + FRAME_BYTES + receiptBytes
  into.set(body, bodyAt)
  return bodyAt + body.byteLength
}

/** Gives the records in `bytes`, one behind the other, their places from `position` on, and their checksums. */
export function stampRecords(bytes: Buffer, position: number, seed: number): void {
  for (let at = 0; at < bytes.length;) {
    const end = at + FRAME_BYTES + bytes.readUInt32LE(at + 12) + bytes.readUInt32LE(at + 16)
    bytes.writeUInt32LE((position + at) % WORD, at + 4)
    bytes.writeUInt32LE(Math.floor((position + at) / WORD), at + 8)
    bytes.writeUInt32LE(crc32(bytes.subarray(at + FRAME_BYTES, end)), at + 20)
    bytes.writeUInt32LE(crc32(bytes.subarray(at, at + FRAME_CRC_AT), seed), at + FRAME_CRC_AT)
    at = end
  }
}

/** The frame at `at`, or undefined where no record of this log begins at this position. */
export function frameAt(bytes: Buffer, at: number, position: number, seed: number): Frame | undefined {
  if (at + FRAME_BYTES > bytes.length || bytes.readUInt32LE(at) !== MAGIC_WORD) return undefined
  if (bytes.readUInt32LE(at + 4) + bytes.readUInt32LE(at + 8) * WORD !== position) return undefined
  const crc = crc32(bytes.subarray(at, at + FRAME_CRC_AT), seed)
  if (crc !== bytes.readUInt32LE(at + FRAME_CRC_AT)) return undefined
  const receiptBytes = bytes.readUInt32LE(at + 12)
  const recordBytes = FRAME_BYTES + receiptBytes + bytes.readUInt32LE(at + 16)
  return { receiptBytes, contentCrc: bytes.readUInt32LE(at + 20), recordBytes }
}

/** The record behind a frame, as views into `bytes`; undefined where its content is damaged. */
export function decodeRecord(
  bytes: Buffer,
  at: number,
  position: number,
  frame: Frame,
): SpoolRecord | undefined {
  const content = bytes.subarray(at + FRAME_BYTES, at + frame.recordBytes)
  if (crc32(content) !== frame.contentCrc) return undefined
  const receipt = JSON.parse(content.toString('utf8', 0, frame.receiptBytes)) as Receipt
  return { position, next: position + frame.recordBytes, receipt, body: content.subarray(frame.receiptBytes) }
}

/** Index of the first frame at or behind `from`, or -1. `position` is that of `bytes[0]`. */
export function findFrame(bytes: Buffer, from: number, position: number, seed: number): number {
  for (let at = bytes.indexOf(MAGIC, from); at !== -1; at = bytes.indexOf(MAGIC, at + 1)) {
    if (frameAt(bytes, at, position + at, seed) !== undefined) return at
  }
  return -1
}
