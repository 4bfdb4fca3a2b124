import { join } from 'node:path'
import type { Log } from '#domain/log.ts'
import type { Disk } from '#spool/disk.ts'

export interface SegmentAhead {
  /** Begins, unless one is there or under way. Nobody waits for it. */
  prepare(): void
  /** The file for the next segment where it is ready; from then on it is the caller's. */
  take(): string | undefined
  /** Gives back what nobody took. */
  close(): Promise<void>
}

/**
 * A file of zeros for the segment that will be begun next. A sync after writing over blocks that a file has already
 * needs no entry in the file system's journal: half the wait and half the work of one after growing the file
 * (measured on ext4, 256 KiB a commit). Zeros at the end are known to the recovery as bytes that never arrived.
 */
export function createSegmentAhead(options: {
  readonly dir: string
  readonly bytes: number
  readonly disk: Disk
  readonly log: Log
}): SegmentAhead {
  const { disk, log } = options
  // The ending of files that a crash left unfinished, which are removed at the next start.
  const path = join(options.dir, 'ahead.new')
  let state: 'none' | 'under way' | 'ready' = 'none'
  let running: Promise<void> = Promise.resolve()

  const remove = () => disk.unlink(path).catch(() => undefined)

  async function write(): Promise<void> {
    try {
      await disk.prepare(path, options.bytes)
      state = 'ready'
    } catch (error) {
      // The segments grow then, as they do without.
      log.warn('could not prepare a segment', { error: String(error) })
      await remove()
      state = 'none'
    }
  }

  return {
    prepare() {
      if (state !== 'none') return
      state = 'under way'
      running = write()
    },
    take() {
      if (state !== 'ready') return undefined
      state = 'none'
      return path
    },
    async close() {
      await running
      if (state === 'ready') await remove()
      state = 'none'
    },
  }
}
