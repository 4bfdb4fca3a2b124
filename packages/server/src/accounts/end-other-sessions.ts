import type { Kysely } from 'kysely'
import type { AccountDatabase } from '#stores/records/records.ts'

interface Tables {
  auth_session: { userId: string; token: string }
  auth_verification: { value: string; identifier: string }
}

/** Every session but the one of these cookies, and every browser that need not show a code. */
export async function endOtherSessions(
  { db }: Pick<AccountDatabase, 'db'>,
  userId: string,
  cookies: readonly string[],
): Promise<void> {
  const kept = cookies.map(sessionTokenIn).find((token) => token !== undefined) ?? ''
  await (db as Kysely<Tables>).transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('auth_session')
      .where('userId', '=', userId)
      .where('token', '!=', kept)
      .execute()
    await transaction
      .deleteFrom('auth_verification')
      .where('value', '=', userId)
      .where('identifier', 'like', 'trust-device-%')
      .execute()
  })
}

/** The cookie is the token and a signature. */
function sessionTokenIn(cookies: string): string | undefined {
  const value = /(?:^|[;\s])(?:__Secure-)?hindcast\.session_token=([^;\s]+)/.exec(cookies)?.[1]
  if (value === undefined) return undefined
  const text = decodeURIComponent(value)
  return text.slice(0, text.lastIndexOf('.'))
}
