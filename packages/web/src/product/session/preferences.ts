import { DEFAULT_PREFERENCES } from '@hindcast/contract/people/default-preferences.ts'
import type { Preferences } from '@hindcast/contract/people/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import { preferencesQuery } from './session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'

export function currentPreferences(): Preferences {
  return queryClient.getQueryData(preferencesQuery.queryKey) ?? DEFAULT_PREFERENCES
}

export function usePreferences(): Preferences {
  return useQuery(preferencesQuery).data ?? DEFAULT_PREFERENCES
}

/** Applies at once, then saves; a rejected change is reverted. Returns whether it was saved. */
export async function choose(change: Partial<Preferences>): Promise<boolean> {
  const before = currentPreferences()
  queryClient.setQueryData(preferencesQuery.queryKey, { ...before, ...change })
  try {
    queryClient.setQueryData(
      preferencesQuery.queryKey,
      await api('PATCH /api/v1/preferences', { body: change }),
    )
    return true
  } catch {
    queryClient.setQueryData(preferencesQuery.queryKey, before)
    return false
  }
}

const THEME = 'hindcast:theme'

/** Kept in the browser as well, because the first paint cannot wait for the server. */
export function applyTheme(theme: Preferences['theme']): void {
  const root = document.documentElement
  if (theme === null) {
    delete root.dataset['theme']
    localStorage.removeItem(THEME)
  } else {
    root.dataset['theme'] = theme
    localStorage.setItem(THEME, theme)
  }
}
