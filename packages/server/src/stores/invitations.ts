import type { Role } from '#domain/roles.ts'

export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly role: string
  /** Whom it was sent to; undefined: whoever has the link. */
  readonly email: string | undefined
  readonly invitedBy: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

/** Invitations that nobody accepted yet. Used, revoked and expired ones are gone. */
export interface InvitationRecords {
  /** Only the hash is stored; the caller shows the link once. */
  create(input: {
    readonly organizationId: string
    readonly role: Role
    readonly email: string | undefined
    readonly hash: string
    readonly invitedBy: string | undefined
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
