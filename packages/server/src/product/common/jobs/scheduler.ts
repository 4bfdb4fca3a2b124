import type { Log } from '#domain/log.ts'
import { asking, cancelled } from '#domain/question.ts'

export interface Job {
  readonly name: string
  readonly everyMs: number
  /** First run this long after the start; one period by default. */
  readonly firstAfterMs?: number
  run(signal: AbortSignal): Promise<void>
}

export interface Clock {
  now(): number
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Told after each run, for the metrics. */
export type ObserveJob = (job: string, ok: boolean, durationMs: number) => void

export interface Scheduler {
  /** Lets the running job finish, but for what it reads, and starts no other. */
  stop(): Promise<void>
}

/** One job at a time, the most overdue first. A job that fails is logged and runs again when it is due. */
export function startScheduler(deps: {
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly log: Log
  readonly observe?: ObserveJob
}): Scheduler {
  const { jobs, clock, log, observe } = deps
  const stopping = new AbortController()
  const start = clock.now()
  const due = new Map(jobs.map((job) => [job, start + (job.firstAfterMs ?? job.everyMs)]))

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = [...due].reduce((first, other) => (other[1] < first[1] ? other : first))
      const waitMs = next[1] - clock.now()
      if (waitMs > 0) {
        await clock.sleep(waitMs, stopping.signal)
        continue
      }
      await attempt(next[0])
      // From the end of the run: a job that takes longer than its period must not run without pause.
      due.set(next[0], clock.now() + next[0].everyMs)
    }
  }

  async function attempt(job: Job): Promise<void> {
    const startedAt = clock.now()
    try {
      // What it reads is broken off by a stop: a job that counts years would keep the process from ending.
      await asking({ requester: undefined, signal: stopping.signal }, () => job.run(stopping.signal))
      observe?.(job.name, true, clock.now() - startedAt)
    } catch (error) {
      if (stopping.signal.aborted && error === stopping.signal.reason) return
      observe?.(job.name, false, clock.now() - startedAt)
      log.error('job failed', { job: job.name, error })
    }
  }

  const done = jobs.length === 0 ? Promise.resolve() : work()
  return {
    async stop() {
      stopping.abort(cancelled())
      await done
    },
  }
}
