import type { ApiDeps } from '#api/deps.ts'
import type { Language } from './languages.ts'
import { preferencesIn } from '#api/v1/people/preferences.ts'

/** The language that whoever is signed in has chosen; null: as their browser says. */
export function createLanguageOf({ accounts, queries }: Pick<ApiDeps, 'accounts' | 'queries'>) {
  return async (headers: Headers): Promise<Language | null> => {
    const session = await accounts.session(headers)
    return session === undefined ? null : preferencesIn(await queries.preferences(session.user.id)).language
  }
}
