import type { Role } from '#domain/people/roles.ts'

export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly role: string
  /** Whom it was sent to; undefined: whoever has the link. */
  readonly email: string | undefined
  /** Whose membership and role it depends on; undefined: it was made with a token of the organization. */
  readonly invitedBy: string | undefined
  /** The token that it was made with, and that it ends with. */
  readonly tokenId: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

/**
 * Invitations that nobody accepted yet. Used, revoked and expired ones are gone, and so is one that whoever made it
 * could not make now.
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
  /** One transaction: of two who use a link at the same time one becomes a member. Who is one already keeps their role. */
  accept(id: string, userId: string, now: number): Promise<boolean>
  /** Removes what nobody accepted in time. */
  expire(now: number): Promise<number>
}
