import type { IssueWithLifecycle } from '#stores/records/issue-lifecycle.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

/** Second precision is not needed for snoozes of an hour. */
const EVERY_MS = 5_000

/** Each writes two rows; more at once would delay events. */
const AT_ONCE = 200

/** After a downtime, everything that was due is reopened at the first run, each with its due time. */
export function wakeIssuesJob(deps: {
  readonly records: Pick<RecordStore, 'lifecycle'>
  readonly changed: (issues: readonly IssueWithLifecycle[]) => void
  readonly now: () => number
}): Job {
  return {
    name: 'wake-issues',
    everyMs: EVERY_MS,
    firstAfterMs: 0,
    async run(signal) {
      while (!signal.aborted) {
        const woken = await deps.records.lifecycle.wake(deps.now(), AT_ONCE)
        if (woken.length > 0) deps.changed(woken)
        if (woken.length < AT_ONCE) return
      }
    },
  }
}
