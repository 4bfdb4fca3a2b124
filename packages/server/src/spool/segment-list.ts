import type { Log } from '#domain/log.ts'
import type { Disk } from './disk.ts'
import type { Segment } from './segment.ts'

export interface SegmentList {
  add(segment: Segment): void
  /** Deletes whole segments below the position. */
  trim(position: number): Promise<void>
  /** Until what it answers is called, nothing is deleted. */
  hold(): () => Promise<void>
  first(): number | undefined
  count(): number
}

/** The segments that exist. The newest is never deleted: its name is what remembers how far the log got. */
export function createSegmentList(found: readonly Segment[], disk: Disk, log: Log): SegmentList {
  const segments = [...found]
  const holds = new Set<symbol>()
  let trimmed = 0

  async function deleteTrimmed(): Promise<void> {
    while (holds.size === 0) {
      const [oldest, next] = segments
      if (oldest === undefined || next === undefined || next.start > trimmed) return
      try {
        await disk.unlink(oldest.path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
          log.warn('could not delete a segment', { segment: oldest.path, error: String(error) })
          return
        }
      }
      // Another trim may have come first.
      if (segments[0] === oldest) segments.shift()
    }
  }

  return {
    add(segment) {
      if (segments.at(-1)?.start !== segment.start) segments.push(segment)
    },
    async trim(position) {
      trimmed = Math.max(trimmed, position)
      await deleteTrimmed()
    },
    hold() {
      const mark = Symbol('hold')
      holds.add(mark)
      return async () => {
        holds.delete(mark)
        await deleteTrimmed()
      }
    },
    first: () => segments[0]?.start,
    count: () => segments.length,
  }
}
