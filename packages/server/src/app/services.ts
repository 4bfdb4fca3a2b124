import type { Accounts } from '#accounts/accounts.ts'
import type { Samples } from '#api/deps.ts'
import { createLiveHub, type LiveHub } from '#api/live/live-hub.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createPeopleCommands, type PeopleCommands } from '#product/people/commands/people.ts'
import { createMoveOutbox, type MoveOutbox } from '#product/issues/commands/move-outbox.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { createIntakeCounter, type IntakeCounter } from '#ingest/accept/intake-counter.ts'
import { postEnvelope } from '#app/process/post-envelope.ts'
import { createReportingLog } from '#app/process/reporting-log.ts'
import { createSelfReporter } from '#app/process/self-report.ts'
import { ownVersion } from '#app/process/version.ts'
import { openAlerting, openMailer, type Alerting } from './alerting.ts'
import type { Core } from './core.ts'
import { createMetrics, type Metrics } from '#app/metrics/metrics.ts'
import { openAccounts } from './open-accounts.ts'
import { openOwnProject, type OwnProject } from './own-project.ts'
import { createSamples } from './samples.ts'
import { watchForUntrustedProxy, type UntrustedProxy } from '#app/http/untrusted-proxy.ts'
import { ALWAYS, NEVER, openLease, type Lease } from '#app/nodes/lease.ts'
import { refuseSamples } from '#app/roles/absent-parts.ts'
import { dutiesOf } from '#app/roles/role.ts'
import { shareLive } from '#app/nodes/share-live.ts'
import { openUploads, type ComposedUploads } from './uploads.ts'

/** What several ways in (HTTP, the control socket) share. */
export interface Services {
  readonly accounts: Accounts
  readonly commandDeps: CommandDeps
  readonly people: PeopleCommands
  readonly alerting: Alerting
  readonly hub: LiveHub
  /** Of what one node does for all. */
  readonly lease: Lease
  readonly intakeCounter: IntakeCounter
  readonly metrics: Metrics
  readonly samples: Samples
  readonly ownProject: OwnProject
  readonly uploads: ComposedUploads
  readonly moves: MoveOutbox
  readonly proxy: UntrustedProxy
  /** The log of one part of the server, whose faults are also reported. */
  readonly logOf: (component: string) => Log
  /** Waits for reports that are under way. */
  flushReports(): Promise<void>
  /** The address people use; with port 0 the real one once the server listens. */
  publicUrl(): string
  listensAt(url: string): void
}

export async function createServices(core: Core): Promise<Services> {
  const { config, records, spool, log } = core
  let listeningUrl: string | undefined
  const publicUrl = () => config.publicUrl ?? listeningUrl ?? `http://${config.host}:${config.port}`
  // A process that takes no events reports its own errors to where the others do.
  const intakeUrl = () => (dutiesOf(config.role).intake ? listeningUrl : config.publicUrl)
  const ownProject = await openOwnProject(core, publicUrl)
  const version = await ownVersion()
  const metrics = createMetrics(version, Date.now, config.role)
  const reporter = createSelfReporter({
    destination: () => (intakeUrl() === undefined ? undefined : ownProject.destination()),
    post: (envelope) => postEnvelope(`${intakeUrl()}/tunnel`, envelope, LIMITS.selfReport.waitMs),
    release: version,
    now: Date.now,
    log,
  })
  core.digester.onFailure((failure) => reporter.report(failure))
  core.telemetryThread.onFailure((failure) => reporter.report(failure))
  core.symbols.onFailure((failure) => reporter.report(failure))
  const logOf = (component: string) =>
    createReportingLog(log, component, (failure) => reporter.report(failure))
  const mailer = openMailer(core)
  const accounts = await openAccounts(
    config,
    records,
    () => listeningUrl,
    logOf('accounts'),
    mailer && { mailer, publicUrl },
  )
  const hub = shareLive(createLiveHub(), records.news, log)
  const uploads = await openUploads(core, logOf('uploads'))
  const samples = createSamples(records, spool, uploads)
  return {
    accounts,
    commandDeps: { records, accounts, now: Date.now },
    people: createPeopleCommands({ records, accounts, now: Date.now, mailer, publicUrl }),
    alerting: await openAlerting(core, publicUrl, mailer),
    ownProject,
    logOf,
    flushReports: () => reporter.flush(),
    hub,
    lease: await leaseOf(core, logOf('jobs')),
    moves: createMoveOutbox({
      records,
      telemetry: core.telemetry,
      changed: (projectId, issueIds) => hub.publish({ type: 'issues', projectId, issueIds: [...issueIds] }),
      log: logOf('issues'),
    }),
    intakeCounter: metrics.intake.hearing(createIntakeCounter(Date.now)),
    metrics,
    samples: dutiesOf(config.role).intake ? samples : refuseSamples(samples, config.role),
    proxy: await watchForUntrustedProxy(records, config.trustProxy, log),
    uploads,
    publicUrl,
    listensAt: (url) => {
      listeningUrl = url
    },
  }
}

/** Jobs run where events are digested. */
async function leaseOf({ config, records }: Core, log: Log): Promise<Lease> {
  if (!dutiesOf(config.role).digest) return NEVER
  return config.database === undefined ? ALWAYS : openLease(records, log)
}
