import type { Token } from '@hindcast/contract/people/tokens.ts'
import { createToken, listTokens, revokeToken } from '@hindcast/contract/people/tokens.ts'
import { actorOf } from '#accounts/actor.ts'
import { scopesIn, scopesNow } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Person } from '#domain/people/person.ts'
import type { Scope } from '#domain/people/scope.ts'
import type { ApiDeps, ApiTokenView } from '#api/deps.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'
import { chosenOrganization } from '#api/http/organizations.ts'
import type { Serve } from '#api/http/serve.ts'

export function serveTokens(serve: Serve, { access, commands, queries, peopleQueries }: ApiDeps): void {
  const views = async (tokens: readonly Shown[]): Promise<Token[]> => {
    const owners = tokens.flatMap(({ ownerId }) => ownerId ?? [])
    const people = new Map((await peopleQueries.people(owners)).map((person) => [person.id, person]))
    return tokens.map((token) => tokenView(token, people.get(token.ownerId ?? '')))
  }

  serve(listTokens, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'org:write')
    const lists = await Promise.all(organizations.map((organization) => queries.tokens(organization)))
    return { tokens: await views(lists.flat()) }
  })

  serve(createToken, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'org:write')
    refuseMore(body.scopes, scopesIn(principal, organization.id))
    const { token, secret } = await commands.createToken(actorOf(principal), organization, {
      name: body.name,
      scopes: body.scopes,
      expiresAt: body.expiresAt === null ? undefined : Date.parse(body.expiresAt),
    })
    const [view] = await views([{ ...token, ownerRole: principal.roles?.get(organization.id) }])
    return { token: view!, secret }
  })

  serve(revokeToken, async ({ principal, params }) => {
    for (const organization of await access.organizations(principal, 'org:write')) {
      const tokens = await queries.tokens(organization)
      if (!tokens.some(({ id }) => id === params.token)) continue
      await commands.revokeToken(actorOf(principal), organization, params.token)
      return { revoked: params.token }
    }
    throw new AppError('not_found', 'Token not found.')
  })
}

/** With what its owner is to the organization now. */
type Shown = ApiTokenView & { readonly ownerRole: string | undefined }

/** A token is handed on, and then it must not do more than who made it could. */
function refuseMore(asked: readonly Scope[], own: ReadonlySet<Scope>): void {
  const more = asked.filter((scope) => !own.has(scope))
  if (more.length === 0) return
  throw new AppError(
    'forbidden',
    `Your role doesn’t allow ${more.join(', ')}, so your tokens can’t have these scopes.`,
  )
}

function tokenView(token: Shown, owner: Person | undefined): Token {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    allowed: [...(scopesNow(token) ?? [])],
    owner: owner === undefined ? null : { id: owner.id, name: owner.name || owner.email },
    createdAt: iso(token.createdAt),
    lastUsedAt: isoOrNull(token.lastUsedAt),
    expiresAt: isoOrNull(token.expiresAt),
  }
}
