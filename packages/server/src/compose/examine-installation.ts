import type { Config } from '#config.ts'
import { type ChecksInput, doctorChecks } from '#control/checks.ts'
import { type DoctorReport, examine } from '#control/doctor.ts'
import { reserveBytes } from './open-spool.ts'

/** What the doctor looks at, whether a server holds the stores or a command opened them. */
export function examineInstallation(
  config: Config,
  stores: Pick<ChecksInput, 'records' | 'telemetry' | 'spool' | 'latestMaps'>,
): Promise<DoctorReport> {
  return examine(
    doctorChecks({
      ...stores,
      dataDir: config.dataDir,
      reserveBytes: reserveBytes(config),
      now: Date.now,
      nodeVersion: process.versions.node,
    }),
  )
}
