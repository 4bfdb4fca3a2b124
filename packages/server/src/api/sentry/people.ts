import type { InferOutput } from 'valibot'
import {
  sentryGetAuth,
  sentryGetMe,
  sentryListMembers,
  sentryListProjectTeams,
  sentryListTeams,
  type SentryMe,
  type SentryMember,
  type SentryTeam,
} from '@hindcast/contract/sentry/people.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Team } from '#domain/people/team.ts'
import type { PeopleQueries } from '#product/people/query/people.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from './link-header.ts'
import { named } from './list-params.ts'

type Member = Awaited<ReturnType<PeopleQueries['members']>>[number]

/** The nearest of the roles that existing tools know. */
const ROLES: Readonly<Record<string, string>> = { owner: 'owner', admin: 'manager' }

const NOBODY_IS = { isManaged: false, isStaff: false, isSuperuser: false, experiments: {} } as const

/** Of memberships that another system manages, which none is. */
const NO_FLAGS: Record<string, false> = {
  'idp:provisioned': false,
  'idp:role-restricted': false,
  'sso:linked': false,
  'sso:invalid': false,
  'member-limit:restricted': false,
  'partnership:restricted': false,
}

export function serveSentryPeople(
  serve: Serve,
  { access, accounts, peopleQueries, queries, publicUrl }: ApiDeps,
): void {
  async function me(principal: Principal, headers: Headers): Promise<InferOutput<typeof SentryMe>> {
    const { kind, ownerId, tokenId = '', tokenName = '' } = principal
    // It belongs to the organization: a service, known by the name that it was given.
    if (kind === 'token' && ownerId === undefined)
      return { id: tokenId, name: tokenName, username: tokenName, email: '', isActive: true }
    const user =
      kind === 'user'
        ? (await accounts.session(headers))?.user
        : (await queries.members(await access.organizations(principal))).find(({ id }) => id === ownerId)
    if (!user) throw new AppError('not_found', 'The user is gone.')
    const { id, name, email } = user
    return { id, name, username: email, email, isActive: true }
  }
  serve(sentryGetAuth, async ({ principal, request }) => me(principal, request.headers))
  serve(sentryGetMe, async ({ principal, request }) => me(principal, request.headers))

  serve(sentryListMembers, async ({ principal, params, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'member:read')
    const [members, teams] = await Promise.all([
      peopleQueries.members(organization),
      peopleQueries.teams(organization),
    ])
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return members.map((member) => sentryMember(member, teams))
  })

  serve(sentryListTeams, async ({ principal, params, query, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'team:read')
    const [teams, projects] = await Promise.all([
      peopleQueries.teams(organization),
      queries.projects(organization),
    ])
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return named(teams, query.query).map((team) => sentryTeam(team, projects, principal.userId))
  })

  serve(sentryListProjectTeams, async ({ principal, params, request, header }) => {
    const organization = await access.organization(principal, params.organization, 'project:read')
    const project = await access.project(principal, params.organization, params.project, 'project:read')
    const [teams, projects] = await Promise.all([
      peopleQueries.teamsOf(project),
      queries.projects(organization),
    ])
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return teams.map((team) => sentryTeam(team, projects, principal.userId))
  })
}

function sentryMember(member: Member, teams: readonly Team[]): InferOutput<typeof SentryMember> {
  const { userId: id, name, email, twoFactor } = member
  const role = ROLES[member.role] ?? 'member'
  return {
    id,
    email,
    name,
    user: { id, name, username: email, email, isActive: true, has2fa: twoFactor, ...NOBODY_IS },
    role,
    orgRole: role,
    roleName: role[0]!.toUpperCase() + role.slice(1),
    pending: false,
    expired: false,
    inviteStatus: 'approved',
    inviterName: null,
    flags: NO_FLAGS,
    dateCreated: iso(member.joinedAt),
    teams: teams.filter(({ memberIds }) => memberIds.includes(id)).map(({ slug }) => slug),
  }
}

export function sentryTeam(
  team: Team,
  projects: readonly Project[],
  userId: string | undefined,
): InferOutput<typeof SentryTeam> {
  return {
    id: team.id,
    slug: team.slug,
    name: team.name,
    dateCreated: iso(team.createdAt),
    isMember: userId !== undefined && team.memberIds.includes(userId),
    memberCount: team.memberIds.length,
    hasAccess: true,
    isPending: false,
    flags: { 'idp:provisioned': false },
    teamRole: null,
    avatar: { avatarType: 'letter_avatar', avatarUuid: null },
    projects: projects
      .filter(({ id }) => team.projectIds.includes(id))
      .map(({ id, slug, name }) => ({ id, slug, name })),
  }
}
