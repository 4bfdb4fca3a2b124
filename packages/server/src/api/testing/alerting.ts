import { createSecretBox } from '#product/alerts/channels/secret-box.ts'
import { createChannelSender } from '#product/alerts/channels/send.ts'
import { createAlertingCommands } from '#product/alerts/commands/alerting.ts'
import { createAlertFailures } from '#domain/alerts/failures.ts'
import { createOutbound } from '#outbound/outbound.ts'
import { createAlertQueries } from '#product/alerts/query/alert-queries.ts'
import { createAlertMatcher } from '#product/alerts/query/matching.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { ORIGIN } from './tenancy.ts'

/** Channels that may lead to this machine: receivers of tests are here. */
export function createAlertingDeps(records: RecordStore, telemetry: TelemetryStore, now: () => number) {
  const sender = createChannelSender({
    outbound: createOutbound({ allowedHosts: ['127.0.0.1'] }),
    mailer: undefined,
    mailHost: () => 'hindcast.example',
    now,
  })
  const box = createSecretBox('a secret of more than thirty-two characters')
  const deps = { records, sender, box, publicUrl: () => ORIGIN, now, chance: () => 0.5 }
  const failures = createAlertFailures()
  const matcher = createAlertMatcher({ records, telemetry, now })
  return {
    alerting: createAlertingCommands({ ...deps, sendsMail: false }),
    alertQueries: createAlertQueries({ records, telemetry, matcher, failures, now }),
    alertFailures: failures,
  }
}
