import { randomUUID } from 'node:crypto'
import type { Log } from '#domain/log.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'
import type { RecordStore } from '#stores/records/records.ts'

/** Whether this node does what only one of all should do. */
export interface Lease {
  held(): boolean
  /** Aborted when the lease in force now is lost; what was begun under it ends. */
  signal(): AbortSignal
  /** Told now, and whenever it is taken or lost. */
  watch(listener: (isHeld: boolean) => void): void
  /** Lets another node take over at once. */
  stop(): Promise<void>
}

const NAME = 'jobs'
const FOR_MS = 20_000
const RENEW_MS = 5_000
/** Less than it was given for: a node must know that it lost the lease before another one can have it. */
const TRUSTED_MS = FOR_MS - 4_000

/** The node of an installation that shares its records with nobody. */
export const ALWAYS: Lease = {
  held: () => true,
  signal: () => UNENDING,
  watch: (listener) => listener(true),
  stop: async () => {},
}
const UNENDING = new AbortController().signal

/** Of a process that leaves the jobs to others. */
export const NEVER: Lease = {
  held: () => false,
  signal: () => AbortSignal.abort(),
  watch: (listener) => listener(false),
  stop: async () => {},
}

export async function openLease({ leases }: Pick<RecordStore, 'leases'>, log: Log): Promise<Lease> {
  const holder = randomUUID()
  let holding: AbortController | undefined
  let expiry: NodeJS.Timeout | undefined
  const listeners: ((isHeld: boolean) => void)[] = []
  const tell = (isHeld: boolean) => {
    for (const listener of listeners) listener(isHeld)
  }

  function lose(): void {
    if (holding === undefined) return
    log.info('another node may run the jobs now')
    holding.abort()
    holding = undefined
    tell(false)
  }

  async function renew(): Promise<void> {
    try {
      const asked = performance.now()
      const isOurs = await leases.take(NAME, holder, FOR_MS)
      const leftMs = TRUSTED_MS - (performance.now() - asked)
      if (!isOurs || leftMs <= 0) return lose()
      clearTimeout(expiry)
      expiry = setTimeout(lose, leftMs)
      expiry.unref()
      if (holding !== undefined) return
      log.info('this node runs the jobs')
      holding = new AbortController()
      tell(true)
    } catch (error) {
      // It ends by itself where this goes on.
      log.warn('the lease of the jobs could not be renewed', { error })
    }
  }

  await renew()
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, RENEW_MS)
  timer.unref()
  return {
    held: () => holding !== undefined,
    signal: () => holding?.signal ?? AbortSignal.abort(),
    watch(listener) {
      listeners.push(listener)
      listener(holding !== undefined)
    },
    async stop() {
      clearInterval(timer)
      clearTimeout(expiry)
      await renewing
      lose()
      await leases.release(NAME, holder).catch(() => undefined)
    },
  }
}

/** A job that runs on one node at a time. */
export function onOneNode<J extends Job>(lease: Lease, job: J): J {
  return {
    ...job,
    run: async (signal: AbortSignal) => {
      if (lease.held()) await job.run(AbortSignal.any([signal, lease.signal()]))
    },
  }
}
