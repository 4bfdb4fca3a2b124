import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountError, askAccount } from '#product/session/account.ts'
import { Unreachable } from '#lib/api/client.ts'
import { submits } from '#lib/browser/form.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Button } from '#ui/base/button.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { setupQuery } from '#product/session/session-queries.ts'

const COMMAND = 'npx hindcast account reset-password --email you@example.com'

/** Requests a password reset link. Neither this page nor the server reveals whether the account exists. */
export function ForgotPasswordPage() {
  const { t } = useLingui()
  useTitle(t`Forgot your password?`)
  const { data, error, refetch } = useQuery(setupQuery)
  return (
    <LonePage title={t`Forgot your password?`}>
      {data === undefined && error === null && <Skeleton height={96} />}
      {data === undefined && error !== null && (
        <Failure title={t`Can’t reach the server`} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (data.sendsMail ? <AskForLink /> : <NoMail />)}
      <p>
        <Link to="/sign-in" className="text-accent hover:underline">
          <Trans>Back to sign-in</Trans>
        </Link>
      </p>
    </LonePage>
  )
}

function AskForLink() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState<string>()
  const words = useWords()
  const ask = async () => {
    const address = email.trim()
    await askAccount('/request-password-reset', { email: address })
    setAsked(address)
  }
  const request = useMutation({ mutationFn: ask })
  if (asked !== undefined)
    return (
      <div role="status">
        <Notice title={t`Check your inbox`}>
          <Trans>
            If an account exists for {asked}, we’ve sent a link to it. The link works once and expires in one
            hour. Nothing after a few minutes? Check your spam folder or ask your administrator.
          </Trans>
        </Notice>
      </div>
    )
  return (
    <form className="grid gap-4" onSubmit={submits(request)}>
      {request.error !== null && <Notice tone="error" title={words(request.error)} />}
      <p className="text-muted">
        <Trans>We’ll send you a link to set a new password.</Trans>
      </p>
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        required
        autoFocus
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" kind="primary" className="min-h-8" busy={request.isPending}>
        {request.isPending ? t`Sending…` : t`Send link`}
      </Button>
    </form>
  )
}

function NoMail() {
  const { t } = useLingui()
  return (
    <>
      <p className="text-muted">
        <Trans>
          Email isn’t set up on this server. An administrator can create a link for you with this command:
        </Trans>
      </p>
      <CopyField value={COMMAND} label={t`command`} />
      <p className="text-muted">
        <Trans>The link works once and expires in one hour.</Trans>
      </p>
    </>
  )
}

function useWords() {
  const { t } = useLingui()
  return (error: unknown): string => {
    if (error instanceof Unreachable) return t`Can’t reach the server. Try again in a moment.`
    if (error instanceof AccountError && error.status === 429)
      return t`Too many attempts. Wait a moment and try again.`
    if (error instanceof AccountError && error.status === 400)
      return t`Enter an email address, such as ada@example.com.`
    return t`Couldn’t request the link. Reload the page and try again.`
  }
}
