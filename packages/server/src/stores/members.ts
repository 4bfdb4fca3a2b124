import type { Role } from '#domain/roles.ts'

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

/** Who belongs to which organization, and as what. */
export interface MemberRecords {
  /** By organization, oldest first. Asked at every request of a person. */
  rolesOf(userId: string): Promise<ReadonlyMap<string, string>>
  /** By name. */
  list(organizationId: string): Promise<readonly Member[]>
  find(organizationId: string, userId: string): Promise<Member | undefined>
  /** `conflict` where no owner would be left, `not_found` for who is no member. */
  changeRole(organizationId: string, userId: string, role: Role): Promise<void>
  /**
   * One transaction: the membership, the places in teams, the issues that were theirs and their sessions. The account
   * stays, so that what they did keeps its name. Answers how many issues nobody has now.
   */
  remove(organizationId: string, userId: string): Promise<number>
}
