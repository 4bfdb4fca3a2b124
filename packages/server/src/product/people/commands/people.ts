import type { Actor } from '#domain/people/audit.ts'
import type { Organization } from '#domain/projects/project.ts'
import type { Role } from '#domain/people/roles.ts'
import type { Team } from '#domain/people/team.ts'
import type { Invitation } from '#stores/records/invitations.ts'
import {
  acceptInvitation,
  invite,
  openInvitation,
  revokeInvitation,
  type InvitationDeps,
  type Invited,
  type Joining,
} from './invitations.ts'
import { changeRole, removeMember, type Handler } from './members.ts'
import { createTeam, deleteTeam, updateTeam, type TeamChange } from './teams.ts'

/** Commands that change memberships. Access is checked before; the rank of roles is checked here. */
export interface PeopleCommands {
  changeRole(handler: Handler, organization: Organization, userId: string, role: Role): Promise<void>
  /** Returns the number of issues that became unassigned. */
  removeMember(handler: Handler, organization: Organization, userId: string): Promise<number>
  invite(
    handler: Handler,
    organization: Organization,
    input: { readonly role: Role; readonly email: string | undefined },
  ): Promise<Invited>
  revokeInvitation(handler: Handler, organization: Organization, id: string): Promise<void>
  openInvitation(secret: string): Promise<Invitation>
  acceptInvitation(joining: Joining): Promise<{ readonly userId: string; readonly organizationId: string }>
  createTeam(
    actor: Actor,
    organization: Organization,
    input: TeamChange & { readonly name: string },
  ): Promise<Team>
  updateTeam(actor: Actor, organization: Organization, teamId: string, change: TeamChange): Promise<Team>
  deleteTeam(actor: Actor, organization: Organization, teamId: string): Promise<void>
  /** Whether invitations can be sent as e-mail. */
  sendsMail(): boolean
}

export function createPeopleCommands(deps: InvitationDeps): PeopleCommands {
  return {
    changeRole: (...change) => changeRole(deps, ...change),
    removeMember: (...member) => removeMember(deps, ...member),
    invite: (...invitation) => invite(deps, ...invitation),
    revokeInvitation: (...invitation) => revokeInvitation(deps, ...invitation),
    openInvitation: (secret) => openInvitation(deps, secret),
    acceptInvitation: (joining) => acceptInvitation(deps, joining),
    createTeam: (...team) => createTeam(deps, ...team),
    updateTeam: (...team) => updateTeam(deps, ...team),
    deleteTeam: (...team) => deleteTeam(deps, ...team),
    sendsMail: () => deps.mailer !== undefined,
  }
}
