import { dsnOf } from '#api/http/dsn.ts'
import { ensureOrganization } from '#product/projects/commands/ensure-organization.ts'
import { prepareFirstRun } from '#product/projects/commands/first-run.ts'
import type { Config } from './config.ts'
import type { Operations } from '#app/admin/operations.ts'
import { createOperations } from '#app/admin/run-operations.ts'
import { type DataFolder, makeDataFolder } from './data-folder.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { createClientErrorHandler } from '#ingest/http/client-error.ts'
import { createPace, type Pace } from '#ingest/quota/pace.ts'
import { createQuotaBook, type QuotaBook } from '#ingest/quota/quota.ts'
import { escalateIssuesJob } from '#product/issues/jobs/escalate-issues.ts'
import { flushIntakeJob } from '#product/intake/jobs/flush-intake.ts'
import { issueMovesJob } from '#product/issues/jobs/issue-moves.ts'
import { joinLateSidesJob } from '#product/issues/jobs/join-late-sides.ts'
import { lateMapsJob } from '#product/source-maps/jobs/late-maps.ts'
import { createReadableEvents } from '#product/source-maps/jobs/readable-events.ts'
import { fillRollupsJob } from '#product/issues/jobs/fill-rollups.ts'
import { compactionJob } from '#product/intake/jobs/compaction.ts'
import { retentionJob } from '#product/intake/jobs/retention.ts'
import { learnRoutesJob } from '#product/routes/jobs/learn-routes.ts'
import { startScheduler, type Job } from '#product/common/jobs/scheduler.ts'
import { systemClock } from '#product/common/jobs/system-clock.ts'
import { tidyUploadsJob } from '#product/source-maps/jobs/tidy-uploads.ts'
import { wakeIssuesJob } from '#product/issues/jobs/wake-issues.ts'
import { readLatestMaps, readReleaseMaps } from '#product/source-maps/query/release-maps.ts'
import { announceIssues } from '#api/live/announce-issues.ts'
import { throttleLatest } from '#app/http/throttle-latest.ts'
import { createStoreCopier } from '#app/backup/copy-stores.ts'
import { buildPages, composeApi, composeIngest } from './application.ts'
import { type Core, openCore } from './core.ts'
import { examineInstallation } from './examine-installation.ts'
import { createSpoolDrains, type SpoolDrains } from './drain-spool.ts'
import type { Digested } from '#app/threads/digester-thread.ts'
import { composeFetchMaps } from '#app/threads/fetch-maps.ts'
import { createDeparture } from '#app/http/departure.ts'
import { createFloodControl, isFilling } from '#app/http/flood-control.ts'
import { listenHttp } from '#app/http/http-server.ts'
import {
  createStoreHold,
  refuseChanges,
  refuseOperations,
  type ServerWork,
  type StoreHold,
} from '#app/moving/hold.ts'
import { switchStores } from '#app/moving/switch-stores.ts'
import { openOnceReached } from '#app/nodes/await-stores.ts'
import { followProjects } from '#app/nodes/follow-projects.ts'
import { onOneNode } from '#app/nodes/lease.ts'
import { shareQuotas } from '#app/nodes/share-quotas.ts'
import { shareSettled } from '#app/nodes/share-settled.ts'
import { claimRole } from '#app/roles/claim-role.ts'
import { dutiesOf, requireSharedStores, roleWarnings } from '#app/roles/role.ts'
import { folderOf } from '#app/roles/folder-of.ts'
import { trimByStores } from '#app/roles/trim-by-stores.ts'
import { createGrouper } from '#app/threads/grouping.ts'
import { makeFilesPrivate, tightenFolder } from './private-files.ts'
import { createServices, type Services } from './services.ts'
import { expireBlobs } from './stores.ts'
import { noteStores, requireStores, WITHOUT_SPOOL, withRemedy } from './store-manifest.ts'

/** Open requests get this long to finish; a browser that holds a stream open would never. */
const CLOSE_PATIENCE_MS = 2_000

/** Waking the digester for each of a thousand commits a second would cost more than their events. */
const COMMIT_NEWS_MS = 20

export interface RunningServer {
  readonly url: string
  /** The link that makes the owner, until there is one. */
  readonly firstRunLink: string | undefined
  /** Resolves when a part died that the server cannot work without. */
  readonly died: Promise<Error>
  /** For faults of the process itself; they are reported too. */
  readonly log: Log
  stop(): Promise<void>
}

export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  // Whatever is open when a later step fails is closed, last opened first: a thread left behind keeps the process.
  await using opened = new AsyncDisposableStack()
  requireSharedStores(config)
  const { role } = config
  const webDir = await buildPages(log, role)
  // After the pages, because a concurrent build has to read them.
  makeFilesPrivate()
  const folder = folderOf(role, await makeDataFolder(config.dataDir, config))
  let operations: Operations | undefined
  // Before anything is opened: it keeps a second server off the folder.
  const control = await claimRole(role, folder, () => operations, log)
  opened.defer(() => control.close())
  const isMoving = await switchStores(config, log)
  const core = await openOnceReached(config, log, () => openStores(config, folder, log))
  opened.defer(() => core.close())
  const services = await createServices(core)
  await ensureOrganization(services.commandDeps)
  const pace = createPace()
  const drains = createSpoolDrains(core, (batch) => publishDigested(services.hub, batch))
  followProjects(core, services.logOf('projects'))
  opened.defer(() => services.lease.stop())
  opened.defer(() => services.uploads.stop())
  const work = isMoving ? { stop: () => core.digester.stop() } : startWork(core, services, pace, drains)
  opened.defer(() => work.stop())
  const hold = createStoreHold(isMoving, work, core.spool)
  const quotas = createQuotaBook()
  opened.defer(await startSharing(core, services, quotas))
  const departure = createDeparture()
  const http = await listenHttp(config, {
    ingest: composeIngest(core, services, pace, quotas),
    api: { fetch: refuseChanges(composeApi(core, services, webDir, departure.hasBegun).fetch, hold) },
    departure,
    onClientError: createClientErrorHandler(services.intakeCounter),
  })
  opened.defer(() => http.close(CLOSE_PATIENCE_MS))
  opened.defer(() => services.hub.close())
  // While the own project can still receive reports.
  opened.defer(() => services.flushReports())
  services.listensAt(http.url)
  operations = composeOperations(core, services, drains, hold)
  const firstRun = dutiesOf(role).web ? await prepareFirstRun(services.commandDeps) : undefined
  for (const warning of roleWarnings(config)) log.warn(warning)
  const running = opened.move()
  return {
    url: http.url,
    firstRunLink: firstRun === undefined ? undefined : `${services.publicUrl()}/setup#token=${firstRun}`,
    died: new Promise((resolve) => {
      core.digester.onDeath(resolve)
      core.telemetryThread.onDeath(resolve)
    }),
    log: services.logOf('process'),
    async stop() {
      control.stopping()
      // Where there may be other nodes, a proxy can turn to them.
      if (config.database !== undefined) await departure.begin()
      await running.disposeAsync()
    },
  }
}

async function openStores(config: Config, folder: DataFolder, log: Log): Promise<Core> {
  try {
    await requireStores(config.dataDir, config)
    await tightenFolder(config.dataDir, log)
    const core = await openCore(config, folder, log)
    await noteStores(config.dataDir, config, config.role === 'web' ? WITHOUT_SPOOL : undefined)
    return core
  } catch (error) {
    throw withRemedy(config.dataDir, error)
  }
}

/** What changes the stores of itself. Stopped, it has finished what it had begun. */
function startWork(core: Core, services: Services, pace: Pace, drains: SpoolDrains): ServerWork {
  const stopDigesting = startDigesting(core, services, pace)
  const jobs = startJobs(core, services)
  const alerting = services.alerting.start(services.logOf('alerts'), services.lease, services.metrics.jobs)
  const stopAll = async () => {
    await alerting.stop()
    await jobs.stop()
    await drains.stop()
    await core.digester.stop()
    await stopDigesting()
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stopAll()) }
}

/** Before the first request: what other nodes took counts from the beginning. Answers what ends it. */
async function startSharing(core: Core, { logOf }: Services, quotas: QuotaBook) {
  const { config, records } = core
  if (config.database === undefined || !dutiesOf(config.role).intake) return async () => {}
  const settled = shareSettled(core, logOf('alerts'))
  const sharing = await shareQuotas(quotas, records, logOf('quotas'))
  return async () => void (await Promise.all([settled.stop(), sharing.stop()]))
}

/** Between spool and stores. Answers what ends it. */
function startDigesting(core: Core, services: Services, pace: Pace): () => Promise<void> {
  const { config, digester, spool } = core
  const duties = dutiesOf(config.role)
  if (duties.intake) controlFloods(digester, spool, pace)
  if (duties.intake && !duties.digest) return leaveDigesting(core, services)
  if (duties.digest) feedDigester(core, services)
  return async () => {}
}

/** Another process digests what this one accepts. */
function leaveDigesting({ spool, records, telemetry }: Core, { metrics, logOf }: Services) {
  spool.onCommit(() => metrics.digest.committed())
  const trimming = trimByStores({
    spool,
    records,
    telemetry,
    stored: (position) => metrics.digest.digestedElsewhere(position, spool.status().committed),
    log: logOf('spool'),
  })
  return () => trimming.stop()
}

function feedDigester({ digester, spool }: Core, { metrics, hub, lease, logOf }: Services): void {
  const log = logOf('digester')
  digester.onDigested(({ position, projects, counts, ...batch }) => {
    metrics.digest.digested({ ...batch, position }, spool.status().committed)
    for (const count of counts) metrics.intake.itemsCounted(count)
    spool.trim(position).catch((error: unknown) => log.error('the spool could not be trimmed', { error }))
    publishDigested(hub, { projects })
  })
  spool.onCommit(() => metrics.digest.committed())
  spool.onCommit(throttleLatest(COMMIT_NEWS_MS, (position) => digester.committed(position)))
  digester.committed(spool.status().committed)
  lease.watch((isHeld) => digester.readKeptItems(isHeld))
}

function publishDigested(hub: Services['hub'], { projects }: Pick<Digested, 'projects'>): void {
  for (const { projectId, events, issueIds, created } of projects)
    hub.publish({ type: 'digest', projectId, events, issueIds: [...issueIds], created: [...created] })
}

function controlFloods(digester: Core['digester'], spool: Core['spool'], pace: Pace): void {
  const decide = createFloodControl()
  let isLimited = false
  const limit = (bytesPerSecond: number) => {
    isLimited = bytesPerSecond !== Number.POSITIVE_INFINITY
    pace.limitAccepted(bytesPerSecond)
  }
  const load = () => {
    const { first, committed, limitBytes } = spool.status()
    return { digested: first, accepted: committed, limitBytes }
  }
  spool.onCommit(() => {
    if (!isLimited && isFilling(load())) limit(LIMITS.flood.leastBytesPerSecond)
  })
  digester.yieldToSenders(
    () => spool.waitedMs(),
    (pressure, elapsedMs) => {
      const decision = decide({ pressure, ...load() }, elapsedMs)
      limit(decision.acceptedBytesPerSecond)
      return decision.shouldYield
    },
  )
}

function composeOperations(core: Core, services: Services, drains: SpoolDrains, hold: StoreHold): Operations {
  const { config, records, telemetry, spool, symbolicator } = core
  const maps = { telemetry, artifacts: records.artifacts, symbolicator }
  const operations = createOperations({
    ...services.commandDeps,
    publicUrl: () => services.publicUrl(),
    knownUrl: () => services.publicUrl(),
    dsnOf,
    loadSamples: (project, scenario) => services.samples.load(project, scenario),
    projectsChanged: () => core.projectsChanged(),
    selfReport: config.selfReport,
    showOwnPages: () => services.ownProject.showOwnPages(),
    examine: () =>
      examineInstallation(config, {
        records,
        telemetry,
        spool: config.role === 'web' ? undefined : () => spool.status(),
        latestMaps: (projectId) => readLatestMaps(maps, projectId, Date.now()),
      }),
    releaseMaps: (projectId, release) => readReleaseMaps(maps, projectId, release, Date.now()),
    drainSpool: (dir) => drains.drain(dir),
    spoolStatus: async () => spool.status(),
    copyStores: createStoreCopier({ dataDir: config.dataDir, folder: core.folder, telemetry, spool }),
    holdStores: () => hold.begin(),
  })
  return refuseOperations(operations, hold)
}

function startJobs(core: Core, services: Services) {
  const { records, telemetry, symbolicator, grouping } = core
  const { intakeCounter, uploads, moves, hub, lease, metrics, logOf } = services
  const readable = createReadableEvents()
  const log = logOf('jobs')
  const schedule = (...jobs: readonly Job[]) =>
    startScheduler({ jobs, clock: systemClock, log, observe: metrics.jobs.jobRan })
  const flush = flushIntakeJob({ drain: () => intakeCounter.drain(), intake: records.intake })
  const monotonic = () => performance.now()
  const changed = (projectId: string, issueIds: readonly string[]) =>
    hub.publish({ type: 'issues', projectId, issueIds: [...issueIds] })
  const lateMaps = lateMapsJob({
    records,
    telemetry,
    symbolicator,
    grouper: createGrouper(grouping),
    readable,
    changed,
    now: Date.now,
    log,
  })
  const lives = {
    records,
    telemetry,
    changed: (issues: Parameters<typeof announceIssues>[1]) => announceIssues(hub, issues),
    now: Date.now,
  }
  const scheduler = schedule(
    // What this node counted, and what it was sent: no other node knows of it.
    flush,
    tidyUploadsJob(uploads),
    ...[
      retentionJob({
        records,
        telemetry,
        expireBodies: async (before) => expireBlobs(core.folder, before),
        now: Date.now,
        monotonic,
        log,
      }),
      fillRollupsJob({ records, telemetry, log }),
      learnRoutesJob({ records, telemetry, changed: () => core.projectsChanged(), now: Date.now, log }),
      lateMaps,
      joinLateSidesJob({ records, telemetry, changed, now: Date.now, log }),
      issueMovesJob(moves),
      wakeIssuesJob(lives),
      escalateIssuesJob(lives),
    ].map((job) => onOneNode(lease, job)),
  )
  // By itself: it waits for other people's servers.
  const fetching = schedule(onOneNode(lease, composeFetchMaps(core, services, readable)))
  // By itself: after an upgrade it may have months to do. Of what is in the data folder of this node.
  const compacting = schedule(compactionJob({ telemetry, clock: systemClock }))
  return {
    async stop() {
      await Promise.all([fetching.stop(), compacting.stop(), scheduler.stop()])
      await flush.run(AbortSignal.abort())
    },
  }
}
