import type { ApiDeps } from '#api/deps.ts'
import type { Language } from './languages.ts'
import { preferencesIn } from '#api/v1/people/preferences.ts'

/** The language chosen by the signed-in user; null: the browser's. */
export function createLanguageOf({ accounts, queries }: Pick<ApiDeps, 'accounts' | 'queries'>) {
  return async (headers: Headers): Promise<Language | null> => {
    const session = await accounts.session(headers)
    return session === undefined ? null : preferencesIn(await queries.preferences(session.user.id)).language
  }
}
