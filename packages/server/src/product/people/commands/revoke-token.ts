import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE, type Actor } from '#domain/people/audit.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { endedInvitations } from './ended.ts'

export async function revokeToken(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  { organizationId, tokenId }: { readonly organizationId: string; readonly tokenId: string },
  actor: Actor = COMMAND_LINE,
): Promise<void> {
  const token = (await records.tokens.list(organizationId)).find(({ id }) => id === tokenId)
  const ended = await records.tokens.delete(organizationId, tokenId)
  if (!token || !ended) throw new AppError('not_found', 'Token not found.')
  await audit(
    { records, now },
    actor,
    {
      organizationId,
      verb: 'revoked',
      target: { kind: 'token', id: tokenId, name: token.name },
      before: { name: token.name, scopes: token.scopes },
    },
    ...endedInvitations(ended, undefined),
  )
}
