import type { HoldResult, OperationName, Operations } from '#app/admin/operations.ts'
import { AppError } from '#domain/app-error.ts'
import type { FileSpool } from '#spool/file-spool.ts'

/** What the server does beside accepting and answering. */
export interface ServerWork {
  /** At a border: what is begun is finished. */
  stop(): Promise<void>
}

export interface StoreHold {
  isHeld(): boolean
  /** What is under way when the hold begins is waited for: otherwise the copy would lack it. */
  untilDone<T>(change: T | Promise<T>): Promise<T>
  begin(): Promise<HoldResult>
}

type Gate = Pick<StoreHold, 'isHeld' | 'untilDone'>

/** From its beginning until the process ends nothing of the stores changes, and the log keeps all that they lack. */
export function createStoreHold(
  isBegun: boolean,
  work: ServerWork,
  spool: Pick<FileSpool, 'status'>,
): StoreHold {
  const changes = new Set<Promise<unknown>>()
  let isHeld = isBegun
  return {
    isHeld: () => isHeld,
    async untilDone(change) {
      const done = Promise.resolve(change)
      changes.add(done)
      try {
        return await done
      } finally {
        changes.delete(done)
      }
    },
    async begin() {
      isHeld = true
      await Promise.allSettled(changes)
      await work.stop()
      const { bytes, limitBytes } = spool.status()
      return { bytes, limitBytes }
    },
  }
}

const SENTENCE =
  'The installation is moving to other stores. Events are accepted; nothing can be changed until it has moved and was started again.'
const RETRY_AFTER_SECONDS = '60'
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

type Fetch = (request: Request, ...more: never[]) => Response | Promise<Response>

/** A change would be lost: it is refused, so that whoever makes it knows. */
export function refuseChanges<F extends Fetch>(fetch: F, hold: Gate): F {
  return ((request, ...more) => {
    if (READS.has(request.method)) return fetch(request, ...more)
    if (!hold.isHeld()) return hold.untilDone(fetch(request, ...more))
    return Response.json(
      { code: 'store_unavailable', message: SENTENCE },
      { status: 503, headers: { 'retry-after': RETRY_AFTER_SECONDS } },
    )
  }) as F
}

const ALLOWED: ReadonlySet<OperationName> = new Set([
  'doctor',
  'doctorSourceMaps',
  'copyStores',
  'holdStores',
])

/** The same for commands. */
export function refuseOperations(operations: Operations, hold: Gate): Operations {
  const refusing = Object.entries(operations).map(([name, run]) => {
    if (ALLOWED.has(name as OperationName)) return [name, run] as const
    const guarded = async (input: never) => {
      if (hold.isHeld()) throw new AppError('conflict', SENTENCE)
      return hold.untilDone((run as (given: never) => Promise<unknown>)(input))
    }
    return [name, guarded] as const
  })
  return Object.fromEntries(refusing) as unknown as Operations
}
