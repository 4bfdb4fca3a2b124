import type { TeamRef } from '@hindcast/contract/issues/lifecycle.ts'
import { useQuery } from '@tanstack/react-query'
import { teamsQuery } from './people-queries.ts'

/** The teams an issue can be given to. */
export function useTeams(): readonly TeamRef[] {
  return useQuery(teamsQuery).data ?? []
}
