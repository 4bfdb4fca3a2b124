import type { MoveOutbox } from '#product/issues/commands/move-outbox.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

/** Merges move telemetry themselves; this resumes moves that failed or were interrupted by a restart. */
export function issueMovesJob(moves: MoveOutbox): Job {
  return { name: 'issue-moves', everyMs: 10_000, firstAfterMs: 0, run: (signal) => moves.tell(signal) }
}
