import { sentryListWorkflows } from '@hindcast/contract/sentry/alerts.ts'
import type { Project } from '#domain/projects/project.ts'
import type { ListedAlert } from '#product/alerts/query/alert-queries.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from './link-header.ts'

/** Alerts have no name here, so the sentence that describes one stands for it. */
export function serveSentryAlerts(serve: Serve, { access, alertQueries, publicUrl }: ApiDeps): void {
  serve(sentryListWorkflows, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'alerts:read')
    const projects = await access.projects(principal, params.organization, 'alerts:read')
    const only =
      query.projectSlug === undefined
        ? undefined
        : await access.project(principal, params.organization, query.projectSlug, 'alerts:read')
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    const sought = textIn(query.query)
    return (await alertQueries.alerts(organization))
      .filter(({ alert }) => query.id === undefined || alert.id === query.id)
      .filter(({ sentence }) => sentence.toLowerCase().includes(sought))
      .map((listed) => workflow(listed, projects))
      .filter(({ detectorIds }) => only === undefined || detectorIds.includes(only.id))
  })
}

function workflow({ alert, sentence }: ListedAlert, projects: readonly Project[]) {
  const { projectIds, environments } = alert.for
  return {
    id: alert.id,
    name: sentence,
    enabled: alert.enabled,
    environment: environments.length === 1 ? environments[0]! : null,
    config: { frequency: alert.every },
    detectorIds: projectIds.length === 0 ? projects.map(({ id }) => id) : [...projectIds],
    dateCreated: iso(alert.createdAt),
    dateUpdated: iso(alert.updatedAt),
    lastTriggered: isoOrNull(alert.lastFiredAt),
  }
}

/** Tools ask for a name as `name:"*text*"`. */
function textIn(query: string): string {
  const [, quoted] = /^name:"\*?([^"]*?)\*?"$/.exec(query) ?? []
  return (quoted ?? query).toLowerCase()
}
