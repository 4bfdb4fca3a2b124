import type { Kysely } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { AccountDatabase } from '#stores/records/records.ts'
import type { PasswordReset } from './accounts.ts'
import { mintSecret } from './token.ts'

/** As the account library names them: it looks for this when a new password is set. Stored as a hash (authOptions). */
const idOf = (token: string) => `reset-password:${token}`

/** The part of the account library that keeps what is valid for a while. */
export interface Verifications {
  createVerificationValue(entry: { identifier: string; value: string; expiresAt: Date }): Promise<unknown>
  findVerificationValue(
    identifier: string,
  ): Promise<{ readonly value: string; readonly expiresAt: Date } | null>
}

/** The library takes the token away when it sets the password: of two who use it at once one is refused. */
export async function openPasswordReset(
  verifications: Verifications,
  userId: string,
  now: number,
): Promise<PasswordReset> {
  const { secret: token } = mintSecret()
  const expiresAt = now + LIMITS.passwordReset.linkMs
  await verifications.createVerificationValue({
    identifier: idOf(token),
    value: userId,
    expiresAt: new Date(expiresAt),
  })
  return { token, expiresAt }
}

/** Whose password a token sets, without using it up; undefined where it sets none any more. */
export async function userOfReset(
  verifications: Verifications,
  token: string,
  now: number,
): Promise<string | undefined> {
  const found = await verifications.findVerificationValue(idOf(token))
  return found !== null && found.expiresAt.getTime() > now ? found.value : undefined
}

interface Tables {
  auth_verification: { value: string }
  auth_session: { userId: string }
}

/** Links to a new password and sign-ins that wait for their code: both were begun with the password of before. */
export async function endOpenLinks({ db }: Pick<AccountDatabase, 'db'>, userId: string): Promise<void> {
  await (db as Kysely<Tables>).deleteFrom('auth_verification').where('value', '=', userId).execute()
}

/** One transaction, before anything that can fail, so that sessions opened with the old password always end. */
export async function endEverything({ db }: Pick<AccountDatabase, 'db'>, userId: string): Promise<void> {
  await (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await transaction.deleteFrom('auth_verification').where('value', '=', userId).execute()
    await transaction.deleteFrom('auth_session').where('userId', '=', userId).execute()
  })
}
