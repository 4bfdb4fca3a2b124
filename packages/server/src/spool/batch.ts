import { decodeRecord, FRAME_BYTES, findFrame, frameAt } from './record.ts'
import type { SegmentView } from './segment-view.ts'
import type { SpoolRecord } from './spool.ts'

const SEARCH_BYTES = 1024 * 1024

export interface Damage {
  readonly from: number
  readonly to: number
  readonly reason: string
}

export interface Batch {
  readonly records: readonly SpoolRecord[]
  /** Where to go on; not moved when the record at `from` reaches beyond `until`. */
  readonly next: number
  /** What stands between the last of the records and `next`. */
  readonly damage?: Damage
}

export interface BatchRequest {
  readonly from: number
  readonly until: number
  /** Where the segment ends: its file, or the segment behind it. */
  readonly end: number
  readonly maxBytes: number
  readonly maxRecords: number
}

/** Whole records of one segment, up to the first damage, in one read where they fit. */
export async function readBatch(view: SegmentView, seed: number, ask: BatchRequest): Promise<Batch> {
  const { from } = ask
  const limit = Math.min(ask.until, ask.end)
  // A frame beyond `until`, so that a record which reaches across it is seen as one and not as damage.
  const window = Math.min(limit - from, Math.max(ask.maxBytes, FRAME_BYTES)) + FRAME_BYTES
  let bytes = await view.read(from, Math.min(window, ask.end - from))
  const records: SpoolRecord[] = []
  let at = 0
  while (from + at < limit && records.length < ask.maxRecords) {
    const position = from + at
    if (at + FRAME_BYTES > bytes.length && from + bytes.length < ask.end && at > 0) break
    const frame = frameAt(bytes, at, position, seed)
    if (frame === undefined || position + frame.recordBytes > ask.end) {
      const to = await nextFrame(view, position + 1, limit, seed)
      const reason = frame === undefined ? 'no record begins here' : 'the record is cut short'
      return { records, next: to, damage: { from: position, to, reason } }
    }
    const next = position + frame.recordBytes
    if (next > limit) break
    if (at + frame.recordBytes > bytes.length) {
      if (at > 0) break
      bytes = await view.read(from, frame.recordBytes)
    }
    const record =
      at + frame.recordBytes <= bytes.length ? decodeRecord(bytes, at, position, frame) : undefined
    if (record === undefined) {
      return { records, next, damage: { from: position, to: next, reason: 'the checksum does not match' } }
    }
    records.push(record)
    at += frame.recordBytes
  }
  return { records, next: from + at }
}

/** Position of the next frame from `from` on, or `limit`. */
async function nextFrame(view: SegmentView, from: number, limit: number, seed: number): Promise<number> {
  for (let position = from; position < limit; position += SEARCH_BYTES) {
    // One frame more than the step: a border may lie across two reads.
    const bytes = await view.read(position, Math.min(limit - position, SEARCH_BYTES + FRAME_BYTES))
    const found = findFrame(bytes, 0, position, seed)
    if (found !== -1) return position + found
  }
  return limit
}
