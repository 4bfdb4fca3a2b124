import type { Accounts } from '#accounts/accounts.ts'
import { MailRefused, type Mailer } from '#domain/mail.ts'
import { resetPath } from '#domain/people/password-reset.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { accountByEmail, auditOperator } from './operator-account.ts'
import { passwordResetMail } from './password-reset-mail.ts'

export interface ResetMailDeps {
  readonly accounts: Pick<Accounts, 'findUser' | 'openPasswordReset'>
  readonly mailer: Mailer
  readonly publicUrl: () => string
}

/** Does nothing for an unknown address, and does not reveal that. */
export async function mailResetLink(
  { accounts, mailer, publicUrl }: ResetMailDeps,
  email: string,
): Promise<void> {
  const user = await accounts.findUser(email)
  if (!user) return
  const { token } = await accounts.openPasswordReset(user.id)
  const mail = passwordResetMail({ email: user.email, link: `${publicUrl()}${resetPath(token)}` })
  try {
    await mailer.send({ to: user.email, ...mail })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    // A mail server may repeat what it refused, and this message is logged.
    throw new MailRefused(error.message.replaceAll(token, '[hidden]'), error.isTemporary)
  }
}

export interface ResetLink {
  readonly email: string
  readonly path: string
  readonly expiresAt: number
}

/** For the operator. Logged in every organization of the user. */
export async function makeResetLink(deps: CommandDeps, email: string): Promise<ResetLink> {
  const user = await accountByEmail(deps, email)
  const { token, expiresAt } = await deps.accounts.openPasswordReset(user.id)
  await auditOperator(deps, user, { after: { passwordLinkMade: true } })
  return { email: user.email, path: resetPath(token), expiresAt }
}
