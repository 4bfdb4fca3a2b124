import type { Person } from '@hindcast/contract/issues/issues.ts'
import { useQuery } from '@tanstack/react-query'
import { membersQuery, teamsQuery } from './people-queries.ts'
import { sessionQuery } from '#product/session/session-queries.ts'
import type { TeamRef } from '@hindcast/contract/issues/lifecycle.ts'

interface People {
  readonly people: readonly Person[]
  /** Who is looking. */
  readonly me: string | undefined
}

/**
 * Everybody an issue can be given to. Whoever is looking stands there before the list has come: they are offered first,
 * and a quick key must not meet the one who would have been second.
 */
export function useAssignees(): People {
  const { data: members } = useQuery(membersQuery)
  const user = useQuery(sessionQuery).data?.user
  return { people: members ?? (user === undefined ? [] : [user]), me: user?.id }
}

/** The teams an issue can be given to. */
export function useTeams(): readonly TeamRef[] {
  return useQuery(teamsQuery).data ?? []
}
