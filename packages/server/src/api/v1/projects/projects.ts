import type { ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import {
  createKey,
  createProject,
  getProject,
  listProjects,
  updateKey,
  updateProject,
} from '@hindcast/contract/projects/projects.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Principal } from '#accounts/principal.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { ApiDeps } from '#api/deps.ts'
import { lastIs } from '#api/http/last-is.ts'
import { chosenOrganization, organizationOf } from '#api/http/organizations.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiProjectDetail, toApiProjectKey, toApiProjectSummary } from './to-api-project.ts'

export function serveProjects(
  serve: Serve,
  { access, commands, queries, ownProject, publicUrl }: ApiDeps,
): void {
  const detail = async (principal: Principal, project: Project, scope: Scope): Promise<ProjectDetail> => {
    const [organization, keys] = await Promise.all([
      organizationOf(access, principal, project, scope),
      queries.keys(project),
    ])
    return toApiProjectDetail(project, organization, ownProject.id, keys, publicUrl())
  }

  serve(listProjects, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'project:read')
    const lists = await Promise.all(
      organizations.map(async (organization) => {
        const projects = await access.projects(principal, organization.slug, 'project:read')
        return projects.map((project) => toApiProjectSummary(project, organization, ownProject.id))
      }),
    )
    return { projects: lastIs(ownProject.id, lists.flat()) }
  })

  serve(createProject, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'project:write')
    const { project } = await commands.createProject(actorOf(principal), organization, {
      name: body.name,
      platform: body.platform ?? undefined,
    })
    return detail(principal, project, 'project:write')
  })

  serve(getProject, async ({ principal, params }) => {
    const project = await access.project(principal, undefined, params.project, 'project:read')
    return detail(principal, project, 'project:read')
  })

  serve(updateProject, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    const changed = await commands.updateProject(
      actorOf(principal),
      project,
      present({ name: body.name, settings: body.settings && present(body.settings) }),
    )
    return detail(principal, changed, 'project:write')
  })

  serve(createKey, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    return toApiProjectKey(await commands.createKey(actorOf(principal), project, body.label), publicUrl())
  })

  serve(updateKey, async ({ principal, params, body }) => {
    const project = await access.project(principal, undefined, params.project, 'project:write')
    return toApiProjectKey(
      await commands.updateKey(actorOf(principal), project, params.key, present(body)),
      publicUrl(),
    )
  })
}
