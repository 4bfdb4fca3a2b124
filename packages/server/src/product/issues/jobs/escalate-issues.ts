import { HOUR_MS } from '#domain/intake/intake.ts'
import { HISTORY_HOURS, isSurge, judgedHours, LEAST_EVENTS } from '#domain/issues/lifecycle/escalation.ts'
import type { IssueWithLifecycle } from '#stores/records/issue-lifecycle.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const EVERY_MS = 5 * 60_000
const SHORTLY_MS = 90_000

/** The issues with the most events of an hour; what escalates is among them. */
const LOUDEST = 200

/** Compares the hour that runs, and the one before it, with the week before. */
export function escalateIssuesJob(deps: {
  readonly records: Pick<RecordStore, 'projects' | 'lifecycle'>
  readonly telemetry: Pick<TelemetryStore, 'breakdown' | 'timeSeries'>
  readonly changed: (issues: readonly IssueWithLifecycle[]) => void
  readonly now: () => number
}): Job {
  const { records, telemetry, now } = deps

  async function surging(projectId: string, hour: number): Promise<readonly string[]> {
    const range = { from: hour, to: hour + HOUR_MS }
    const loud = await telemetry.breakdown(
      { projectId, range },
      { by: 'issue', measure: 'events', limit: LOUDEST },
    )
    const keys = loud.values.filter(({ count }) => count > LEAST_EVENTS).map(({ key }) => key)
    if (keys.length === 0) return []
    const where = [{ dimension: 'issue', op: 'is', values: keys }] as const
    const before = { from: hour - HISTORY_HOURS * HOUR_MS, to: hour }
    const history = await telemetry.timeSeries(
      { projectId, range: before, where },
      { measure: 'events', bucketMs: HOUR_MS, by: 'issue', keys },
    )
    return loud.values
      .filter(({ key, count }) => keys.includes(key) && isSurge(history.get(key) ?? [], count))
      .map(({ key }) => key)
  }

  return {
    name: 'escalate-issues',
    everyMs: EVERY_MS,
    firstAfterMs: SHORTLY_MS,
    async run(signal) {
      for (const { id } of await records.projects.all()) {
        for (const hour of judgedHours(now()).toReversed()) {
          if (signal.aborted) return
          const found = await surging(id, hour)
          const escalated = found.length === 0 ? [] : await records.lifecycle.surge(found, hour, now())
          if (escalated.length > 0) deps.changed(escalated)
        }
      }
    },
  }
}
