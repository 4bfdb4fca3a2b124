import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditSearch } from '#product/audit-search.ts'
import { callPeople } from '#lib/api/people-call.ts'

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => callPeople('listInvitations', {}, signal),
})

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: ({ signal }) => callPeople('listTeams', {}, signal),
  select: ({ teams }) => teams,
})

export const auditQuery = ({ who, what, done }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['audit', who ?? '', what ?? '', done ?? ''],
    queryFn: ({ signal, pageParam }) =>
      callPeople(
        'listAudit',
        {
          query: {
            limit: '50',
            ...(who === undefined ? {} : { actor: who }),
            ...(what === undefined ? {} : { kind: what }),
            ...(done === undefined ? {} : { verb: done }),
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Somebody may have changed something a moment ago, and that is what is looked for here.
    staleTime: 0,
  })
