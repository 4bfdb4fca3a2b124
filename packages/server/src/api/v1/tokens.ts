import type { Token } from '@hindcast/contract/tokens.ts'
import { createToken, listTokens, revokeToken } from '@hindcast/contract/tokens.ts'
import { actorOf } from '#accounts/actor.ts'
import { scopesIn } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Scope } from '#domain/scope.ts'
import type { ApiDeps, ApiTokenView } from '../deps.ts'
import { iso, isoOrNull } from '../iso.ts'
import { chosenOrganization } from '../organizations.ts'
import type { Serve } from '../serve.ts'

export function serveTokens(serve: Serve, { access, commands, queries }: ApiDeps): void {
  serve(listTokens, async ({ principal }) => {
    const organizations = await access.organizations(principal, 'org:write')
    const lists = await Promise.all(organizations.map((organization) => queries.tokens(organization)))
    return { tokens: lists.flat().map(tokenView) }
  })

  serve(createToken, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'org:write')
    refuseMore(body.scopes, scopesIn(principal, organization.id))
    const { token, secret } = await commands.createToken(actorOf(principal), organization, {
      name: body.name,
      scopes: body.scopes,
      expiresAt: body.expiresAt === null ? undefined : Date.parse(body.expiresAt),
    })
    return { token: tokenView(token), secret }
  })

  serve(revokeToken, async ({ principal, params }) => {
    for (const organization of await access.organizations(principal, 'org:write')) {
      const tokens = await queries.tokens(organization)
      if (!tokens.some(({ id }) => id === params.token)) continue
      await commands.revokeToken(actorOf(principal), organization, params.token)
      return { revoked: params.token }
    }
    throw new AppError('not_found', 'There is no such token.')
  })
}

/** A token is handed on, and then it must not do more than who made it could. */
function refuseMore(asked: readonly Scope[], own: ReadonlySet<Scope>): void {
  const more = asked.filter((scope) => !own.has(scope))
  if (more.length === 0) return
  throw new AppError('forbidden', `Your role does not allow ${more.join(', ')}, so no token of yours can.`)
}

function tokenView(token: ApiTokenView): Token {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    createdAt: iso(token.createdAt),
    lastUsedAt: isoOrNull(token.lastUsedAt),
    expiresAt: isoOrNull(token.expiresAt),
  }
}
