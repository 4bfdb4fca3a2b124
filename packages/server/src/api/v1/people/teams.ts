import type { Team as WireTeam } from '@hindcast/contract/people/teams.ts'
import { createTeam, deleteTeam, listTeams, updateTeam } from '@hindcast/contract/people/teams.ts'
import { actorOf } from '#accounts/actor.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { Team } from '#domain/people/team.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'
import { person } from '#api/v1/issues/to-api-lifecycle.ts'

export function serveTeams(serve: Serve, { access, people, peopleQueries, queries }: ApiDeps): void {
  const views = async (organization: Organization, teams: readonly Team[]): Promise<WireTeam[]> => {
    const [members, projects] = await Promise.all([
      peopleQueries.people([...new Set(teams.flatMap(({ memberIds }) => memberIds))]),
      queries.projects(organization),
    ])
    return teams.map((team) => ({
      id: team.id,
      slug: team.slug,
      name: team.name,
      createdAt: iso(team.createdAt),
      members: members.filter(({ id }) => team.memberIds.includes(id)).map(person),
      projects: projects
        .filter(({ id }) => team.projectIds.includes(id))
        .map(({ id, slug, name }) => ({ id, slug, name })),
    }))
  }
  const view = async (organization: Organization, team: Team): Promise<WireTeam> =>
    (await views(organization, [team]))[0]!

  serve(listTeams, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'team:read')
    const lists = await Promise.all(
      organizations.map(async (each) => views(each, await peopleQueries.teams(each))),
    )
    return { teams: lists.flat() }
  })

  serve(createTeam, async ({ principal, body }) => {
    const { organization: slug, ...input } = body
    const organization = await chosenOrganization(access, principal, slug, 'team:write')
    return view(organization, await people.createTeam(actorOf(principal), organization, input))
  })

  serve(updateTeam, async ({ principal, params, query, body }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'team:write')
    const team = await people.updateTeam(actorOf(principal), organization, params.team, body)
    return view(organization, team)
  })

  serve(deleteTeam, async ({ principal, params, query }) => {
    const organization = await chosenOrganization(access, principal, query.organization, 'team:write')
    await people.deleteTeam(actorOf(principal), organization, params.team)
    return { deleted: params.team }
  })
}
