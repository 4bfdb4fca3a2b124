import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ApiError, Unreachable } from '#lib/api/client.ts'
import { useTitle } from '#lib/routing/title.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AccountForm } from './account-form.tsx'
import { JoinAs } from './join-as.tsx'
import { NowhereYet } from './nowhere-yet.tsx'
import { sessionQuery } from '#product/session/session-queries.ts'

/** Where an invitation leads. Its secret stands behind the #, which browsers never send. */
export function JoinPage() {
  const { t } = useLingui()
  useTitle(t`Join`)
  const [secret] = useState(() => window.location.hash.slice(1))
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => api('POST /api/v1/join', { body: { secret }, signal }),
    enabled: secret !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const session = useQuery({ ...sessionQuery, retry: false })
  const { data, error, refetch } = invitation
  if (secret === '' && session.data?.organizations.length === 0)
    return <NowhereYet email={session.data.user.email} />
  if (secret === '' || (error instanceof ApiError && error.status === 404)) return <NotValid />
  if (error !== null && !(error instanceof Unreachable))
    return (
      <LonePage title={t`Join Hindcast`}>
        <Failure title={t`Couldn’t read the invitation`} error={error} onRetry={() => void refetch()} />
      </LonePage>
    )
  if (data === undefined || session.isPending)
    return (
      <LonePage title={t`Join Hindcast`}>
        <Skeleton height={240} />
      </LonePage>
    )
  const { organization, invitedBy } = data
  return (
    <LonePage title={t`Join ${organization}`}>
      <p className="text-muted">
        {invitedBy === null ? (
          <Trans>You’ve been invited to join.</Trans>
        ) : (
          <Trans>{invitedBy} has invited you to join.</Trans>
        )}
      </p>
      {session.data === undefined ? (
        <AccountForm secret={secret} email={data.email} />
      ) : (
        <JoinAs secret={secret} email={session.data.user.email} />
      )}
    </LonePage>
  )
}

function NotValid() {
  const { t } = useLingui()
  return (
    <LonePage title={t`This invitation has expired`}>
      <p className="text-muted">
        <Trans>
          It was used, revoked, or is older than seven days. Ask for a new one, or sign in if you already have
          an account.
        </Trans>
      </p>
      <div>
        <Link to="/sign-in" className={buttonClass('primary')}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    </LonePage>
  )
}
