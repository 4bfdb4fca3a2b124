import type { IssueWithLifecycle } from '#stores/records/issue-lifecycle.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

/** People who chose an hour do not count seconds. */
const EVERY_MS = 5_000

/** Each is a row and a line; more at once would hold up the events. */
const AT_ONCE = 200

/** After a time without a server everything that was due wakes at the first run, each with the moment it was due. */
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
