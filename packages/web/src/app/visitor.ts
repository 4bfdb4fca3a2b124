import { redirect } from '@tanstack/react-router'
import { ApiError } from '#lib/api/client.ts'
import {
  preferencesQuery,
  projectsQuery,
  sessionQuery,
  setupQuery,
} from '#product/session/session-queries.ts'
import { ownPath } from '#lib/routing/own-path.ts'
import { queryClient } from '#lib/api/query-client.ts'

const OF_A_MEMBER = [sessionQuery, projectsQuery, preferencesQuery] as const
const WITHOUT_SESSION = /^\/(?:de\/)?(?:setup|sign-in|join|forgot-password|reset-password)$/

/** Asked with the first line of the page, long before a route wants to know. */
export function prefetchSession(path: string): void {
  if (WITHOUT_SESSION.test(path)) return
  for (const options of OF_A_MEMBER) void queryClient.prefetchQuery(options as never)
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined
}

/** Lets members in and redirects others to the form they need, keeping the requested address. */
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
    const status = statusOf(error)
    // A removed member can still sign in, but has no organization.
    if (status === 403) throw redirect({ to: '/join' })
    if (status !== 401) throw error
    const { needed } = await queryClient.fetchQuery(setupQuery)
    if (needed) throw redirect({ to: '/setup' })
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  }
}

/** Signed-in users are redirected from the sign-in form. */
export async function sendMembersOn({
  search,
}: {
  readonly search: { readonly next?: string }
}): Promise<void> {
  const session = await queryClient.fetchQuery(sessionQuery).catch((error: unknown) => {
    if (statusOf(error) !== 401) throw error
    return undefined
  })
  // The router hands on what the address said too, also what the reader of the search left out.
  if (session !== undefined) throw redirect({ href: ownPath(search.next) + location.hash })
}
