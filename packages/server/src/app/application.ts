import { resolve } from 'node:path'
import type { Hono } from 'hono'
import { createAccess } from '#accounts/access.ts'
import { createPrincipals } from '#accounts/principal.ts'
import { announceIssues } from '#api/live/announce-issues.ts'
import { bindCommands } from '#api/bind-commands.ts'
import { createApi } from '#api/create-api.ts'
import type { Health } from '#api/health.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { createIngest, type Ingest } from '#ingest/http/create-ingest.ts'
import type { Pace } from '#ingest/quota/pace.ts'
import { releaseMemoryAfter } from '#app/process/give-back.ts'
import { ensureWebBuild } from '#app/process/web-build.ts'
import { describeParts } from '#product/issues/query/fingerprints.ts'
import { readHealth } from '#product/intake/query/health.ts'
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
import type { Core } from './core.ts'
import { createRuleTrial } from '#app/threads/rule-trial.ts'
import type { Services } from './services.ts'
import { createRequestLog } from '#app/http/request-log.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../../..')

export function composeIngest(
  { spool, keys }: Core,
  { intakeCounter, counters, hub, logOf }: Services,
  pace: Pace,
): Ingest {
  const showInRequestLog = createRequestLog(hub, Date.now)
  return createIngest({
    spool,
    keys: keys.directory,
    count: intakeCounter,
    now: Date.now,
    log: logOf('ingest'),
    pace,
    released: releaseMemoryAfter(LIMITS.bodies.collectAfterBytes),
    observe(request) {
      counters.requestAnswered(request)
      showInRequestLog(request)
    },
  })
}

/** Before anything is opened: a build that fails must leave nothing behind that would have to be closed. */
export function buildPages(log: Log): Promise<string> {
  return ensureWebBuild({ root: REPOSITORY, log })
}

export function composeApi(core: Core, services: Services, webDir: string): Hono {
  const { config, records, telemetry } = core
  const { accounts, commandDeps, hub, samples, ownProject } = services
  const log = services.logOf('api')
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
    health: composeHealth(core, services),
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

function composeHealth({ spool, records, telemetry }: Core, { counters, hub }: Services): Health {
  const checks = [
    {
      name: 'spool',
      run: () => {
        const refusal = spool.refusal()
        if (refusal !== undefined) throw refusal
      },
    },
    { name: 'records', run: async () => void (await records.check()) },
    { name: 'telemetry', run: async () => void (await telemetry.watermark(spool.id)) },
  ]
  return {
    ready: () => readHealth(checks),
    metrics: () => counters.snapshot(spool.status(), hub.readers()),
  }
}
