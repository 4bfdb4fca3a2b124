import {
  sentryGetOrganization,
  sentryGetProject,
  sentryInfo,
  sentryListOrganizations,
  sentryListProjects,
} from '@hindcast/contract/sentry/organizations.ts'
import type { ApiDeps } from '#api/deps.ts'
import { lastIs } from '#api/http/last-is.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from './link-header.ts'
import { named } from './list-params.ts'
import { sentryOrganization, sentryProject } from './to-sentry-organization.ts'

export function serveSentryOrganizations(
  serve: Serve,
  { accounts, access, ownProject, publicUrl }: ApiDeps,
): void {
  serve(sentryInfo, async ({ principal, request }) => {
    const session = principal.kind === 'user' ? await accounts.session(request.headers) : undefined
    return {
      version: '0' as const,
      auth: { scopes: [...principal.scopes] },
      user: session === undefined ? null : { ...session.user },
    }
  })

  serve(sentryListOrganizations, async ({ principal, query, request, header }) => {
    const organizations = named(await access.organizations(principal), query.query)
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return organizations.map((organization) => sentryOrganization(organization, publicUrl()))
  })

  serve(sentryGetOrganization, async ({ principal, params }) =>
    sentryOrganization(await access.organization(principal, params.organization), publicUrl()),
  )

  serve(sentryListProjects, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'project:read')
    const all = await access.projects(principal, params.organization, 'project:read')
    const projects = named(all, query.query)
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return lastIs(ownProject.id, projects).map((project) => sentryProject(project, organization, publicUrl()))
  })

  serve(sentryGetProject, async ({ principal, params }) => {
    const organization = await access.organization(principal, params.organization, 'project:read')
    const project = await access.project(principal, params.organization, params.project, 'project:read')
    return sentryProject(project, organization, publicUrl())
  })
}
