import type { Clock, Job } from '#product/common/jobs/scheduler.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

const MINUTE_MS = 60_000
/** Whoever looks at an issue looks at its latest events, and late source maps change those of the last minutes. */
const YOUNGEST_MS = 15 * MINUTE_MS
/** Of one processor: it goes on beside whatever else there is to do. */
const SHARE = 0.2

export interface CompactionDeps {
  readonly telemetry: Pick<TelemetryStore, 'compact'>
  readonly clock: Clock
}

/** Lets events of hours that are over take less space. */
export function compactionJob({ telemetry, clock }: CompactionDeps): Job {
  return {
    name: 'compaction',
    everyMs: MINUTE_MS,
    async run(signal) {
      for (;;) {
        const startedAt = performance.now()
        if (signal.aborted || !(await telemetry.compact(clock.now() - YOUNGEST_MS))) return
        await clock.sleep((performance.now() - startedAt) * (1 / SHARE - 1), signal)
      }
    },
  }
}
