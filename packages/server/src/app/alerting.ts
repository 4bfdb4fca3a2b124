import { readSecret } from '#accounts/secret.ts'
import { createSecretBox } from '#product/alerts/channels/secret-box.ts'
import { createChannelSender } from '#product/alerts/channels/send.ts'
import { createAlertingCommands, type AlertingCommands } from '#product/alerts/commands/alerting.ts'
import { createAlertFailures } from '#domain/alerts/failures.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { Mailer } from '#domain/mail.ts'
import { createDeliveryWorker } from '#product/alerts/jobs/deliver.ts'
import { evaluateAlertsJob } from '#product/alerts/jobs/evaluate-alerts.ts'
import { startScheduler } from '#product/common/jobs/scheduler.ts'
import { systemClock } from '#product/common/jobs/system-clock.ts'
import { tidyAlertsJob } from '#product/alerts/jobs/tidy-alerts.ts'
import { createSmtpMailer } from '#outbound/mail/smtp-mailer.ts'
import { createOutbound } from '#outbound/outbound.ts'
import { createAlertQueries, type AlertQueries } from '#product/alerts/query/alert-queries.ts'
import { createAlertMatcher } from '#product/alerts/query/matching.ts'
import type { JobMetrics } from '#app/metrics/job-metrics.ts'
import type { Core } from './core.ts'
import { onOneNode, type Lease } from '#app/nodes/lease.ts'
import { settledOnAllNodes } from '#app/nodes/share-settled.ts'
import { createSettledTime } from './settled-time.ts'

/** They are read to be counted. */
const MOST_COUNTED = 1_000

export interface Alerting {
  readonly commands: AlertingCommands
  readonly queries: AlertQueries
  /**
   * Evaluates and sends until stopped. Separate from the other jobs, so that a stalled receiver does not delay them.
   */
  start(log: Log, lease: Lease, observe: Pick<JobMetrics, 'jobRan' | 'delivered'>): { stop(): Promise<void> }
  /** Notifications that are not delivered yet, counted up to a limit. */
  pendingDeliveries(): Promise<number>
}

/** Undefined where the operator named no mail server. */
export function openMailer({ config }: Pick<Core, 'config'>): Mailer | undefined {
  if (config.mail === undefined) return undefined
  return createSmtpMailer({ ...config.mail, timeoutMs: LIMITS.alerts.deliveries.timeoutMs })
}

export async function openAlerting(
  core: Pick<Core, 'config' | 'records' | 'spool' | 'telemetry'>,
  publicUrl: () => string,
  mailer: Mailer | undefined,
): Promise<Alerting> {
  const { config, records, spool, telemetry } = core
  const now = Date.now
  const sender = createChannelSender({
    outbound: createOutbound({ allowedHosts: config.outboundAllow }),
    mailer,
    mailHost: () => new URL(publicUrl()).hostname,
    now,
  })
  const box = createSecretBox(await readSecret(config.dataDir, config.secret))
  const deps = { records, sender, box, publicUrl, now, chance: Math.random }
  const failures = createAlertFailures()
  const matcher = createAlertMatcher({ records, telemetry, now })
  return {
    commands: createAlertingCommands({ ...deps, sendsMail: mailer !== undefined }),
    queries: createAlertQueries({ records, telemetry, matcher, failures, now }),
    pendingDeliveries: async () =>
      (await records.deliveries.due(Number.MAX_SAFE_INTEGER, MOST_COUNTED)).length,
    start(log, lease, { jobRan, delivered }) {
      const deliveryWorker = createDeliveryWorker({ ...deps, log, observe: delivered })
      const own = createSettledTime({ spool, telemetry, now })
      const settledUntil =
        config.database === undefined ? own : settledOnAllNodes(own, records.settledTimes, spool.id)
      const looking = { records, telemetry, matcher, settledUntil, publicUrl, now, log, failures }
      const evaluating = evaluateAlertsJob(looking)
      const jobs = [evaluating, deliveryWorker, tidyAlertsJob(records, now)].map((job) =>
        onOneNode(lease, job),
      )
      const schedulers = jobs.map((job) =>
        startScheduler({ jobs: [job], clock: systemClock, log, observe: jobRan }),
      )
      return {
        async stop() {
          await deliveryWorker.stop()
          await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
        },
      }
    },
  }
}
