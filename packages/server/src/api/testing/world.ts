import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUICK_HASH } from '#accounts/testing/quick-hash.ts'
import { createUploads } from '#product/source-maps/uploads/uploads.ts'
import { createAccess } from '#accounts/access.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import { createPrincipals } from '#accounts/principal.ts'
import { auditAccountChange } from '#product/people/commands/account-change.ts'
import { prepareFirstRun } from '#product/projects/commands/first-run.ts'
import { createPeopleCommands } from '#product/people/commands/people.ts'
import type { MergeDeps } from '#product/issues/commands/merge-issues.ts'
import { createMoveOutbox } from '#product/issues/commands/move-outbox.ts'
import { createLocalGrouping } from '#app/threads/grouping.ts'
import { createRuleTrial } from '#app/threads/rule-trial.ts'
import type { Log } from '#domain/log.ts'
import { silentLog } from '#domain/testing.ts'
import { describeParts } from '#product/issues/query/fingerprints.ts'
import { createOverviewQueries } from '#product/overview/query/overview.ts'
import { createPeopleQueries } from '#product/people/query/people.ts'
import { createQueries } from '#product/queries.ts'
import { createReleaseHealthQueries } from '#product/releases/query/release-health.ts'
import { createFeedbackQueries } from '#product/feedback/query/feedback.ts'
import { createNavigationQueries } from '#product/navigations/query/navigations.ts'
import { renamedTelemetry } from '#product/routes/query/renamed-telemetry.ts'
import { createRouteRenames } from '#product/routes/query/route-renames.ts'
import { createRouteStatsQueries } from '#product/routes/query/route-stats.ts'
import { createRouteQueries } from '#product/routes/query/routes.ts'
import { createReleaseQueries } from '#product/releases/query/releases.ts'
import { createTraceQueries } from '#product/traces/query/trace-queries.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { createSymbolicator } from '#symbols/symbolicator.ts'
import { announceIssues } from '#api/live/announce-issues.ts'
import { bindCommands } from '#api/bind-commands.ts'
import { createApi } from '#api/create-api.ts'
import type { ApiDeps } from '#api/deps.ts'
import { createLiveHub, type LiveHub } from '#api/live/live-hub.ts'
import { createAlertingDeps } from './alerting.ts'
import { createTenancy, ORIGIN } from './tenancy.ts'
import { createFeedbackWriter, createSessionWriter, createSpanWriter, createWriter } from './writer.ts'

export const NOW = Date.UTC(2026, 10, 15, 12, 30)

export type World = Awaited<ReturnType<typeof openWorld>>

/** The whole interface over real stores in a folder of its own. The clock stands still, but for alerts and share links. */
export async function openWorld(
  overrides: Partial<ApiDeps> = {},
  alertingClock = now,
  { readerThreads = false } = {},
) {
  const seen = { failures: [] as unknown[], loaded: [] as string[], projectChanges: 0 }
  const log: Log = { ...silentLog, error: (_, fields) => void seen.failures.push(fields?.['error']) }
  const stores = await openStores(log, readerThreads)
  const { records, telemetry, accounts, blobs } = stores
  const symbolicator = createSymbolicator({ artifacts: records.artifacts, blobs })
  const hub = createLiveHub()
  const renames = createRouteRenames({ records, telemetry, now })
  const reading = { records, telemetry: renamedTelemetry(telemetry, renames), renames, symbolicator, now }
  const { alertFailures, ...alerts } = createAlertingDeps(records, telemetry, alertingClock)
  const deps: ApiDeps = {
    accounts,
    principals: createPrincipals({ records, accounts, now }),
    access: createAccess(records),
    ...queriesOver(reading, () => alerts.alerting.sendsMail()),
    uploads: stores.uploads,
    commands: commandsOver(stores, log, hub, () => void (seen.projectChanges += 1)),
    people: createPeopleCommands({ records, accounts, now, mailer: undefined, publicUrl: () => ORIGIN }),
    peopleQueries: createPeopleQueries(records, now),
    ...alerts,
    hub,
    accessVersion: () => records.accessVersion(),
    health: HEALTH,
    samples: samplesInto(seen.loaded),
    ownProject: { id: undefined, reportTo: () => null, tracesTo: () => null },
    webDir: undefined,
    publicUrl: () => ORIGIN,
    clientAddress: () => '127.0.0.1',
    checkAnswers: true,
    now,
    log,
    ...overrides,
  }
  const app = createApi(deps)
  return {
    app,
    deps,
    alertFailures,
    telemetry,
    records,
    blobs,
    seen,
    store: createWriter(records, telemetry, now),
    storeFeedback: createFeedbackWriter(telemetry),
    storeSpans: createSpanWriter(telemetry),
    storeSessions: createSessionWriter(records, telemetry),
    ...createTenancy({ records, accounts, app, now }),
    firstRunToken: () => prepareFirstRun({ records }),
    close: stores.close,
  }
}

type Reading = Parameters<typeof createReleaseHealthQueries>[0] &
  Pick<Parameters<typeof createRouteStatsQueries>[0], 'renames'> &
  Pick<Awaited<ReturnType<typeof openStores>>, 'records'>

function queriesOver(reading: Reading, sendsMail: () => boolean) {
  const ruleTrial = createRuleTrial(reading.symbolicator, createLocalGrouping(), now)
  const queries = createQueries({ ...reading, ruleTrial })
  const releaseHealth = createReleaseHealthQueries(reading)
  const routeStats = createRouteStatsQueries(reading)
  return {
    queries,
    releases: createReleaseQueries(reading.records),
    releaseHealth,
    routeStats,
    overview: createOverviewQueries({ ...reading, queries, releaseHealth, routeStats, sendsMail }),
    navigations: createNavigationQueries(reading),
    routes: createRouteQueries(reading),
    traces: createTraceQueries(reading),
    feedback: createFeedbackQueries(reading),
  }
}

const HEALTH: ApiDeps['health'] = {
  ready: async () => ({ ok: true, checks: [{ name: 'spool', ok: true, detail: '' }] }),
  metrics: () => [{ name: 'hindcast_up', help: 'Up.', type: 'gauge', samples: [{ value: 1 }] }],
}

function samplesInto(loaded: string[]): ApiDeps['samples'] {
  return {
    scenarios: () => [{ name: 'small', summary: 'A handful of errors' }],
    load: async (project, scenario) => {
      loaded.push(`${project.id} ${scenario}`)
      return { events: 3 }
    },
  }
}

function now(): number {
  return NOW
}

function commandsOver(
  { records, telemetry, accounts }: Awaited<ReturnType<typeof openStores>>,
  log: Log,
  hub: LiveHub,
  projectsChanged: () => void,
) {
  const moves = createMoveOutbox({ records, telemetry, changed() {}, log })
  const describe: MergeDeps['describe'] = (...parts) => describeParts(telemetry, ...parts, now())
  return bindCommands(
    { records, accounts, now },
    { records, telemetry, moves, describe, now },
    { projectsChanged, issuesChanged: (issues) => announceIssues(hub, issues) },
  )
}

async function openStores(log: Log, readerThreads: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-api-'))
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log, readerThreads })
  const telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now, log })
  const blobs = await openFileBlobStore(join(folder, 'blobs'))
  const accounts = createAccounts({
    passwordHash: QUICK_HASH,
    database: records.accounts,
    secret: 'a secret of more than thirty-two characters',
    addresses: () => ({ publicUrl: undefined, listeningUrl: ORIGIN }),
    now,
    log,
    onChange: (userId, change) => auditAccountChange({ records, now }, userId, change),
  })
  const uploads = createUploads({
    chunks: await openFileChunkStore({ dir: join(folder, 'uploads'), now }),
    blobs,
    records,
    onStored() {},
    now,
    log,
  })
  async function close(): Promise<void> {
    await telemetry.close()
    await records.close()
    await rm(folder, { recursive: true })
  }
  return { records, telemetry, accounts, blobs, uploads, close }
}
