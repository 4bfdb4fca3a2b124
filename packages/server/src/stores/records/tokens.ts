import type { Invitation } from './invitations.ts'

export interface ApiToken {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** Whose membership it depends on; undefined: it was made on the machine itself and belongs to the organization. */
  readonly ownerId: string | undefined
  readonly createdAt: number
  readonly lastUsedAt: number | undefined
  readonly expiresAt: number | undefined
}

/** What a token is worth now depends on its owner. */
export interface FoundToken extends ApiToken {
  /** What the owner is to the token's organization; undefined without an owner, or when they are no member. */
  readonly ownerRole: string | undefined
}

export interface TokenRecords {
  /** Only the hash is stored; the caller shows the secret once. */
  create(input: {
    readonly organizationId: string
    readonly name: string
    readonly hash: string
    readonly scopes: readonly string[]
    readonly ownerId: string | undefined
    readonly expiresAt: number | undefined
    readonly now: number
  }): Promise<ApiToken>
  byHash(hash: string): Promise<FoundToken | undefined>
  list(organizationId: string): Promise<readonly FoundToken[]>
  /** With the open invitations that were made with it; answers those, or undefined where there is no such token. */
  delete(organizationId: string, id: string): Promise<readonly Invitation[] | undefined>
  touch(id: string, now: number): Promise<void>
}
