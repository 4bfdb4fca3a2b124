import type { Metric } from '#api/metrics-text.ts'
import type { ObserveJob } from '#product/common/jobs/scheduler.ts'
import { createCounter, gauge, gauges } from './instruments.ts'

export interface JobMetrics {
  readonly jobRan: ObserveJob
  readonly delivered: (ok: boolean) => void
  metrics(pendingDeliveries: number): readonly Metric[]
}

/** Scheduled work and what goes out to other servers. */
export function createJobMetrics(now: () => number): JobMetrics {
  const runs = createCounter(
    'hindcast_job_runs_total',
    'Runs of scheduled jobs, by outcome.',
    'job',
    'outcome',
  )
  const spent = createCounter('hindcast_job_duration_seconds_total', 'Time spent in scheduled jobs.', 'job')
  const succeededAt = new Map<string, number>()
  const deliveries = createCounter(
    'hindcast_delivery_attempts_total',
    'Attempts to deliver notifications of alerts, by outcome.',
    'outcome',
  )
  return {
    jobRan(job, ok, durationMs) {
      runs.add(1, job, ok ? 'succeeded' : 'failed')
      spent.add(durationMs / 1000, job)
      if (ok) succeededAt.set(job, now() / 1000)
    },
    delivered: (ok) => deliveries.add(1, ok ? 'delivered' : 'failed'),
    metrics: (pendingDeliveries) => [
      runs.metric(),
      spent.metric(),
      gauges(
        'hindcast_job_last_success_timestamp_seconds',
        'When each scheduled job last succeeded, in seconds since 1970.',
        'job',
        succeededAt,
      ),
      deliveries.metric(),
      gauge(
        'hindcast_deliveries_pending',
        'Notifications that are not delivered yet, counted up to 1,000.',
        pendingDeliveries,
      ),
    ],
  }
}
