import type { Scope } from '@hindcast/contract/people/scope.ts'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** Whether the current user's role allows it; actions that are not allowed are hidden. */
export function usePermission(scope: Scope): boolean {
  return useQuery(sessionQuery).data?.scopes.includes(scope) ?? false
}

/** The same outside of components. */
export function hasPermission(scope: Scope): boolean {
  return queryClient.getQueryData(sessionQuery.queryKey)?.scopes.includes(scope) ?? false
}
