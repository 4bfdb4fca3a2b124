import { redirect } from '@tanstack/react-router'
import { CallError } from '../lib/call-at.ts'
import { preferencesQuery, projectsQuery, sessionQuery, setupQuery } from '../lib/first-queries.ts'
import { queryClient } from '../lib/query-client.ts'

const OF_A_MEMBER = [sessionQuery, projectsQuery, preferencesQuery] as const
const WITHOUT_SESSION = /^\/(?:de\/)?(?:setup|sign-in|join)$/

/** Asked with the first line of the page, long before a route wants to know. */
export function askWhoIsThere(path: string): void {
  if (WITHOUT_SESSION.test(path)) return
  for (const options of OF_A_MEMBER) void queryClient.prefetchQuery(options as never)
}

/** Lets members in and leads everybody else to the form they need; the address they asked for is not lost. */
export async function requireMember({
  location,
}: {
  readonly location: { readonly href: string }
}): Promise<void> {
  try {
    await Promise.all(
      OF_A_MEMBER.map((options) => queryClient.ensureQueryData(options as typeof sessionQuery)),
    )
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
