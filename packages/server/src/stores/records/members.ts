import type { Role } from '#domain/people/roles.ts'
import type { Invitation } from './invitations.ts'
import type { ApiToken } from './tokens.ts'

export interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string
  /** Text that a later version may have written. */
  readonly role: string
  readonly joinedAt: number
  /** Whether a second step is asked for after the password. */
  readonly twoFactor: boolean
}

export interface Removed {
  /** Number of issues that became unassigned. */
  readonly unassigned: number
  readonly tokens: readonly ApiToken[]
  readonly invitations: readonly Invitation[]
}

/** Memberships with roles. */
export interface MemberRecords {
  /** By organization, oldest first. Asked at every request of a person. */
  rolesOf(userId: string): Promise<ReadonlyMap<string, string>>
  /** By name. */
  list(organizationId: string): Promise<readonly Member[]>
  find(organizationId: string, userId: string): Promise<Member | undefined>
  /**
   * `conflict` where no owner would be left, `not_found` for who is no member. Ends the open invitations that they
   * could not make in the new role, and answers them.
   */
  changeRole(organizationId: string, userId: string, role: Role): Promise<readonly Invitation[]>
  /**
   * One transaction: the membership, the places in teams, the issues that were theirs, their sessions, and the tokens
   * and open invitations that they made. The account stays, so that what they did keeps its name.
   */
  remove(organizationId: string, userId: string): Promise<Removed>
}
