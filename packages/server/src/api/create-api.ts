import { Hono } from 'hono'
import { isForPeople, neededScope, type Access as EndpointAccess } from '@hindcast/contract/endpoint.ts'
import { authenticated } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { createLanguageOf } from '#api/http/account-language.ts'
import { sendAsset } from '#api/http/assets.ts'
import { limitBody } from '#api/http/body-limit.ts'
import { pagePolicy } from '#api/http/content-security-policy.ts'
import { refuseForgery } from '#api/http/csrf.ts'
import type { ApiDeps } from './deps.ts'
import { DOCS_PAGE, docsFile } from '#api/docs/docs-page.ts'
import { serveHealth } from './health.ts'
import { openApiDocument, type OpenApiDocument } from '#api/docs/openapi.ts'
import { servePages } from './pages.ts'
import { observeAnswers, UNOBSERVED } from '#api/http/observe.ts'
import { createErrorHandler } from '#api/http/problem.ts'
import { securityHeaders } from '#api/http/security-headers.ts'
import { serveSentryAbsent } from '#api/sentry/absent.ts'
import { serveSentryAlerts } from '#api/sentry/alerts.ts'
import { serveSentryArtifacts } from '#api/sentry/releases/artifacts.ts'
import { serveSentryDeploys } from '#api/sentry/releases/deploys.ts'
import { serveSentryEvents } from '#api/sentry/events.ts'
import { serveSentryCheckSearch } from '#api/sentry/explore/check-search.ts'
import { serveSentryExplore } from '#api/sentry/explore/explore.ts'
import { serveSentryIssueActivity } from '#api/sentry/issue-activity.ts'
import { serveSentryIssues } from '#api/sentry/issues.ts'
import { serveSentryIssueParts } from '#api/sentry/issue-parts.ts'
import { serveSentryIssueChanges } from '#api/sentry/update-issues.ts'
import { serveSentryOrganizations } from '#api/sentry/organizations.ts'
import { serveSentryPeople } from '#api/sentry/people.ts'
import { serveSentryProjectChanges } from '#api/sentry/project-changes.ts'
import { serveSentryProjectParts } from '#api/sentry/project-parts.ts'
import { serveSentryReleaseFiles } from '#api/sentry/releases/release-files.ts'
import { serveSentrySourceMapDebug } from '#api/sentry/source-maps/source-map-debug.ts'
import { serveSentrySessions } from '#api/sentry/stats/sessions.ts'
import { serveSentryStats } from '#api/sentry/stats/stats.ts'
import { serveSentryTraces } from '#api/sentry/traces.ts'
import { serveSentryReleases } from '#api/sentry/releases/releases.ts'
import { createSendJson, type SendJson } from '#api/http/send-json.ts'
import { createServe } from '#api/http/serve.ts'
import { serveAudit } from '#api/v1/people/audit.ts'
import { serveAlerts } from '#api/v1/alerts/alerts.ts'
import { serveChannels } from '#api/v1/alerts/channels.ts'
import { serveDigests } from '#api/v1/events/digests.ts'
import { serveEvents } from '#api/v1/events/events.ts'
import { serveIntake } from '#api/v1/intake/intake.ts'
import { serveInvitations } from '#api/v1/people/invitations.ts'
import { serveIssues } from '#api/v1/issues/issues.ts'
import { serveLive } from '#api/v1/intake/live.ts'
import { serveLookup } from '#api/v1/events/lookup.ts'
import { serveMerging } from '#api/v1/issues/merging.ts'
import { serveOverview } from '#api/v1/overview/overview.ts'
import { servePreferences } from '#api/v1/people/preferences.ts'
import { serveMembers } from '#api/v1/people/members.ts'
import { serveProjects } from '#api/v1/projects/projects.ts'
import { serveReleases } from '#api/v1/releases/releases.ts'
import { serveFeedback } from '#api/v1/feedback/feedback.ts'
import { serveNavigations } from '#api/v1/navigations/navigations.ts'
import { serveRouteStats } from '#api/v1/routes/route-stats.ts'
import { serveRoutes } from '#api/v1/routes/routes.ts'
import { serveRules } from '#api/v1/issues/rules.ts'
import { serveSamples } from '#api/v1/projects/samples.ts'
import { serveSavedViews } from '#api/v1/search/saved-views.ts'
import { serveSearching } from '#api/v1/search/searching.ts'
import { serveSession } from '#api/v1/people/session.ts'
import { serveSetup } from '#api/v1/people/setup.ts'
import { serveShares } from '#api/v1/issues/shares.ts'
import { serveSourceMaps } from '#api/v1/source-maps/source-maps.ts'
import { serveTeams } from '#api/v1/people/teams.ts'
import { serveComments } from '#api/v1/issues/comments.ts'
import { serveTokens } from '#api/v1/people/tokens.ts'
import { serveTraces } from '#api/v1/traces/traces.ts'

const RESOURCES = [
  serveSetup,
  serveSession,
  serveProjects,
  serveIssues,
  serveComments,
  serveMerging,
  serveRules,
  serveMembers,
  serveInvitations,
  serveTeams,
  serveAudit,
  serveEvents,
  serveSearching,
  serveSavedViews,
  serveRoutes,
  serveSourceMaps,
  serveReleases,
  serveRouteStats,
  serveOverview,
  serveNavigations,
  serveFeedback,
  serveIntake,
  serveTokens,
  serveLive,
  serveLookup,
  serveDigests,
  serveTraces,
  servePreferences,
  serveSamples,
  serveAlerts,
  serveChannels,
  serveShares,
  serveSentryOrganizations,
  serveSentryPeople,
  serveSentryIssues,
  serveSentryIssueChanges,
  serveSentryIssueParts,
  serveSentryEvents,
  serveSentryIssueActivity,
  serveSentryExplore,
  serveSentryCheckSearch,
  serveSentrySourceMapDebug,
  serveSentryStats,
  serveSentrySessions,
  serveSentryTraces,
  serveSentryAlerts,
  serveSentryAbsent,
  serveSentryProjectParts,
  serveSentryProjectChanges,
  serveSentryReleases,
  serveSentryDeploys,
  serveSentryArtifacts,
  serveSentryReleaseFiles,
]

const DOCS_POLICY = pagePolicy(DOCS_PAGE)

/** Everything over HTTP but the intake: our interface, Sentry's subset, sign-in, health and the pages. */
export function createApi(deps: ApiDeps): Hono {
  const app = new Hono({ strict: false })
  app.onError(createErrorHandler(deps.log))
  const { observe = UNOBSERVED } = deps
  app.use('*', observeAnswers(observe))
  app.use('*', securityHeaders(deps.publicUrl))
  app.use('/api/*', refuseForgery(deps.publicUrl))
  app.use('/api/*', limitBody())
  app.all('/api/auth/*', (c) => deps.accounts.handler(c.req.raw, deps.clientAddress(c.req.raw, c.env)))

  const admit = createAdmit(deps)
  const sendJson = createSendJson()
  const serve = createServe(app, {
    admit,
    checkAnswers: deps.checkAnswers,
    deadlineMs: deps.deadlineMs ?? LIMITS.questions.deadlineMs,
    sendJson,
    observe,
  })
  for (const serveResource of RESOURCES) serveResource(serve, deps)
  serveDescription(app, deps.publicUrl, (request) => admit(request, 'any'), sendJson)
  serveHealth(app, deps.health)
  app.all('/api/*', () => {
    throw new AppError('not_found', 'Not found.')
  })
  servePages(app, { ...deps, languageOf: createLanguageOf(deps) })
  return app
}

/** The only place that authenticates callers. What they may see is then decided by `access`. */
function createAdmit({ principals, access }: ApiDeps) {
  return async (request: Request, needed: EndpointAccess): Promise<Principal | undefined> => {
    if (needed === 'public') return undefined
    const principal = authenticated(await principals.resolve(request.headers))
    if (isForPeople(needed) && principal.kind !== 'user') {
      throw new AppError('forbidden', 'This needs a signed-in user, not a token.')
    }
    const scope = neededScope(needed)
    if (scope !== undefined) access.requireScope(principal, scope)
    return principal
  }
}

function serveDescription(
  app: Hono,
  publicUrl: () => string,
  admit: (request: Request) => Promise<unknown>,
  sendJson: SendJson,
): void {
  let made: { readonly url: string; readonly document: OpenApiDocument } | undefined
  const document = (): OpenApiDocument => {
    const url = publicUrl()
    if (made?.url !== url) made = { url, document: openApiDocument(url) }
    return made.document
  }
  app.get('/api/v1/openapi.json', async (c) => {
    await admit(c.req.raw)
    return sendJson(c, document())
  })
  app.get('/api/v1/docs', async (c) => {
    await admit(c.req.raw)
    c.header('Content-Security-Policy', DOCS_POLICY)
    return c.html(DOCS_PAGE)
  })
  app.get('/api/v1/docs/:file', async (c) => {
    await admit(c.req.raw)
    const file = await docsFile(c.req.param('file'))
    if (file === undefined) throw new AppError('not_found', 'Not found.')
    return sendAsset(c, file)
  })
}
