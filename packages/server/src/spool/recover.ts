import { open } from 'node:fs/promises'
import type { Log } from '#domain/log.ts'
import type { Disk } from './disk.ts'
import { FRAME_BYTES, frameAt } from './record.ts'
import type { Segment } from './segment.ts'
import { openSegmentView, type SegmentView } from './segment-view.ts'
import { readBatch } from './batch.ts'

const SCAN_BYTES = 1024 * 1024
const ZEROS = Buffer.alloc(SCAN_BYTES)

/**
 * Finds where the log ends. Only the newest segment can have a torn tail, because a segment is synced before the
 * next one is begun; damage further up is left for the reader, which reports it.
 */
export async function recoverEnd(
  segments: readonly Segment[],
  seed: number,
  disk: Disk,
  log: Log,
): Promise<number> {
  const newest = segments.at(-1)
  const view = newest && (await openSegmentView(newest))
  if (newest === undefined || view === undefined) return 0
  try {
    const end = await view.end()
    const whole = await endOfLog(view, end, seed)
    if (whole < end) {
      // Zeros alone are what the segment was filled with before it was written.
      const torn = (await withoutTrailingZeros(view, whole, end)) - whole
      if (torn > 0) log.warn('cut a torn tail', { segment: newest.path, position: whole, bytes: torn })
      await disk.truncate(newest.path, whole - newest.start)
    }
    // Records that a killed process wrote but did not sync are read from now on, so they have to stay.
    await syncFile(newest.path)
    return whole
  } catch (error) {
    // Not fatal: the log goes on in a new segment, and a segment ends where the next one starts.
    log.error('could not repair the newest segment', { segment: newest.path, error: String(error) })
    return await endOfLog(view, await view.end(), seed)
  } finally {
    await view.close()
  }
}

/** Behind the last whole record; or behind what follows it where that is damaged and not merely torn. */
export async function endOfLog(view: SegmentView, end: number, seed: number): Promise<number> {
  let position = view.start
  let good = position
  while (position < end) {
    const batch = await readBatch(view, seed, {
      from: position,
      until: end,
      end,
      maxBytes: SCAN_BYTES,
      maxRecords: Number.POSITIVE_INFINITY,
    })
    good = batch.records.at(-1)?.next ?? good
    position = batch.next
  }
  return good === end ? end : endOfDamage(view, good, end, seed)
}

/**
 * A tail is torn when the write stopped inside one record; zeros at the end are bytes that never arrived: the segment was
 * filled with them, or its length reached the disk before its content. Then this is where it begins. Anything else may
 * be an acknowledged record that went bad, and is kept for the reader to report.
 */
async function endOfDamage(view: SegmentView, from: number, end: number, seed: number): Promise<number> {
  const contentEnd = await withoutTrailingZeros(view, from, end)
  if (contentEnd - from < FRAME_BYTES) return from
  const frame = frameAt(await view.read(from, FRAME_BYTES), 0, from, seed)
  return frame !== undefined && from + frame.recordBytes > contentEnd ? from : contentEnd
}

async function withoutTrailingZeros(view: SegmentView, from: number, end: number): Promise<number> {
  for (let to = end; to > from; to -= SCAN_BYTES) {
    const start = Math.max(from, to - SCAN_BYTES)
    const bytes = await view.read(start, to - start)
    if (bytes.equals(ZEROS.subarray(0, bytes.length))) continue
    return start + bytes.findLastIndex((byte) => byte !== 0) + 1
  }
  return from
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
