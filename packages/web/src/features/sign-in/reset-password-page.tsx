import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountError, askAccount } from '#product/session/account.ts'
import { Unreachable } from '#lib/api/client.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { submits } from '#lib/browser/form.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Button, buttonClass } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { NewPasswordField } from '#ui/forms/new-password-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** Where the link to a new password leads. Its token stands behind the #, which browsers never send. */
export function ResetPasswordPage() {
  const { t } = useLingui()
  useTitle(t`Set a new password`)
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => askAccount<{ readonly email: string }>('/reset-password/read', { token }),
    enabled: token !== '' && !done,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (done) return <Done />
  if (token === '' || (error instanceof AccountError && error.status === 404)) return <NotValid />
  return (
    <LonePage title={t`Set a new password`}>
      {data === undefined && error !== null && (
        <Failure title={t`Couldn’t read the link`} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={160} />}
      {data !== undefined && (
        <PasswordForm
          token={token}
          email={data.email}
          onDone={() => setDone(true)}
          onRefused={() => void refetch()}
        />
      )}
    </LonePage>
  )
}

interface FormProps {
  readonly token: string
  readonly email: string
  readonly onDone: () => void
  /** The link may have been used meanwhile, and then the page says so. */
  readonly onRefused: () => void
}

function PasswordForm({ token, email, onDone, onRefused }: FormProps) {
  const { t } = useLingui()
  const [newPassword, setNewPassword] = useState('')
  const words = useWords()
  const save = async () => {
    await askAccount('/reset-password', { token, newPassword })
    // Used up: it has no business in the history, and who was signed in here is not any more.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    queryClient.clear()
    onDone()
  }
  const change = useMutation({ mutationFn: save, onError: onRefused })
  const { error } = change
  const busy = change.isPending || change.isSuccess
  return (
    <form className="grid gap-4" onSubmit={submits(change)}>
      {error !== null && <Notice tone="error" title={words(error)} />}
      <p className="break-words text-muted">
        <Trans>For {email}. You’ll be signed out everywhere.</Trans>
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField label={t`New password`} autoFocus value={newPassword} onChange={setNewPassword} />
      <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
        {busy ? t`Saving…` : t`Set new password`}
      </Button>
    </form>
  )
}

function Done() {
  const { t } = useLingui()
  useEffect(() => document.getElementById('to-sign-in')?.focus(), [])
  return (
    <LonePage title={t`Password changed`}>
      <p role="status" className="text-muted">
        <Trans>You’ve been signed out everywhere. Sign in with your new password.</Trans>
      </p>
      <div>
        <Link id="to-sign-in" to="/sign-in" className={buttonClass('primary')}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    </LonePage>
  )
}

function NotValid() {
  const { t } = useLingui()
  return (
    <LonePage title={t`This link has expired`}>
      <p className="text-muted">
        <Trans>
          It was already used, is older than one hour, is incomplete, or the password has changed since.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/forgot-password" className={buttonClass('primary')}>
          <Trans>Request a new link</Trans>
        </Link>
        <Link to="/sign-in" className={buttonClass('plain')}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    </LonePage>
  )
}

function useWords() {
  const { t } = useLingui()
  return (error: unknown): string => {
    if (error instanceof Unreachable) return t`Can’t reach the server. Try again in a moment.`
    if (error instanceof AccountError && error.status === 429)
      return t`Too many attempts. Wait a moment and try again.`
    return t`Couldn’t change the password`
  }
}
