import type { SecondStepReset } from '#accounts/accounts.ts'
import { AppError } from '#domain/app-error.ts'
import { COMMAND_LINE } from '#domain/audit.ts'
import { audit } from './audit.ts'
import type { CommandDeps } from './command-deps.ts'

/** For somebody who lost phone and recovery codes. Every organization they belong to can read that it was done. */
export async function resetSecondStep(
  deps: CommandDeps,
  email: string,
): Promise<SecondStepReset & { readonly email: string }> {
  const { records, accounts } = deps
  const user = await accounts.findUser(email)
  if (!user) {
    throw new AppError('not_found', `Nobody in this data folder has the e-mail address “${email.trim()}”.`)
  }
  const reset = await accounts.resetSecondStep(user.id)
  const organizations = [...(await records.members.rolesOf(user.id)).keys()]
  await audit(
    deps,
    COMMAND_LINE,
    ...organizations.map((organizationId) => ({
      organizationId,
      verb: 'changed' as const,
      target: { kind: 'account' as const, id: user.id, name: user.name || user.email },
      before: {
        secondStep: reset.secondStepWasOn,
        passkeys: reset.passkeysRemoved,
        sessions: reset.sessionsEnded,
      },
      after: { secondStep: false, passkeys: 0, sessions: 0 },
    })),
  )
  return { email: user.email, ...reset }
}
