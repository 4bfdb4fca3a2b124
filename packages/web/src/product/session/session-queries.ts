import { queryOptions } from '@tanstack/react-query'
import type { AddressOf, EndpointId } from '#lib/api/addresses.ts'
import { callAt, type Answer, type CallInput } from '#lib/api/call-at.ts'

/** The addresses stand here: the list of all of them arrives with the screens. */
const ask = <Id extends EndpointId>(address: AddressOf<Id>, signal: AbortSignal): Promise<Answer<Id>> =>
  callAt<Id>(address, {} as CallInput<Id>, signal)

/** What is asked before any screen is known; the rest stands in queries.ts and arrives with the screens. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => ask<'getSetup'>('GET /api/v1/setup', signal),
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => ask<'getSession'>('GET /api/v1/session', signal),
})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => ask<'getPreferences'>('GET /api/v1/preferences', signal),
  staleTime: Number.POSITIVE_INFINITY,
})

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => ask<'listProjects'>('GET /api/v1/projects', signal),
  select: ({ projects }) => projects,
})
