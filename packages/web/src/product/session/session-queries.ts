import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

/** What is asked before any screen is known. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api('GET /api/v1/setup', { signal }),
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => api('GET /api/v1/session', { signal }),
})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => api('GET /api/v1/preferences', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => api('GET /api/v1/projects', { signal }),
  select: ({ projects }) => projects,
})
