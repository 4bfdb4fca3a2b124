import { LIMITS } from '#domain/limits.ts'
import type { RetentionRun, RetentionStop } from '#domain/intake/retention.ts'
import type { FactRecords } from '#stores/records/records.ts'

const LAST_RUN = 'retention_last_run'
const STOPPED = 'retention_stopped'
const CONFIRMED = 'retention_confirmed'

/** What retention has to know over restarts. */
export interface RetentionState {
  lastRun(): Promise<RetentionRun | undefined>
  stopped(): Promise<RetentionStop | undefined>
  /** Whether an operator recently confirmed that the next run may delete. */
  isConfirmed(now: number): Promise<boolean>
  confirm(now: number): Promise<void>
  ran(run: RetentionRun): Promise<void>
  /** Keeps the moment of the first stop. */
  stop(stop: RetentionStop): Promise<void>
}

export function retentionState(facts: FactRecords): RetentionState {
  async function read<T>(name: string): Promise<T | undefined> {
    const text = await facts.get(name)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }
  const stopped = () => read<RetentionStop>(STOPPED)
  return {
    lastRun: () => read<RetentionRun>(LAST_RUN),
    stopped,
    async isConfirmed(now) {
      const at = await read<number>(CONFIRMED)
      return at !== undefined && Math.abs(now - at) < LIMITS.retention.confirmedMs
    },
    confirm: (now) => facts.set(CONFIRMED, JSON.stringify(now)),
    async ran(run) {
      await facts.set(LAST_RUN, JSON.stringify(run))
      await facts.delete(STOPPED)
      await facts.delete(CONFIRMED)
    },
    async stop({ since, why }) {
      const before = await stopped()
      await facts.set(STOPPED, JSON.stringify({ since: before?.since ?? since, why }))
    },
  }
}
