import { join } from 'node:path'
import type { Log } from '#domain/log.ts'
import { blockMemory, wholeBlocks } from './block-memory.ts'
import type { Disk, DiskFile, SpareFile } from './disk.ts'

/** Short enough that a commit which comes meanwhile hardly waits for it. */
const STEP = blockMemory(1024 * 1024)
/** The share of a segment after which the next one is prepared. */
const BEGIN_AT = 1 / 8
/** Faster than the current segment grows, so that it is ready in time; not much, so that it takes little of the disk. */
const PACE = 2

export interface SpareSegmentOptions {
  readonly dir: string
  readonly segmentBytes: number
  readonly disk: Disk
  readonly log: Log
  readonly hasRoom: () => boolean
  /** Bytes a second. */
  readonly fromRate: number
  readonly now: () => number
}

export interface SpareSegment {
  /** `written` is how long the current segment is. Returns at once; the disk is kept busy by the thread pool. */
  prepare(written: number): void
  /** The file under its name; nothing where it is not ready. */
  take(path: string): Promise<DiskFile | undefined>
  discard(): Promise<void>
}

/**
 * The next segment, filled with zeros before it is needed. A sync of bytes that overwrite others writes these bytes; a
 * sync of bytes that make a file longer also waits for the journal of the file system, with what all other files have in
 * it: 0.17 ms against 0.43 for 16 KB, and at worst 1.2 against 3.4.
 */
export function createSpareSegment(options: SpareSegmentOptions): SpareSegment {
  const { disk, log, now } = options
  const segmentBytes = wholeBlocks(options.segmentBytes)
  let file: SpareFile | undefined
  let filled = 0
  let filling: Promise<void> | undefined
  let isGivenUp = false
  let begunAt = now()

  const release = () => {
    const released = file
    file = undefined
    filled = 0
    return released
  }

  const fill = async (target: number) => {
    file ??= await disk.createSpare(join(options.dir, 'spare.new'))
    while (filled < target) {
      const step = STEP.subarray(0, segmentBytes - filled)
      await file.fill(step, filled)
      filled += step.length
    }
  }

  /** What cannot be deleted now is deleted by the next start. */
  const discard = () =>
    release()
      ?.discard()
      .catch(() => undefined)

  const giveUp = async (error: unknown) => {
    isGivenUp = true
    log.debug('no segment could be prepared', { error: String(error) })
    await discard()
  }

  return {
    prepare(written) {
      const target = Math.min(segmentBytes, PACE * (written - BEGIN_AT * segmentBytes))
      if (filling !== undefined || isGivenUp || filled >= target || !options.hasRoom()) return
      // What was begun goes on.
      if (filled === 0 && (written * 1000) / (now() - begunAt) < options.fromRate) return
      filling = fill(target)
        .catch(giveUp)
        .finally(() => (filling = undefined))
    },
    async take(path) {
      isGivenUp = false
      begunAt = now()
      if (file === undefined || filling !== undefined || filled < segmentBytes) return undefined
      return release()!.use(path)
    },
    async discard() {
      await filling
      await discard()
    },
  }
}
