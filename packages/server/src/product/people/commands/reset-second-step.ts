import type { SecondStepReset } from '#accounts/accounts.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { accountByEmail, auditOperator } from './operator-account.ts'

/** For a user who lost phone and recovery codes. Logged in every organization of the user. */
export async function resetSecondStep(
  deps: CommandDeps,
  email: string,
): Promise<SecondStepReset & { readonly email: string }> {
  const user = await accountByEmail(deps, email)
  const reset = await deps.accounts.resetSecondStep(user.id)
  await auditOperator(deps, user, {
    before: {
      secondStep: reset.secondStepWasOn,
      passkeys: reset.passkeysRemoved,
      sessions: reset.sessionsEnded,
    },
    after: { secondStep: false, passkeys: 0, sessions: 0 },
  })
  return { email: user.email, ...reset }
}
