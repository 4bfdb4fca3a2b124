import type { Scope } from '@hindcast/contract/people/scope.ts'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** Whether the role of who is looking allows it: what is not allowed is not offered. */
export function usePermission(scope: Scope): boolean {
  return useQuery(sessionQuery).data?.scopes.includes(scope) ?? false
}

/** The same outside of components. */
export function hasPermission(scope: Scope): boolean {
  return queryClient.getQueryData(sessionQuery.queryKey)?.scopes.includes(scope) ?? false
}
