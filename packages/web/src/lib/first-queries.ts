import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** What is asked before any screen is known; the rest stands in queries.ts and arrives with the screens. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call('getSetup', {}, signal),
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('getSession', {}, signal),
})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call('getPreferences', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call('listProjects', {}, signal),
  select: ({ projects }) => projects,
})
