import { AppError } from '#domain/app-error.ts'
import type { Actor, Fields } from '#domain/people/audit.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { Team } from '#domain/people/team.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { shortText } from '#product/common/commands/short-text.ts'

type TeamDeps = Pick<CommandDeps, 'records' | 'now'>

const TEAMS_AT_MOST = 500

export interface TeamChange {
  readonly name?: string | undefined
  readonly memberIds?: readonly string[] | undefined
  readonly projectIds?: readonly string[] | undefined
}

export async function createTeam(
  deps: TeamDeps,
  actor: Actor,
  { id: organizationId }: Organization,
  input: TeamChange & { readonly name: string },
): Promise<Team> {
  const name = shortText('The name of a team', input.name)
  const { teams } = deps.records
  if ((await teams.list(organizationId)).length >= TEAMS_AT_MOST) {
    throw new AppError('conflict', `You already have ${TEAMS_AT_MOST} teams, which is the limit.`)
  }
  const created = await teams.create({ organizationId, name, now: deps.now() })
  const team = await fill(deps, created, input)
  await audit(deps, actor, {
    organizationId,
    verb: 'created',
    target: targetOf(team),
    after: await described(deps, team),
  })
  return team
}

/** A team whose members or projects are refused must not be left behind empty. */
async function fill({ records }: TeamDeps, team: Team, { memberIds, projectIds }: TeamChange): Promise<Team> {
  try {
    return await records.teams.change(team.organizationId, team.id, { memberIds, projectIds })
  } catch (error) {
    await records.teams.delete(team.organizationId, team.id)
    throw error
  }
}

export async function updateTeam(
  deps: TeamDeps,
  actor: Actor,
  organization: Organization,
  teamId: string,
  change: TeamChange,
): Promise<Team> {
  const before = await existing(deps, organization, teamId)
  const name = change.name === undefined ? undefined : shortText('The name of a team', change.name)
  const after = await deps.records.teams.change(organization.id, teamId, { ...change, name })
  await audit(deps, actor, {
    organizationId: organization.id,
    verb: 'changed',
    target: targetOf(after),
    before: await described(deps, before),
    after: await described(deps, after),
  })
  return after
}

export async function deleteTeam(
  deps: TeamDeps,
  actor: Actor,
  organization: Organization,
  teamId: string,
): Promise<void> {
  const team = await existing(deps, organization, teamId)
  const before = await described(deps, team)
  await deps.records.teams.delete(organization.id, teamId)
  await audit(deps, actor, {
    organizationId: organization.id,
    verb: 'deleted',
    target: targetOf(team),
    before,
  })
}

async function existing({ records }: TeamDeps, { id }: Organization, teamId: string): Promise<Team> {
  const team = (await records.teams.list(id)).find((candidate) => candidate.id === teamId)
  if (!team) throw new AppError('not_found', 'Team not found.')
  return team
}

/** With names, because an ID is meaningless in the log after the member left. */
async function described({ records }: TeamDeps, team: Team): Promise<Fields> {
  const people = await records.people.byIds(team.memberIds)
  const projects = await records.projects.list(team.organizationId)
  return {
    name: team.name,
    members: people.map(({ name, email }) => name || email).sort(),
    projects: projects.filter(({ id }) => team.projectIds.includes(id)).map(({ slug }) => slug),
  }
}

function targetOf({ id, name }: Team) {
  return { kind: 'team', id, name } as const
}
