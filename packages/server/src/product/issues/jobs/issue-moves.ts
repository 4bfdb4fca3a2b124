import type { MoveOutbox } from '#product/issues/commands/move-outbox.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

/** Merges tell the telemetry themselves; this is for what was under way when the process ended, or failed. */
export function issueMovesJob(moves: MoveOutbox): Job {
  return { name: 'issue-moves', everyMs: 10_000, firstAfterMs: 0, run: (signal) => moves.tell(signal) }
}
