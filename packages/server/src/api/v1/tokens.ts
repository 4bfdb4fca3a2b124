import type { Token } from '@hindcast/contract/tokens.ts'
import { createToken, listTokens, revokeToken } from '@hindcast/contract/tokens.ts'
import { AppError } from '#domain/app-error.ts'
import type { ApiDeps, ApiTokenView } from '../deps.ts'
import { iso, isoOrNull } from '../iso.ts'
import { chosenOrganization } from '../organizations.ts'
import type { Serve } from '../serve.ts'

export function serveTokens(serve: Serve, { access, commands, queries }: ApiDeps): void {
  serve(listTokens, async ({ principal }) => {
    const organizations = await access.organizations(principal)
    const lists = await Promise.all(organizations.map((organization) => queries.tokens(organization)))
    return { tokens: lists.flat().map(tokenView) }
  })

  serve(createToken, async ({ principal, body }) => {
    const organization = await chosenOrganization(access, principal, body.organization, 'org:read')
    const { token, secret } = await commands.createToken(organization, {
      name: body.name,
      scopes: body.scopes,
      expiresAt: body.expiresAt === null ? undefined : Date.parse(body.expiresAt),
    })
    return { token: tokenView(token), secret }
  })

  serve(revokeToken, async ({ principal, params }) => {
    for (const organization of await access.organizations(principal)) {
      const tokens = await queries.tokens(organization)
      if (!tokens.some(({ id }) => id === params.token)) continue
      await commands.revokeToken(organization, params.token)
      return { revoked: params.token }
    }
    throw new AppError('not_found', 'There is no such token.')
  })
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
