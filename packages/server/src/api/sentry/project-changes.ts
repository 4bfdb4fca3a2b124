import {
  sentryAddProjectTeam,
  sentryCreateProject,
  sentryCreateTeam,
  sentryRemoveProjectTeam,
  sentryUpdateKey,
  sentryUpdateProject,
} from '@hindcast/contract/sentry/project-changes.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Organization, ProjectKey, Quota } from '#domain/projects/project.ts'
import type { Team } from '#domain/people/team.ts'
import type { ApiDeps } from '#api/deps.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryTeam } from './people.ts'
import { sentryKey } from './project-parts.ts'
import { sentryProject } from './to-sentry-organization.ts'

/** Teams, projects and keys as Sentry’s tools create and change them. */
export function serveSentryProjectChanges(serve: Serve, deps: ApiDeps): void {
  serveTeams(serve, deps)
  serveProjects(serve, deps)
}

function serveTeams(serve: Serve, { access, people, peopleQueries, queries, publicUrl }: ApiDeps): void {
  serve(sentryCreateTeam, async ({ principal, params, body }) => {
    const organization = await access.organization(principal, params.organization, 'team:write')
    const team = await people.createTeam(actorOf(principal), organization, { name: body.name })
    return sentryTeam(team, await queries.projects(organization), principal.userId)
  })

  /** With the project, or without it. */
  async function change(
    principal: Principal,
    params: { readonly organization: string; readonly project: string; readonly team: string },
    isTheirs: boolean,
  ) {
    const organization = await access.organization(principal, params.organization, 'team:write')
    const project = await access.project(principal, params.organization, params.project, 'team:write')
    const team = await teamOf(peopleQueries, organization, params.team)
    const others = team.projectIds.filter((id) => id !== project.id)
    const projectIds = isTheirs ? [...others, project.id] : others
    await people.updateTeam(actorOf(principal), organization, team.id, { projectIds })
    return sentryProject(project, organization, publicUrl())
  }
  serve(sentryAddProjectTeam, async ({ principal, params }) => change(principal, params, true))
  serve(sentryRemoveProjectTeam, async ({ principal, params }) => change(principal, params, false))
}

function serveProjects(serve: Serve, deps: ApiDeps): void {
  const { access, commands, people, peopleQueries, queries, publicUrl } = deps

  serve(sentryCreateProject, async ({ principal, params, body }) => {
    // Both before anything is created: a project that its team is then refused would be left behind.
    await access.organization(principal, params.organization, 'team:write')
    const organization = await access.organization(principal, params.organization, 'project:write')
    const team = await teamOf(peopleQueries, organization, params.team)
    if (body.slug !== undefined)
      throw new AppError('invalid_input', 'slug: can’t be chosen. It is made from the name.')
    const actor = actorOf(principal)
    const { name, platform } = body
    const { project } = await commands.createProject(actor, organization, { name, platform })
    await people.updateTeam(actor, organization, team.id, { projectIds: [...team.projectIds, project.id] })
    return sentryProject(project, organization, publicUrl())
  })

  serve(sentryUpdateProject, async ({ principal, params, body: { slug, ...change } }) => {
    const organization = await access.organization(principal, params.organization, 'project:write')
    const project = await access.project(principal, params.organization, params.project, 'project:write')
    if (slug !== undefined && slug !== project.slug)
      throw new AppError('invalid_input', 'slug: can’t be changed. The short IDs of issues are made from it.')
    const changed = await commands.updateProject(actorOf(principal), project, present(change))
    return sentryProject(changed, organization, publicUrl())
  })

  serve(sentryUpdateKey, async ({ principal, params, body: { name, isActive, rateLimit } }) => {
    const project = await access.project(principal, params.organization, params.project, 'project:write')
    const key = (await queries.keys(project)).find(({ publicKey }) => publicKey === params.key)
    if (!key) throw new AppError('not_found', 'Key not found.')
    const change = { label: name, enabled: isActive, quotas: quotasWith(key, rateLimit) }
    return sentryKey(
      await commands.updateKey(actorOf(principal), project, key.id, present(change)),
      publicUrl(),
    )
  })
}

/** Quotas for other data stay as they are. */
function quotasWith(
  { quotas }: ProjectKey,
  rateLimit: { readonly window: number; readonly count: number } | null | undefined,
): readonly Quota[] | undefined {
  if (rateLimit === undefined) return undefined
  const others = quotas.filter(({ category }) => category !== 'error')
  if (rateLimit === null) return others
  return [...others, { category: 'error', limit: rateLimit.count, windowSeconds: rateLimit.window }]
}

async function teamOf(
  peopleQueries: ApiDeps['peopleQueries'],
  organization: Organization,
  slugOrId: string,
): Promise<Team> {
  const teams = await peopleQueries.teams(organization)
  const team = teams.find(({ id, slug }) => slug === slugOrId || id === slugOrId)
  if (!team) throw new AppError('not_found', 'Team not found.')
  return team
}
