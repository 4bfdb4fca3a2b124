import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records.ts'
import type { TelemetryStore } from '#stores/telemetry.ts'
import type { Job } from './scheduler.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SHORTLY_MS = 60_000

/**
 * Removes what is older than each project keeps. Events go before their issues: an issue is never gone while
 * events of it can still be found. A project that fails does not keep the others from their turn.
 */
export function retentionJob(deps: {
  readonly records: Pick<RecordStore, 'projects' | 'issues' | 'rollups' | 'intake' | 'audit' | 'invitations'>
  readonly telemetry: Pick<TelemetryStore, 'expire'>
  readonly now: () => number
  readonly log: Log
}): Job {
  const { records, telemetry, now, log } = deps

  async function expireProject(id: string, before: number): Promise<void> {
    const events = await telemetry.expire(id, before)
    await records.rollups.expire(id, before)
    const issues = await records.issues.expire(id, before)
    if (events > 0 || issues > 0) log.info('expired', { project: id, events, issues })
  }

  return {
    name: 'retention',
    everyMs: HOUR_MS,
    firstAfterMs: SHORTLY_MS,
    async run(signal) {
      const time = now()
      const failures: unknown[] = []
      for (const { id, settings } of await records.projects.all()) {
        if (signal.aborted) return
        await expireProject(id, time - settings.retentionDays * DAY_MS).catch((error: unknown) => {
          failures.push(error)
        })
      }
      await records.intake.expire(time - LIMITS.retentionDays * DAY_MS)
      await records.audit.expire(time - LIMITS.auditDays * DAY_MS)
      await records.invitations.expire(time)
      if (failures.length > 0) throw new AggregateError(failures, 'Some projects could not be expired.')
    },
  }
}
