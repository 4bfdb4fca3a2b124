import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AccountDatabase } from '#stores/records/records.ts'

interface Tables {
  used_codes: { user_id: string; code_hash: string; until: number }
}

/** A code is accepted in its own half minute, the one before and the one after. */
const REMEMBERED_MS = 5 * 60_000

/** True for the first use of this code for this account; of concurrent uses only one gets true. */
export async function claimCode(
  { db }: Pick<AccountDatabase, 'db'>,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> {
  return (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await transaction.deleteFrom('used_codes').where('until', '<=', now).execute()
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('used_codes')
      .values({ user_id: userId, code_hash: hashOf(userId, code), until: now + REMEMBERED_MS })
      .onConflict((conflict) => conflict.columns(['user_id', 'code_hash']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  })
}

/** A code that turned out to be wrong was not used: it may become right in the next half minute. */
export async function releaseCode(
  { db }: Pick<AccountDatabase, 'db'>,
  userId: string,
  code: string,
): Promise<void> {
  await (db as Kysely<Tables>)
    .deleteFrom('used_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .execute()
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('hex')
}
