import type { Preferences } from '@hindcast/contract/preferences.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { preferencesQuery } from './first-queries.ts'
import { queryClient } from './query-client.ts'

/** The same as the server's, for the moment before it has answered. */
const FIRST: Preferences = {
  language: null,
  theme: null,
  density: 'default',
  stack: 'app',
  stackNewestFirst: true,
  singleKeys: true,
  lastProject: null,
}

export function currentPreferences(): Preferences {
  return queryClient.getQueryData(preferencesQuery.queryKey) ?? FIRST
}

export function usePreferences(): Preferences {
  return useQuery(preferencesQuery).data ?? FIRST
}

/** Takes effect at once; the server is told behind it, and what it refuses comes back. Answers whether it was kept. */
export async function choose(change: Partial<Preferences>): Promise<boolean> {
  const before = currentPreferences()
  queryClient.setQueryData(preferencesQuery.queryKey, { ...before, ...change })
  try {
    queryClient.setQueryData(preferencesQuery.queryKey, await call('updatePreferences', { body: change }))
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
