import type { Log } from '#domain/log.ts'
import type { Disk, DiskFile } from './disk.ts'
import { type Segment, segmentAt } from './segment.ts'

export interface SegmentWriterOptions {
  readonly dir: string
  readonly segmentBytes: number
  readonly disk: Disk
  readonly log: Log
  readonly onSegment: (segment: Segment) => void
}

export interface SegmentWriter {
  /** Resolves when the records are on disk at the position. When it throws, they are not part of the log. */
  commit(records: Uint8Array, position: number): Promise<void>
  close(): Promise<void>
}

/** Writes batches to the end of the log, in segments of about `segmentBytes`; a batch is never split. */
export function createSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { dir, disk, log } = options
  let current: { readonly file: DiskFile; readonly segment: Segment } | undefined

  const close = async () => {
    const closing = current
    current = undefined
    await closing?.file.close()
  }

  const begin = async (position: number) => {
    await close()
    const segment = segmentAt(dir, position)
    current = { file: await disk.create(segment.path), segment }
    options.onSegment(segment)
    await disk.syncDirectory(dir)
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
      } catch (error) {
        // After a failed fdatasync the kernel may call the lost pages clean, so this file is never written again.
        await abandon(position)
        throw error
      }
    },
    close,
  }
}
