import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'

export const savedViewsQuery = (project: string) =>
  queryOptions({
    queryKey: ['saved-views', project],
    queryFn: ({ signal }) => api('GET /api/v1/projects/:project/views', { params: { project }, signal }),
    select: ({ views }) => views,
  })

export const searchValuesQuery = (project: string, key: string, prefix: string) =>
  queryOptions({
    queryKey: ['search-values', project, key, prefix],
    queryFn: ({ signal }) =>
      api('GET /api/v1/projects/:project/search/values', {
        params: { project },
        query: { key, prefix },
        signal,
      }),
    select: ({ values }) => values,
    staleTime: 60_000,
  })

export const issueUsersQuery = (issue: string, sort: 'events' | 'last_seen') =>
  queryOptions({
    queryKey: ['issue-users', issue, sort],
    queryFn: ({ signal }) =>
      api('GET /api/v1/issues/:issue/users', { params: { issue }, query: { sort, limit: '500' }, signal }),
  })

/** Events of a project, or of one issue where that is given; each page goes on where the search before stopped. */
export const eventListQuery = (
  place: { readonly project: string } | { readonly issue: string },
  query: string,
) =>
  infiniteQueryOptions({
    queryKey: ['event-list', place, query],
    queryFn: ({ signal, pageParam }) => {
      const asked = { query, limit: '50', ...(pageParam === '' ? {} : { cursor: pageParam }) }
      return 'issue' in place
        ? api('GET /api/v1/issues/:issue/events', { params: place, query: asked, signal })
        : api('GET /api/v1/projects/:project/events', { params: place, query: asked, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
