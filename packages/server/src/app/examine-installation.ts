import type { Config } from './config.ts'
import { type ChecksInput, doctorChecks } from '#app/admin/checks.ts'
import { type DoctorReport, examine } from '#app/admin/doctor.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { checkBlobs } from './stores.ts'
import { reserveBytes } from './open-spool.ts'
import { untrustedProxy } from '#app/http/untrusted-proxy.ts'

/** What the doctor looks at, whether a server holds the stores or a command opened them. */
export function examineInstallation(
  config: Config,
  stores: Pick<ChecksInput, 'telemetry' | 'spool' | 'latestMaps'> & {
    readonly records: ChecksInput['records'] & Pick<RecordStore, 'facts'>
  },
): Promise<DoctorReport> {
  return examine(
    doctorChecks({
      ...stores,
      dataDir: config.dataDir,
      clickhouse: config.clickhouse?.name,
      reserveBytes: reserveBytes(config),
      blobs: () => checkBlobs(config.bucket),
      untrustedProxy: async () => (config.trustProxy ? undefined : untrustedProxy(stores.records)),
      now: Date.now,
      nodeVersion: process.versions.node,
    }),
  )
}
