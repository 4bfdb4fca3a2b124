import type { Role } from '#domain/people/roles.ts'

export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly role: string
  /** Address it was sent to; undefined: anyone with the link. */
  readonly email: string | undefined
  /** Whose membership and role it depends on; undefined: it was made with a token of the organization. */
  readonly invitedBy: string | undefined
  /** The token that it was made with, and that it ends with. */
  readonly tokenId: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

/**
 * Pending invitations. Used, revoked and expired ones are removed, and so are those that their creator could no
 * longer make.
 */
export interface InvitationRecords {
  /** Only the hash is stored; the caller shows the link once. */
  create(input: {
    readonly organizationId: string
    readonly role: Role
    readonly email: string | undefined
    readonly hash: string
    readonly invitedBy: string | undefined
    readonly tokenId?: string | undefined
    readonly now: number
    readonly expiresAt: number
  }): Promise<Invitation>
  /** Latest first. */
  list(organizationId: string, now: number): Promise<readonly Invitation[]>
  byHash(hash: string, now: number): Promise<Invitation | undefined>
  revoke(organizationId: string, id: string): Promise<boolean>
  /** One transaction: of two concurrent uses of a link one succeeds. An existing member keeps the role. */
  accept(id: string, userId: string, now: number): Promise<boolean>
  /** Removes expired invitations. */
  expire(now: number): Promise<number>
}
