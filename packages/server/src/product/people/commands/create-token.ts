import { mintToken } from '#accounts/token.ts'
import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE, type Actor } from '#domain/people/audit.ts'
import { ALL_SCOPES, isScope } from '#domain/people/scope.ts'
import type { ApiToken } from '#stores/records/tokens.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { shortText } from '#product/common/commands/short-text.ts'

/** The secret is in the answer and nowhere else. */
export async function createToken(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: {
    readonly organizationId: string
    readonly name: string
    readonly scopes: readonly string[]
    readonly expiresAt?: number | undefined
  },
  actor: Actor = COMMAND_LINE,
): Promise<{ readonly token: ApiToken; readonly secret: string }> {
  const time = now()
  const name = shortText('The name of a token', input.name)
  const scopes = [...new Set(input.scopes)]
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (scopes.length === 0 || unknown.length > 0) {
    throw new AppError(
      'invalid_input',
      `${unknown.length > 0 ? `Unknown scope ${unknown.join(', ')}.` : 'A token needs a scope.'} ` +
        `There are ${ALL_SCOPES.join(', ')}.`,
    )
  }
  if (input.expiresAt !== undefined && !(input.expiresAt > time)) {
    throw new AppError('invalid_input', 'A token must expire in the future.')
  }
  const { secret, hash } = mintToken()
  const token = await records.tokens.create({
    organizationId: input.organizationId,
    name,
    hash,
    scopes,
    // Made on the machine itself, it is the operator's and outlives every member.
    ownerId: actor.kind === 'user' ? actor.id : undefined,
    expiresAt: input.expiresAt,
    now: time,
  })
  await audit({ records, now }, actor, {
    organizationId: input.organizationId,
    verb: 'created',
    target: { kind: 'token', id: token.id, name },
    after: { name, scopes, expiresAt: input.expiresAt ?? null },
  })
  return { token, secret }
}
