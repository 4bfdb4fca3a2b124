import type { EventPosition } from '#domain/events/event-position.ts'
import type { Log } from '#domain/log.ts'
import type { Unfilled } from '#stores/records/issue-rollups.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const PAGE = 1000
const SHORTLY_MS = 5_000
const DAY_MS = 86_400_000

/**
 * Counts the users and hours of issues whose events were stored by a version that did not count them. Goes on where it
 * was stopped, and has nothing to do for ever after.
 */
export function fillRollupsJob(deps: {
  readonly records: Pick<RecordStore, 'projects' | 'rollups'>
  readonly telemetry: Pick<TelemetryStore, 'following'>
  readonly log: Log
}): Job {
  const { records, telemetry, log } = deps
  return {
    name: 'fill-rollups',
    everyMs: DAY_MS,
    firstAfterMs: SHORTLY_MS,
    async run(signal) {
      let unfilled = await records.rollups.unfilled()
      if (unfilled === undefined) return
      const { to, counted } = unfilled
      for (const { id: projectId } of await records.projects.all()) {
        for (;;) {
          if (signal.aborted) return
          const after: EventPosition | undefined = unfilled.after[projectId]
          const scope = { projectId, range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
          const page = await telemetry.following(scope, {
            limit: PAGE,
            ...(after !== undefined && { after }),
          })
          const last = page.at(-1)
          if (last === undefined) break
          const { receivedAt, spoolId, seq } = last
          const uncounted = page.filter(isUncounted(unfilled))
          unfilled = { to, counted, after: { ...unfilled.after, [projectId]: { receivedAt, spoolId, seq } } }
          await records.rollups.countEarlier(uncounted, unfilled)
          if (page.length < PAGE) break
        }
      }
      await records.rollups.countEarlier([], undefined)
      log.info('the users and hours of earlier events are counted')
    },
  }
}

function isUncounted({ to, counted }: Unfilled): (event: EventSummary) => boolean {
  return ({ projectId, spoolId, seq }) => spoolId === '' && seq < to && seq > (counted[projectId] ?? -1)
}
