import { Hono } from 'hono'
import { isForPeople, neededScope, type Access as EndpointAccess } from '@hindcast/contract/endpoint.ts'
import { authenticated } from '#accounts/access.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { createLanguageOf } from './account-language.ts'
import { limitBody } from './body-limit.ts'
import { pagePolicy } from './content-security-policy.ts'
import { refuseForgery } from './csrf.ts'
import type { ApiDeps } from './deps.ts'
import { docsPage } from './docs-page.ts'
import { serveHealth } from './health.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import { servePages } from './pages.ts'
import { createErrorHandler } from './problem.ts'
import { securityHeaders } from './security-headers.ts'
import { serveSentryArtifacts } from './sentry/artifacts.ts'
import { serveSentryDeploys } from './sentry/deploys.ts'
import { serveSentryEvents } from './sentry/events.ts'
import { serveSentryIssues } from './sentry/issues.ts'
import { serveSentryIssueChanges } from './sentry/update-issues.ts'
import { serveSentryOrganizations } from './sentry/organizations.ts'
import { serveSentryPeople } from './sentry/people.ts'
import { serveSentryReleaseFiles } from './sentry/release-files.ts'
import { serveSentryReleases } from './sentry/releases.ts'
import { createServe } from './serve.ts'
import { serveAudit } from './v1/audit.ts'
import { serveAlerts } from './v1/alerts.ts'
import { serveChannels } from './v1/channels.ts'
import { serveEvents } from './v1/events.ts'
import { serveIntake } from './v1/intake.ts'
import { serveInvitations } from './v1/invitations.ts'
import { serveIssues } from './v1/issues.ts'
import { serveLive } from './v1/live.ts'
import { serveLookup } from './v1/lookup.ts'
import { serveMerging } from './v1/merging.ts'
import { servePreferences } from './v1/preferences.ts'
import { serveMembers } from './v1/members.ts'
import { serveProjects } from './v1/projects.ts'
import { serveReleases } from './v1/releases.ts'
import { serveRules } from './v1/rules.ts'
import { serveSamples } from './v1/samples.ts'
import { serveSavedViews } from './v1/saved-views.ts'
import { serveSearching } from './v1/searching.ts'
import { serveSession } from './v1/session.ts'
import { serveSetup } from './v1/setup.ts'
import { serveShares } from './v1/shares.ts'
import { serveSourceMaps } from './v1/source-maps.ts'
import { serveTeams } from './v1/teams.ts'
import { serveTalk } from './v1/talk.ts'
import { serveTokens } from './v1/tokens.ts'

const RESOURCES = [
  serveSetup,
  serveSession,
  serveProjects,
  serveIssues,
  serveTalk,
  serveMerging,
  serveRules,
  serveMembers,
  serveInvitations,
  serveTeams,
  serveAudit,
  serveEvents,
  serveSearching,
  serveSavedViews,
  serveSourceMaps,
  serveReleases,
  serveIntake,
  serveTokens,
  serveLive,
  serveLookup,
  servePreferences,
  serveSamples,
  serveAlerts,
  serveChannels,
  serveShares,
  serveSentryOrganizations,
  serveSentryPeople,
  serveSentryIssues,
  serveSentryIssueChanges,
  serveSentryEvents,
  serveSentryReleases,
  serveSentryDeploys,
  serveSentryArtifacts,
  serveSentryReleaseFiles,
]

/** Everything over HTTP but the intake: our interface, Sentry's subset, sign-in, health and the pages. */
export function createApi(deps: ApiDeps): Hono {
  const app = new Hono({ strict: false })
  app.onError(createErrorHandler(deps.log))
  app.use('*', securityHeaders(deps.publicUrl))
  app.use('/api/*', refuseForgery(deps.publicUrl))
  app.use('/api/*', limitBody())
  app.all('/api/auth/*', (c) => deps.accounts.handler(c.req.raw, deps.clientAddress(c.req.raw, c.env)))

  const admit = createAdmit(deps)
  const serve = createServe(app, {
    admit,
    checkAnswers: deps.checkAnswers,
    deadlineMs: deps.deadlineMs ?? LIMITS.questions.deadlineMs,
  })
  for (const serveResource of RESOURCES) serveResource(serve, deps)
  serveDescription(app, deps.publicUrl, (request) => admit(request, 'any'))
  serveHealth(app, deps.health)
  app.all('/api/*', () => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  servePages(app, { ...deps, languageOf: createLanguageOf(deps) })
  return app
}

/** The only place that lets somebody in. What exactly they may see is then up to `access`. */
function createAdmit({ principals, access }: ApiDeps) {
  return async (request: Request, needed: EndpointAccess): Promise<Principal | undefined> => {
    if (needed === 'public') return undefined
    const principal = authenticated(await principals.resolve(request.headers))
    if (isForPeople(needed) && principal.kind !== 'user') {
      throw new AppError('forbidden', 'This needs a person who is signed in; a token cannot do it.')
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
): void {
  let made: { readonly url: string; readonly document: OpenApiDocument } | undefined
  const document = (): OpenApiDocument => {
    const url = publicUrl()
    if (made?.url !== url) made = { url, document: openApiDocument(url) }
    return made.document
  }
  app.get('/api/v1/openapi.json', async (c) => {
    await admit(c.req.raw)
    return c.json(document())
  })
  app.get('/api/v1/docs', async (c) => {
    await admit(c.req.raw)
    const html = docsPage(document())
    c.header('Content-Security-Policy', pagePolicy(html))
    return c.html(html)
  })
}
