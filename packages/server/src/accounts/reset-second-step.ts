import type { Kysely } from 'kysely'
import type { AccountDatabase } from '#stores/records/records.ts'
import type { SecondStepReset } from './accounts.ts'

/** The account library's tables, as far as they decide who gets in without a password or has to show more than it. */
interface Tables {
  auth_user: { id: string; twoFactorEnabled: unknown }
  auth_two_factor: { userId: string }
  auth_passkey: { userId: string }
  auth_session: { userId: string }
  auth_verification: { value: string }
}

/** One transaction: a partial reset would lock the user out. */
export async function resetSecondStep(
  { db }: Pick<AccountDatabase, 'db'>,
  userId: string,
): Promise<SecondStepReset> {
  return (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('auth_user')
      .select('twoFactorEnabled')
      .where('id', '=', userId)
      .executeTakeFirst()
    // As it was before it was ever switched on: a boolean is written differently on each database, this is not.
    await transaction
      .updateTable('auth_user')
      .set({ twoFactorEnabled: null })
      .where('id', '=', userId)
      .execute()
    // A sign-in that waits for its code, and a browser that need not show one when it is switched on again.
    await transaction.deleteFrom('auth_verification').where('value', '=', userId).execute()
    await transaction.deleteFrom('auth_two_factor').where('userId', '=', userId).execute()
    const removed = async (table: 'auth_passkey' | 'auth_session') => {
      const { numDeletedRows } = await transaction
        .deleteFrom(table)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return Number(numDeletedRows)
    }
    return {
      secondStepWasOn: Boolean(user?.twoFactorEnabled),
      passkeysRemoved: await removed('auth_passkey'),
      sessionsEnded: await removed('auth_session'),
    }
  })
}
