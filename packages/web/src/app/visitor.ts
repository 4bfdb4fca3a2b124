import { redirect } from '@tanstack/react-router'
import { CallError } from '../lib/call.ts'
import { preferencesQuery, projectsQuery, sessionQuery, setupQuery } from '../lib/first-queries.ts'
import { queryClient } from '../lib/query-client.ts'

/** Lets members in and leads everybody else to the form they need; the address they asked for is not lost. */
export async function requireMember({
  location,
}: {
  readonly location: { readonly href: string }
}): Promise<void> {
  try {
    await Promise.all([
      queryClient.ensureQueryData(sessionQuery),
      queryClient.ensureQueryData(projectsQuery),
      queryClient.ensureQueryData(preferencesQuery),
    ])
  } catch (error) {
    if (!(error instanceof CallError && error.status === 401)) throw error
    const { needed } = await queryClient.fetchQuery(setupQuery)
    if (needed) throw redirect({ to: '/setup' })
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  }
}

/** Whoever is signed in has no business on the sign-in form. */
export async function sendMembersOn({
  search,
}: {
  readonly search: { readonly next?: string }
}): Promise<void> {
  const session = await queryClient.fetchQuery(sessionQuery).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 401) return undefined
    throw error
  })
  if (session !== undefined) throw redirect({ href: search.next ?? '/' })
}
