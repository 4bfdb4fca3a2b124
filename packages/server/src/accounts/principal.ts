import { scopesOf, scopesOfAll, scopesOfToken } from '#domain/people/roles.ts'
import { grantedBy, type Scope } from '#domain/people/scope.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { FoundToken } from '#stores/records/tokens.ts'
import type { Accounts } from './accounts.ts'
import { bearerToken, hashToken } from './token.ts'

/** On whose behalf a request is made, and how far that goes. */
export interface Principal {
  readonly kind: 'user' | 'token'
  readonly organizationIds: readonly string[]
  /** Everything it may do anywhere; what it may do in one organization is `scopesIn`. */
  readonly scopes: ReadonlySet<Scope>
  readonly userId?: string
  /** Of a person, by organization. */
  readonly roles?: ReadonlyMap<string, string>
  readonly tokenId?: string
  readonly tokenName?: string
  /** Of a token, whose membership it depends on; undefined: the organization's own. */
  readonly ownerId?: string | undefined
}

export function scopesIn(principal: Principal, organizationId: string): ReadonlySet<Scope> {
  if (!principal.organizationIds.includes(organizationId)) return new Set()
  return principal.roles === undefined
    ? principal.scopes
    : scopesOf(principal.roles.get(organizationId) ?? '')
}

export interface Principals {
  resolve(headers: Headers): Promise<Principal | undefined>
}

/** What a token may do at this moment; undefined where its owner is no member any more, and it is worth nothing. */
export function scopesNow(
  token: Pick<FoundToken, 'scopes' | 'ownerId' | 'ownerRole'>,
): ReadonlySet<Scope> | undefined {
  if (token.ownerId === undefined) return grantedBy(token.scopes)
  return token.ownerRole === undefined ? undefined : scopesOfToken(token.scopes, token.ownerRole)
}

/** "Last used" is for people who tidy up; writing it at every request would be a commit per request. */
const TOUCH_EVERY_MS = 60_000

export function createPrincipals(deps: {
  readonly records: Pick<RecordStore, 'tokens' | 'members'>
  readonly accounts: Pick<Accounts, 'session'>
  readonly now: () => number
}): Principals {
  const { records, accounts, now } = deps

  async function ofToken(secret: string): Promise<Principal | undefined> {
    const token = await records.tokens.byHash(hashToken(secret))
    const time = now()
    if (!token || (token.expiresAt !== undefined && token.expiresAt <= time)) return undefined
    const scopes = scopesNow(token)
    if (scopes === undefined) return undefined
    if (time - (token.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) {
      // A disk that is full must not keep anybody from reading what is there.
      await records.tokens.touch(token.id, time).catch(() => undefined)
    }
    return {
      kind: 'token',
      organizationIds: [token.organizationId],
      scopes,
      tokenId: token.id,
      tokenName: token.name,
      ownerId: token.ownerId,
    }
  }

  async function ofSession(headers: Headers): Promise<Principal | undefined> {
    const session = await accounts.session(headers)
    if (!session) return undefined
    const roles = await records.members.rolesOf(session.user.id)
    return {
      kind: 'user',
      organizationIds: [...roles.keys()],
      scopes: scopesOfAll([...roles.values()]),
      userId: session.user.id,
      roles,
    }
  }

  return {
    async resolve(headers) {
      const bearer = bearerToken(headers)
      // An invalid token must not fall back to a cookie, or the caller would act as another user.
      if (bearer) return bearer.secret === undefined ? undefined : ofToken(bearer.secret)
      return ofSession(headers)
    },
  }
}
