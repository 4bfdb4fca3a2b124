import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AddressOf, SearchEndpoint } from '#lib/api/addresses.ts'
import { call, callAt, type Answer, type CallInput } from '#lib/api/call.ts'

/** Where the calls go that only lists of events, users and views make. */
const ADDRESSES = {
  listIssueUsers: 'GET /api/v1/issues/:issue/users',
  searchValues: 'GET /api/v1/projects/:project/search/values',
  listSavedViews: 'GET /api/v1/projects/:project/views',
  createSavedView: 'POST /api/v1/projects/:project/views',
  updateSavedView: 'PATCH /api/v1/projects/:project/views/:view',
  deleteSavedView: 'DELETE /api/v1/projects/:project/views/:view',
} as const satisfies { readonly [Id in SearchEndpoint]: AddressOf<Id> }

export function callSearch<Id extends SearchEndpoint>(
  id: Id,
  input: CallInput<Id>,
  signal?: AbortSignal,
): Promise<Answer<Id>> {
  return callAt<Id>(ADDRESSES[id], input, signal)
}

export const savedViewsQuery = (project: string) =>
  queryOptions({
    queryKey: ['saved-views', project],
    queryFn: ({ signal }) => callSearch('listSavedViews', { params: { project } }, signal),
    select: ({ views }) => views,
  })

export const searchValuesQuery = (project: string, key: string, prefix: string) =>
  queryOptions({
    queryKey: ['search-values', project, key, prefix],
    queryFn: ({ signal }) =>
      callSearch('searchValues', { params: { project }, query: { key, prefix } }, signal),
    select: ({ values }) => values,
    staleTime: 60_000,
  })

export const issueUsersQuery = (issue: string, sort: 'events' | 'last_seen') =>
  queryOptions({
    queryKey: ['issue-users', issue, sort],
    queryFn: ({ signal }) =>
      callSearch('listIssueUsers', { params: { issue }, query: { sort, limit: '500' } }, signal),
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
        ? call('listIssueEvents', { params: place, query: asked }, signal)
        : call('listProjectEvents', { params: place, query: asked }, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
