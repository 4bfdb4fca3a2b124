import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditSearch } from '#product/search-params.ts'
import { api } from '#lib/api/client.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => api('GET /api/v1/members', { signal }),
  select: ({ members }) => members,
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => api('GET /api/v1/invitations', { signal }),
})

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => api('GET /api/v1/teams', { signal }),
  select: ({ teams }) => teams,
})

export const auditQuery = ({ who, what, done }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', who ?? '', what ?? '', done ?? ''],
    queryFn: ({ signal, pageParam }) =>
      api('GET /api/v1/audit', {
        query: {
          limit: '50',
          ...(who === undefined ? {} : { actor: who }),
          ...(what === undefined ? {} : { kind: what }),
          ...(done === undefined ? {} : { verb: done }),
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Loaded each time, because the latest change may be what is searched.
    staleTime: 0,
  })
