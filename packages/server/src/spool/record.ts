import { crc32 } from 'node:zlib'
import type { Receipt, SpoolRecord } from '#spool/spool.ts'

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

/** Everything of a record that stands before its body. The body follows untouched: it is never copied. */
export function encodeHead(seed: number, position: number, receipt: Receipt, body: Uint8Array): Buffer {
  return encodeHeadText(seed, position, JSON.stringify(receipt), body)
}

/** The same for a receipt that is JSON already. */
export function encodeHeadText(seed: number, position: number, json: string, body: Uint8Array): Buffer {
  const receiptBytes = Buffer.byteLength(json)
  const head = Buffer.allocUnsafe(FRAME_BYTES + receiptBytes)
  head.write(json, FRAME_BYTES)
  head.writeUInt32LE(MAGIC_WORD, 0)
  head.writeUInt32LE(position % WORD, 4)
  head.writeUInt32LE(Math.floor(position / WORD), 8)
  head.writeUInt32LE(receiptBytes, 12)
  head.writeUInt32LE(body.byteLength, 16)
  head.writeUInt32LE(crc32(body, crc32(head.subarray(FRAME_BYTES))), 20)
  head.writeUInt32LE(crc32(head.subarray(0, FRAME_CRC_AT), seed), FRAME_CRC_AT)
  return head
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
