import type { Person } from '@hindcast/contract/issues/issues.ts'
import { useQuery } from '@tanstack/react-query'
import { membersQuery, teamsQuery } from './people-queries.ts'
import { sessionQuery } from '#product/session/session-queries.ts'
import type { TeamRef } from '@hindcast/contract/issues/lifecycle.ts'

interface People {
  readonly people: readonly Person[]
  /** The current user. */
  readonly me: string | undefined
}

/**
 * All possible assignees. The current user is listed before the rest is loaded, so that a quick key press never picks
 * another person.
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
