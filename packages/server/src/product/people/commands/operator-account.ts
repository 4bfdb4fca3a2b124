import type { AccountUser } from '#accounts/accounts.ts'
import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE, type Fields } from '#domain/people/audit.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

/** The account that the operator names on the command line. */
export async function accountByEmail(
  { accounts }: Pick<CommandDeps, 'accounts'>,
  email: string,
): Promise<AccountUser> {
  const user = await accounts.findUser(email)
  if (user) return user
  throw new AppError('not_found', `No account has the email address “${email.trim()}”.`)
}

/** Every organization that the person belongs to can read what the operator did to the account. */
export async function auditOperator(
  deps: Pick<CommandDeps, 'records' | 'now'>,
  user: AccountUser,
  changed: { readonly before?: Fields; readonly after: Fields },
): Promise<void> {
  const target = { kind: 'account', id: user.id, name: user.name || user.email } as const
  const organizations = [...(await deps.records.members.rolesOf(user.id)).keys()]
  await audit(
    deps,
    COMMAND_LINE,
    ...organizations.map((organizationId) =>
      Object.assign({ organizationId, verb: 'changed' as const, target }, changed),
    ),
  )
}
