import { setTimeout as sleep } from 'node:timers/promises'
import { callServer, isAbsence } from '#app/admin/call.ts'
import type { Log } from '#domain/log.ts'
import { readEndOfLog } from '#spool/end-of-log.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import { tell } from '#spool/notify.ts'
import { readSpoolId } from '#spool/spool-id.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import { takesNothing } from './absent-parts.ts'

const ASK_EVERY_MS = 100
const ASK_WAIT_MS = 3_000
const WAIT_FOR_ID_MS = 200

export interface FollowedSpoolOptions {
  readonly dir: string
  /** Of the process that writes it. */
  readonly socketPath: string
  /** Everything below is in the stores. */
  readonly first: number
  readonly limitBytes: number
  readonly log: Log
}

/** The process that takes events makes it, once. */
export async function awaitSpoolId(dir: string, log: Log): Promise<string> {
  for (let isTold = false; ; await sleep(WAIT_FOR_ID_MS)) {
    try {
      return await readSpoolId(dir)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (!isTold) log.info('waiting for a process with the role intake to begin the spool', { dir })
    isTold = true
  }
}

/**
 * The log that another process writes. How far it may be read is what the writer says, because what it has written but
 * not synced may still be taken back. Where no writer is, the end is read from the log itself.
 */
export async function followSpool(id: string, options: FollowedSpoolOptions): Promise<FileSpool> {
  const { dir, first, limitBytes, log } = options
  const listeners: ((committed: number) => void)[] = []
  const look = createLook(id, options)
  let status: SpoolStatus = {
    id,
    first,
    committed: first,
    bytes: 0,
    limitBytes,
    segments: 0,
    quarantined: 0,
  }
  let applied = first
  const closed = new AbortController()

  async function update(): Promise<void> {
    const seen = await look()
    if (seen === undefined) return
    const before = status.committed
    const committed = Math.max(before, seen.committed)
    status = { ...status, ...seen, committed, first: Math.max(applied, seen.first ?? 0) }
    if (committed > before) tell(listeners, committed, log)
  }

  async function follow(): Promise<void> {
    for (; !closed.signal.aborted; await pause(closed.signal))
      await update().catch((error: unknown) => log.warn('the spool could not be followed', { dir, error }))
  }

  await update()
  const following = follow()
  return {
    id,
    append: () => Promise.reject(takesNothing('digest')),
    refusal: () => undefined,
    onCommit: (listener) => void listeners.push(listener),
    // Its writer deletes segments.
    trim: async (position) => void (applied = Math.max(applied, position)),
    waitedMs: () => 0,
    hold: () => async () => {},
    status: () => ({ ...status, bytes: Math.max(0, status.committed - Math.max(applied, status.first)) }),
    async close() {
      closed.abort()
      await following
    },
  }
}

const pause = (signal: AbortSignal) => sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)

type Seen = Pick<SpoolStatus, 'committed'> & Partial<SpoolStatus>

/** Undefined: nothing new is known. */
function createLook(
  id: string,
  { dir, socketPath, log }: FollowedSpoolOptions,
): () => Promise<Seen | undefined> {
  let wasAbsent = false
  let isEndKnown = false
  return async () => {
    const told = await askWriter(socketPath)
    if (told !== 'absent') {
      if (wasAbsent) log.info('the process that takes events is back')
      wasAbsent = false
      isEndKnown = false
      return told?.id === id ? told : undefined
    }
    if (!wasAbsent) log.info('no process takes events into this spool; what is in it is digested')
    wasAbsent = true
    if (isEndKnown) return undefined
    const committed = await readEndOfLog(dir, id)
    // One that began meanwhile may have written what it will take back.
    if ((await askWriter(socketPath)) !== 'absent') return undefined
    isEndKnown = true
    return { committed }
  }
}

/** Undefined of a writer that is there and does not say: it starts, it stops, or it hangs. */
async function askWriter(socketPath: string): Promise<SpoolStatus | 'absent' | undefined> {
  try {
    return await callServer(socketPath, 'spoolStatus', null, AbortSignal.timeout(ASK_WAIT_MS))
  } catch (error) {
    return isAbsence(error) ? 'absent' : undefined
  }
}
