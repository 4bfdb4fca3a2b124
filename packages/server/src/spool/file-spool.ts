import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { createDisk, type Disk } from './disk.ts'
import { type FreeSpace, freeBytesOf, watchFreeSpace } from './free-space.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { countQuarantined } from './quarantine.ts'
import { frameSeed } from './record.ts'
import { recoverEnd } from './recover.ts'
import { listSegments } from './segment.ts'
import { createSegmentList, type SegmentList } from './segment-list.ts'
import { createSegmentWriter } from './segment-writer.ts'
import { createSpareSegment } from './spare-segment.ts'
import { ensureSpoolId } from './spool-id.ts'
import { tell } from './notify.ts'
import { type Spool, SpoolRefused } from './spool.ts'

/** After a failed write one append in this time is let through, to find out whether the disk takes writes again. */
const PROBE_MS = 1000

export interface FileSpoolOptions {
  readonly dir: string
  readonly limitBytes: number
  readonly reserveBytes: number
  readonly segmentBytes: number
  /** Bytes a second from which on the next segment is prepared; without it nothing but records is ever written. */
  readonly preparedFromRate?: number
  readonly retryAfterSeconds: number
  readonly now: () => number
  readonly log: Log
  /** The highest position any store has applied. The log never hands out a position below it again. */
  readonly minimumPosition?: number
  readonly freeBytes?: () => Promise<number>
  readonly disk?: Disk
}

export interface FileSpool extends Spool {
  /** Milliseconds that all senders together have waited so far, from the first of each commit on. */
  waitedMs(): number
  /** Until what it answers is called, no segment is deleted: somebody copies the log. */
  hold(): () => Promise<void>
}

/** Opens the log of a folder, repairs its end, and goes on behind it. */
export async function openFileSpool(options: FileSpoolOptions): Promise<FileSpool> {
  const { dir, log, disk = createDisk() } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const id = await ensureSpoolId(dir)
  await removeUnfinished(dir)
  const segments = await listSegments(dir)
  const seed = frameSeed(id)
  const start = Math.max(await recoverEnd(segments, seed, disk, log), options.minimumPosition ?? 0)
  const space = watchFreeSpace({
    freeBytes: options.freeBytes ?? (() => freeBytesOf(dir)),
    now: options.now,
    log,
  })
  await space.refresh()
  return assemble(options, {
    disk,
    id,
    seed,
    start,
    space,
    shelf: createSegmentList(segments, disk, log),
    quarantined: await countQuarantined(dir),
  })
}

interface Parts {
  readonly disk: Disk
  readonly id: string
  readonly seed: number
  readonly start: number
  readonly space: FreeSpace
  readonly shelf: SegmentList
  readonly quarantined: number
}

function assemble(options: FileSpoolOptions, parts: Parts): FileSpool {
  const { dir, log } = options
  const { id, disk, seed, start, space, shelf } = parts
  const listeners: ((committed: number) => void)[] = []
  let { quarantined } = parts
  let trimmed = 0
  let closed = false
  const first = () => Math.max(trimmed, shelf.first() ?? start)
  // It must not take what senders and stores need.
  const hasRoom = () => space.bytes() > options.reserveBytes + 2 * options.segmentBytes
  const { preparedFromRate: fromRate } = options
  const spare =
    fromRate === undefined ? undefined : createSpareSegment({ ...options, fromRate, disk, hasRoom })
  const writer = createSegmentWriter({ ...options, disk, spare, onSegment: (segment) => shelf.add(segment) })
  const gate = createGate(options, space, () => commits, first)
  const commits: GroupCommit = createGroupCommit({
    writer,
    seed,
    start,
    onFailure: (cause) => gate.failed(cause),
    onCommit(committed) {
      gate.succeeded()
      tell(listeners, committed, log)
    },
  })
  const refusal = () =>
    closed ? refuse(options, 'spool_full', new Error('the spool is closed')) : gate.refusal()

  return {
    id,
    refusal,
    append(receipt, body) {
      const refused = refusal()
      return refused ? Promise.reject(refused) : commits.append(JSON.stringify(receipt), body)
    },
    waitedMs: () => commits.waitedMs(),
    onCommit: (listener) => void listeners.push(listener),
    async trim(position) {
      trimmed = Math.max(trimmed, Math.min(position, commits.committed()))
      await shelf.trim(trimmed)
      quarantined = await countQuarantined(dir)
    },
    hold: () => shelf.hold(),
    status() {
      const committed = commits.committed()
      return {
        id,
        first: first(),
        committed,
        bytes: committed - first(),
        limitBytes: options.limitBytes,
        segments: shelf.count(),
        quarantined,
      }
    },
    async close() {
      closed = true
      await commits.idle()
      await writer.close()
    },
  }
}

/** Decides, from what is known already, whether an append may begin. */
function createGate(
  options: FileSpoolOptions,
  space: FreeSpace,
  commits: () => GroupCommit,
  first: () => number,
) {
  let failure: { readonly cause: unknown; readonly at: number } | undefined
  return {
    refusal(): SpoolRefused | undefined {
      const pending = commits().pendingBytes()
      if (commits().committed() + pending - first() > options.limitBytes) return refuse(options, 'spool_full')
      if (pending > LIMITS.spool.pendingBytes) return refuse(options, 'spool_full')
      if (space.bytes() < options.reserveBytes) return refuse(options, 'disk_full')
      if (failure && (commits().busy() || options.now() - failure.at < PROBE_MS)) {
        return refuse(options, 'disk_full', failure.cause)
      }
      return undefined
    },
    failed(cause: unknown): SpoolRefused {
      if (!failure) options.log.error('the spool cannot be written', { error: String(cause) })
      failure = { cause, at: options.now() }
      void space.refresh()
      return refuse(options, 'disk_full', cause)
    },
    succeeded() {
      if (failure) options.log.info('the spool can be written again')
      failure = undefined
    },
  }
}

function refuse(
  { retryAfterSeconds }: FileSpoolOptions,
  reason: SpoolRefused['reason'],
  cause?: unknown,
): SpoolRefused {
  return new SpoolRefused(reason, retryAfterSeconds, { cause })
}

/** Files that a crash left between being written and being named. */
async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    // A folder that cannot be written is found out by the first append, not here.
    if (name.endsWith('.new')) await unlink(join(dir, name)).catch(() => undefined)
  }
}
