import type { Accounts } from '#accounts/accounts.ts'
import { createAccounts } from '#accounts/better-auth.ts'
import { readSecret } from '#accounts/secret.ts'
import { auditAccountChange } from '#product/people/commands/account-change.ts'
import { mailResetLink } from '#product/people/commands/reset-password.ts'
import type { Config } from './config.ts'
import type { Log } from '#domain/log.ts'
import type { Mailer } from '#domain/mail.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface ResetMail {
  readonly mailer: Mailer
  readonly publicUrl: () => string
}

/** `listeningUrl` is asked at every request: with port 0 it is known late, and in commands never. */
export async function openAccounts(
  config: Config,
  records: RecordStore,
  listeningUrl: () => string | undefined,
  log: Log,
  mail?: ResetMail,
): Promise<Accounts> {
  const accounts: Accounts = createAccounts({
    database: records.accounts,
    secret: await readSecret(config.dataDir, config.secret),
    addresses: () => ({ publicUrl: config.publicUrl, listeningUrl: listeningUrl() }),
    now: Date.now,
    attempts: config.database === undefined ? undefined : records.attempts,
    log,
    onChange: (userId, change) => auditAccountChange({ records, now: Date.now }, userId, change),
    sendResetLink: mail && ((email) => mailResetLink({ accounts, ...mail }, email)),
  })
  return accounts
}
