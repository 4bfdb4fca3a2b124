import type { Log } from '#domain/log.ts'
import type { Disk, DiskFile } from './disk.ts'
import { type Segment, segmentAt } from './segment.ts'
import type { SpareSegment } from './spare-segment.ts'

export interface SegmentWriterOptions {
  readonly dir: string
  readonly segmentBytes: number
  readonly disk: Disk
  readonly log: Log
  /** Without one, every segment grows from nothing. */
  readonly spare: SpareSegment | undefined
  readonly onSegment: (segment: Segment) => void
}

export interface SegmentWriter {
  /** Resolves when the records are on disk at the position. When it throws, they are not part of the log. */
  commit(records: Uint8Array, position: number): Promise<void>
  close(): Promise<void>
}

/** Writes batches to the end of the log, in segments of about `segmentBytes`; a batch is never split. */
export function createSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { dir, disk, log, spare } = options
  let current: { readonly file: DiskFile; readonly segment: Segment; readonly isFilled: boolean } | undefined
  let end = 0

  const close = async () => {
    const closing = current
    current = undefined
    await closing?.file.close()
    return closing
  }

  const begin = async (position: number) => {
    await close()
    const segment = segmentAt(dir, position)
    const filled = await spare?.take(segment.path)
    current = { file: filled ?? (await disk.create(segment.path)), segment, isFilled: filled !== undefined }
    options.onSegment(segment)
    await disk.syncDirectory(dir)
    return current
  }

  /** What stands behind the position goes. Where that fails, the next segment's start or a recovery hides it. */
  const cutOff = async ({ path, start }: Segment, position: number) => {
    try {
      await disk.truncate(path, position - start)
    } catch (error) {
      log.warn('could not cut off the end of a segment', { segment: path, error: String(error) })
    }
  }

  const abandon = async (position: number) => {
    const failed = current
    current = undefined
    if (failed === undefined) return
    await failed.file.close().catch((error: unknown) => log.warn('could not close a segment', { error }))
    await cutOff(failed.segment, position)
  }

  return {
    async commit(records, position) {
      try {
        const roll = current === undefined || position - current.segment.start >= options.segmentBytes
        const { file, segment } = roll ? await begin(position) : current!
        await file.write(records, position - segment.start)
        await file.sync()
        end = position + records.length
        spare?.prepare(end - segment.start)
      } catch (error) {
        // After a failed fdatasync the kernel may call the lost pages clean, so this file is never written again.
        await abandon(position)
        throw error
      }
    },
    async close() {
      const closed = await close()
      await spare?.discard()
      if (closed?.isFilled) await cutOff(closed.segment, end)
    },
  }
}
