import { LIMITS } from '#domain/limits.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export function tidyAlertsJob(
  { happenings, deliveries }: Pick<RecordStore, 'happenings' | 'deliveries'>,
  now: () => number,
): Job {
  return {
    name: 'tidy-alerts',
    everyMs: HOUR_MS,
    async run() {
      await happenings.expire(now() - LIMITS.alerts.happeningDays * DAY_MS)
      await deliveries.expire(now() - LIMITS.alerts.deliveries.keptDays * DAY_MS)
    },
  }
}
