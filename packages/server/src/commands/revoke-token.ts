import { AppError } from '#domain/app-error.ts'
import type { CommandDeps } from './command-deps.ts'

export async function revokeToken(
  { records }: Pick<CommandDeps, 'records'>,
  input: { readonly organizationId: string; readonly tokenId: string },
): Promise<void> {
  const revoked = await records.tokens.delete(input.organizationId, input.tokenId)
  if (!revoked) throw new AppError('not_found', 'There is no such token.')
}
