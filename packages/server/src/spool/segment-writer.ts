import type { Log } from '#domain/log.ts'
import type { Disk, DiskFile } from '#spool/disk.ts'
import { createSegmentAhead } from '#spool/segment-ahead.ts'
import { type Segment, segmentAt } from '#spool/segment.ts'

export interface SegmentWriterOptions {
  readonly dir: string
  readonly segmentBytes: number
  readonly disk: Disk
  readonly log: Log
  readonly now: () => number
  /** Whether the disk has room for a segment before it is needed. */
  readonly mayPrepare: () => boolean
  readonly onSegment: (segment: Segment) => void
}

export interface SegmentWriter {
  /** Resolves when the records are on disk at the position. When it throws, they are not part of the log. */
  commit(records: Uint8Array, position: number): Promise<void>
  close(): Promise<void>
}

/** A segment that was filled faster than this is worth having the next one ready. */
const SOON_MS = 60_000

interface Open {
  readonly file: DiskFile
  readonly segment: Segment
  readonly begunAt: number
  /** Its file is longer than what is in it. */
  readonly prepared: boolean
}

/** Writes batches to the end of the log, in segments of about `segmentBytes`; a batch is never split. */
export function createSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { dir, disk, log, now } = options
  const ahead = createSegmentAhead({ dir, bytes: options.segmentBytes, disk, log })
  let current: Open | undefined
  let end = 0

  const closeSegment = async () => {
    const closing = current
    current = undefined
    await closing?.file.close()
    return closing
  }

  const begin = async (position: number) => {
    const before = await closeSegment()
    const segment = segmentAt(dir, position)
    const prepared = ahead.take()
    const file = await disk.create(segment.path, prepared)
    current = { file, segment, begunAt: now(), prepared: prepared !== undefined }
    options.onSegment(segment)
    await disk.syncDirectory(dir)
    if (before !== undefined && now() - before.begunAt < SOON_MS && options.mayPrepare()) ahead.prepare()
    return current
  }

  /** The failed write is cut off. Where even that fails, the next segment's start hides it. */
  const abandon = async (position: number) => {
    const failed = current
    current = undefined
    if (failed === undefined) return
    try {
      await failed.file.close()
      await disk.truncate(failed.segment.path, position - failed.segment.start)
    } catch (error) {
      log.warn('could not cut off a failed write', { segment: failed.segment.path, error: String(error) })
    }
  }

  return {
    async commit(records, position) {
      try {
        const roll = current === undefined || position - current.segment.start >= options.segmentBytes
        const { file, segment } = roll ? await begin(position) : current!
        await file.write(records, position - segment.start)
        await file.sync()
        end = position + records.length
      } catch (error) {
        // After a failed fdatasync the kernel may call the lost pages clean, so this file is never written again.
        await abandon(position)
        throw error
      }
    },
    async close() {
      const closed = await closeSegment()
      await ahead.close()
      if (closed?.prepared === true) await disk.truncate(closed.segment.path, end - closed.segment.start)
    },
  }
}
