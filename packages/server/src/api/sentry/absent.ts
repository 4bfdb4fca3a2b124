import * as wire from '@hindcast/contract/sentry/absent.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'

interface InOrganization {
  readonly principal: Principal
  readonly params: { readonly organization: string }
}

/** Empty answers to who may see the organization, the project or the issue that is asked about. */
export function serveSentryAbsent(serve: Serve, { access, queries }: ApiDeps): void {
  const none =
    (scope: Scope) =>
    async ({ principal, params }: InOrganization): Promise<never[]> => {
      await access.organization(principal, params.organization, scope)
      return []
    }
  serve(wire.sentryListDashboards, none('org:read'))
  serve(wire.sentryListUptimeMonitors, none('org:read'))
  serve(wire.sentryListMetricAlerts, none('alerts:read'))
  serve(wire.sentryListCombinedAlerts, none('alerts:read'))
  serve(wire.sentryListConversations, none('event:read'))
  serve(wire.sentryListReplays, async (call) => ({ data: await none('event:read')(call) }))
  serve(wire.sentryCountReplays, async ({ principal, params }) => {
    await access.organization(principal, params.organization, 'event:read')
    return {}
  })

  serve(wire.sentryListExternalIssues, async ({ principal, params }) => {
    await access.issueIn(principal, params.organization, params.issue, 'event:read')
    return []
  })
  serve(wire.sentryGetAutofix, async ({ principal, params }) => {
    await access.issueIn(principal, params.organization, params.issue, 'event:read')
    return { autofix: null }
  })
  serve(wire.sentryStartAutofix, async ({ principal, params }) => {
    await access.issueIn(principal, params.organization, params.issue, 'event:write')
    throw new AppError('not_found', 'Hindcast has no Seer: it does not analyse issues by itself.')
  })

  serve(wire.sentryListAttachments, async ({ principal, params }) => {
    const project = await access.project(principal, params.organization, params.project, 'event:read')
    await queries.projectEvent(project, params.event)
    return []
  })
  serve(wire.sentryGetSourceLink, async ({ principal, params }) => {
    await access.project(principal, params.organization, params.project, 'event:read')
    return { config: null, sourceUrl: null }
  })
}
