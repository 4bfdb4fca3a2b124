import type { AccountChange } from '#accounts/accounts.ts'
import type { Fields } from '#domain/people/audit.ts'
import { audit } from '#product/common/commands/audit.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

const FIELDS: Readonly<Record<AccountChange, { readonly before?: Fields; readonly after: Fields }>> = {
  password_changed: { after: { passwordChanged: true } },
  password_reset: { after: { passwordReset: true, sessionsEnded: true } },
  second_step_on: { before: { secondStep: false }, after: { secondStep: true } },
  second_step_off: { before: { secondStep: true }, after: { secondStep: false } },
  recovery_codes_made: { after: { recoveryCodesMade: true } },
  passkey_added: { after: { passkeyAdded: true } },
  passkey_renamed: { after: { passkeyRenamed: true } },
  passkey_removed: { after: { passkeyRemoved: true } },
  sessions_ended: { after: { sessionsEnded: true } },
}

/** A user changed a sign-in method; it is logged in each of their organizations. */
export async function auditAccountChange(
  deps: Pick<CommandDeps, 'records' | 'now'>,
  userId: string,
  change: AccountChange,
): Promise<void> {
  const { records } = deps
  const [person] = await records.people.byIds([userId])
  for (const organizationId of (await records.members.rolesOf(userId)).keys()) {
    await audit(
      deps,
      { kind: 'user', id: userId },
      {
        organizationId,
        verb: 'changed',
        target: { kind: 'account', id: userId, name: person?.name ?? '' },
        ...FIELDS[change],
      },
    )
  }
}
