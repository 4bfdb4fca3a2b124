import { statfs } from 'node:fs/promises'
import type { Log } from '#domain/log.ts'

const MAX_AGE_MS = 1000

export interface FreeSpaceOptions {
  readonly freeBytes: () => Promise<number>
  readonly now: () => number
  readonly log: Log
}

export interface FreeSpace {
  /** The last figure, at once; asks for a newer one when it is older than a second. */
  bytes(): number
  refresh(): Promise<void>
}

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** The hot path must not wait for the file system, so it sees a figure that is at most about a second old. */
export function watchFreeSpace({ freeBytes, now, log }: FreeSpaceOptions): FreeSpace {
  let last = Number.POSITIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async () => {
    try {
      last = await freeBytes()
    } catch (error) {
      // Unknown is not full: the write itself will fail if it is.
      last = Number.POSITIVE_INFINITY
      log.warn('could not ask for the free space', { error: String(error) })
    }
    readAt = now()
    reading = undefined
  }
  const refresh = () => (reading ??= read())

  return {
    bytes() {
      if (now() - readAt >= MAX_AGE_MS) void refresh()
      return last
    },
    refresh,
  }
}
