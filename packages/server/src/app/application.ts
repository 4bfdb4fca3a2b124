import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Hono } from 'hono'
import { createAccess } from '#accounts/access.ts'
import { createPrincipals } from '#accounts/principal.ts'
import { announceIssues } from '#api/live/announce-issues.ts'
import { bindCommands } from '#api/bind-commands.ts'
import { createApi } from '#api/create-api.ts'
import { createHealthOnly } from '#api/health-only.ts'
import type { Health } from '#api/health.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { createIngest, type Ingest } from '#ingest/http/create-ingest.ts'
import { refuseAll } from '#ingest/http/refuse-all.ts'
import type { Pace } from '#ingest/quota/pace.ts'
import type { QuotaBook } from '#ingest/quota/quota.ts'
import { releaseMemoryAfter } from '#app/process/give-back.ts'
import { ensureWebBuild } from '#app/process/web-build.ts'
import { describeParts } from '#product/issues/query/fingerprints.ts'
import { readHealth, type HealthCheck } from '#product/intake/query/health.ts'
import { createOverviewQueries } from '#product/overview/query/overview.ts'
import { createPeopleQueries } from '#product/people/query/people.ts'
import { createQueries } from '#product/queries.ts'
import { createRouteQueries } from '#product/routes/query/routes.ts'
import { createReleaseHealthQueries } from '#product/releases/query/release-health.ts'
import { createFeedbackQueries } from '#product/feedback/query/feedback.ts'
import { createNavigationQueries } from '#product/navigations/query/navigations.ts'
import { renamedTelemetry } from '#product/routes/query/renamed-telemetry.ts'
import { createRouteRenames } from '#product/routes/query/route-renames.ts'
import { createRouteStatsQueries } from '#product/routes/query/route-stats.ts'
import { createReleaseQueries } from '#product/releases/query/releases.ts'
import { createTraceQueries } from '#product/traces/query/trace-queries.ts'
import { createClientAddress } from '#app/http/client-address.ts'
import { dutiesOf, type Role } from '#app/roles/role.ts'
import type { Core } from './core.ts'
import { createRuleTrial } from '#app/threads/rule-trial.ts'
import type { Services } from './services.ts'
import { createRequestLog } from '#app/http/request-log.ts'

/** An installed package has its pages built; where the server runs from its sources, they are built from theirs. */
const BUILT_PAGES = resolve(import.meta.dirname, '../../pages')
const REPOSITORY = resolve(import.meta.dirname, '../../../..')

export function composeIngest(
  { config, spool, keys }: Core,
  { intakeCounter, metrics, hub, logOf }: Services,
  pace: Pace,
  quotas: QuotaBook,
): Ingest {
  if (!dutiesOf(config.role).intake) return refuseAll(takesNoEvents(config.role))
  const showInRequestLog = createRequestLog(hub, Date.now)
  return createIngest({
    spool,
    keys: keys.directory,
    count: intakeCounter,
    now: Date.now,
    log: logOf('ingest'),
    pace,
    quotas,
    released: releaseMemoryAfter(LIMITS.bodies.collectAfterBytes),
    observe(request) {
      metrics.intake.requestAnswered(request)
      showInRequestLog(request)
    },
  })
}

/** Before anything is opened: a build that fails must leave nothing behind that would have to be closed. */
export async function buildPages(log: Log, role: Role): Promise<string | undefined> {
  if (!dutiesOf(role).web) return undefined
  return existsSync(BUILT_PAGES) ? BUILT_PAGES : ensureWebBuild({ root: REPOSITORY, log })
}

export function composeApi(
  core: Core,
  services: Services,
  webDir: string | undefined,
  isStopping: () => boolean,
): Hono {
  const { config, records, telemetry } = core
  const { accounts, commandDeps, hub, samples, ownProject } = services
  const log = services.logOf('api')
  const health = composeHealth(core, services, isStopping)
  if (webDir === undefined) return createHealthOnly(health, hasNoPages(config.role), log)
  return createApi({
    accounts,
    principals: createPrincipals({ records, accounts, now: Date.now }),
    access: createAccess(records),
    ...composeQueries(core, services),
    uploads: services.uploads,
    commands: bindCommands(
      commandDeps,
      {
        records,
        telemetry,
        moves: services.moves,
        describe: (...parts) => describeParts(telemetry, ...parts, Date.now()),
        now: Date.now,
      },
      {
        projectsChanged: () => core.projectsChanged(),
        issuesChanged: (issues) => announceIssues(hub, issues),
      },
    ),
    people: services.people,
    peopleQueries: createPeopleQueries(records, Date.now),
    alerting: services.alerting.commands,
    alertQueries: services.alerting.queries,
    hub,
    accessVersion: () => records.accessVersion(),
    health,
    observe: services.metrics.questions.observe,
    samples,
    ownProject: {
      id: ownProject.id,
      reportTo: () => ownProject.destination()?.dsn ?? null,
      tracesTo: () => ownProject.traces()?.dsn ?? null,
    },
    webDir,
    publicUrl: () => services.publicUrl(),
    clientAddress: createClientAddress(config.trustProxy, (peer) => services.proxy.seen(peer)),
    checkAnswers: false,
    now: Date.now,
    log,
  })
}

function composeQueries({ records, telemetry, symbolicator, grouping }: Core, { alerting }: Services) {
  const renames = createRouteRenames({ records, telemetry, now: Date.now })
  const reading = {
    records,
    telemetry: renamedTelemetry(telemetry, renames),
    renames,
    symbolicator,
    now: Date.now,
  }
  const ruleTrial = createRuleTrial(symbolicator, grouping, Date.now)
  const queries = createQueries({ ...reading, ruleTrial })
  const releaseHealth = createReleaseHealthQueries(reading)
  const routeStats = createRouteStatsQueries(reading)
  const sendsMail = () => alerting.commands.sendsMail()
  return {
    queries,
    releases: createReleaseQueries(records),
    releaseHealth,
    routeStats,
    navigations: createNavigationQueries(reading),
    routes: createRouteQueries(reading),
    traces: createTraceQueries(reading),
    feedback: createFeedbackQueries(reading),
    overview: createOverviewQueries({ ...reading, queries, releaseHealth, routeStats, sendsMail }),
  }
}

/** What a process cannot do without. One that takes events goes on without the stores. */
const NEEDED: Readonly<Record<Role, ReadonlyArray<'spool' | 'records' | 'telemetry'>>> = {
  all: ['spool', 'records', 'telemetry'],
  intake: ['spool'],
  digest: ['records', 'telemetry'],
  web: ['records', 'telemetry'],
}

const takesNoEvents = (role: Role) =>
  `this process has the role ${role} and takes no events; send them to one with the role intake or all`

const hasNoPages = (role: Role) =>
  `This process has the role ${role}, without pages and API. Ask one with the role web or all.`

const STOPPING: HealthCheck = {
  name: 'process',
  run: () => {
    throw new Error('it is stopping; send to another node')
  },
}

function composeHealth(core: Core, { metrics, hub, alerting }: Services, isStopping: () => boolean): Health {
  const { config, spool, records, telemetry, digester } = core
  const checks: Record<'spool' | 'records' | 'telemetry', HealthCheck> = {
    spool: {
      name: 'spool',
      run: () => {
        const refusal = spool.refusal()
        if (refusal !== undefined) throw refusal
      },
    },
    records: { name: 'records', run: async () => void (await records.check()) },
    telemetry: { name: 'telemetry', run: async () => void (await telemetry.watermark(spool.id)) },
  }
  return {
    ready: () =>
      readHealth([...NEEDED[config.role].map((name) => checks[name]), ...(isStopping() ? [STOPPING] : [])]),
    metrics: () =>
      metrics.snapshot({
        dataDir: config.dataDir,
        spool: spool.status(),
        liveReaders: hub.readers(),
        pendingDeliveries: () => alerting.pendingDeliveries(),
        digesterCpuSeconds: () => digester.cpuSeconds(),
      }),
  }
}
