import { open } from 'node:fs/promises'
import type { Segment } from './segment.ts'

const SECTOR = 4096

/** A segment opened for reading, addressed by log positions. */
export interface SegmentView {
  readonly start: number
  /** Position behind the last byte of the file, as of now. */
  end(): Promise<number>
  /** A fresh buffer: records handed out are views into it. */
  read(position: number, bytes: number): Promise<Buffer>
  close(): Promise<void>
}

export type ReadAt = (into: Buffer, offset: number) => Promise<number>

/** Undefined where the file is gone. */
export async function openSegmentView(segment: Segment): Promise<SegmentView | undefined> {
  const handle = await open(segment.path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return undefined
  const readAt: ReadAt = async (into, offset) =>
    (await handle.read(into, 0, into.byteLength, offset)).bytesRead
  return {
    start: segment.start,
    end: async () => segment.start + (await handle.stat()).size,
    read: (position, bytes) => readThrough(readAt, position - segment.start, bytes),
    close: () => handle.close(),
  }
}

/**
 * Reads what can be read. A sector the disk cannot give back becomes zeros, which no CRC matches: it costs its
 * own record and not, as an error would, everything behind it for ever.
 */
export async function readThrough(readAt: ReadAt, offset: number, bytes: number): Promise<Buffer> {
  const into = Buffer.allocUnsafeSlow(bytes)
  let done = 0
  let step = bytes
  while (done < bytes) {
    const part = into.subarray(done, Math.min(bytes, done + step))
    try {
      const read = await readAt(part, offset + done)
      if (read === 0) break
      done += read
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
      if (step <= SECTOR) {
        part.fill(0)
        done += part.length
      }
      step = SECTOR
    }
  }
  return into.subarray(0, done)
}
