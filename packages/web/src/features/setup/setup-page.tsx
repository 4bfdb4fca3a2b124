import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useReach } from '#lib/api/reachability.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { isLinkFailure } from './create-owner.ts'
import { LinkHelp, LinkUsed } from './link-help.tsx'
import { OwnerFormPage, type Attempt } from './owner-form.tsx'
import { setupQuery } from '#product/session/session-queries.ts'

const FIRST: Attempt = {
  form: { name: '', email: '', password: '', project: '', platform: 'browser' },
  faults: {},
  error: undefined,
}

export function SetupPage() {
  const { t } = useLingui()
  useTitle(t`Set up`)
  const token = useToken()
  const setup = useQuery({ ...setupQuery, staleTime: 0 })
  const [attempt, setAttempt] = useState(FIRST)
  const { returns } = useReach()
  const { refetch } = setup
  useEffect(() => {
    if (returns > 0) void refetch()
  }, [returns, refetch])
  if (setup.data === undefined) {
    return (
      <LonePage title={t`Set up Hindcast`}>
        {setup.error === null ? (
          <Skeleton height={240} />
        ) : (
          <Failure
            title={t`Can’t reach the server`}
            error={setup.error}
            onRetry={() => void setup.refetch()}
          />
        )}
      </LonePage>
    )
  }
  if (!setup.data.needed) return <LinkUsed />
  if (token === undefined) return <LinkHelp why="missing" />
  if (isLinkFailure(attempt.error)) return <LinkHelp why="refused" />
  return <OwnerFormPage token={token} attempt={attempt} onAttempt={setAttempt} />
}

/** A token that came in the query, as some mail programs rewrite it, is moved behind the `#` before anybody logs it. */
function useToken(): string | undefined {
  const router = useRouter()
  const [token] = useState(() => setupToken(window.location))
  useEffect(() => {
    if (token !== undefined && window.location.search !== '')
      void router.navigate({ to: '/setup', hash: `token=${encodeURIComponent(token)}`, replace: true })
  }, [token, router])
  return token
}

/** The token rides in the fragment, which browsers never send, so it reaches no log on the way. */
export function setupToken(address: { readonly hash: string; readonly search: string }): string | undefined {
  const fragment = new URLSearchParams(address.hash.replace(/^#/, '')).get('token')
  return fragment || new URLSearchParams(address.search).get('token') || undefined
}
