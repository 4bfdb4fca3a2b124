import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useActionState, useEffect, useRef, useState } from 'react'
import { signIn, SignInError } from '#product/session/auth.ts'
import { textOf } from '#lib/browser/form.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale } from '#lib/i18n/locale.ts'
import { ownPath } from '#lib/routing/own-path.ts'
import { useTitle } from '#lib/routing/title.ts'
import { Button } from '#ui/base/button.tsx'
import { LonePage } from '#ui/layout/lone-page.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'
import { plural } from '@lingui/core/macro'
import { Unreachable } from '#lib/api/client.ts'

interface Attempt {
  readonly email: string
  readonly error: unknown
}

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { t } = useLingui()
  useTitle(t`Sign in`)
  const router = useRouter()
  const next = ownPath(route.useSearch().next)
  const form = useRef<HTMLFormElement>(null)
  const [second, setSecond] = useState(false)
  const goOn = () => router.history.push(withLocale(next, locale) + window.location.hash)
  const [attempt, submit, busy] = useActionState(
    async (_: Attempt, data: FormData): Promise<Attempt> => {
      const email = textOf(data, 'email')
      try {
        if (await signIn(email, textOf(data, 'password'))) goOn()
        else setSecond(true)
        return { email, error: undefined }
      } catch (error) {
        return { email, error }
      }
    },
    { email: '', error: undefined },
  )
  const failure = useSignInFailure(attempt.error)
  useEffect(() => {
    if (attempt.error !== undefined) form.current?.querySelector<HTMLElement>('[name=password]')?.focus()
  }, [attempt])
  if (second) return <SecondStep onDone={goOn} onRestart={() => setSecond(false)} />
  return (
    <LonePage title={t`Sign in`}>
      {failure !== undefined && <Notice tone="error" title={failure} />}
      {failure === undefined && next !== '/' && (
        <p className="text-muted">
          <Trans>You’ll be redirected to the page you requested.</Trans>
        </p>
      )}
      <form ref={form} className="grid gap-4" action={submit}>
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          autoFocus
          defaultValue={attempt.email}
        />
        <TextField
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" kind="primary" className="min-h-8" busy={busy}>
          {busy ? t`Signing in…` : t`Sign in`}
        </Button>
      </form>
      <PasskeyButton onDone={goOn} />
      <ForgotPassword />
    </LonePage>
  )
}

function ForgotPassword() {
  return (
    <p>
      <Link to="/forgot-password" className="text-accent hover:underline">
        <Trans>Forgot your password?</Trans>
      </Link>
    </p>
  )
}

/** Why sign-in failed and what helps. Does not reveal whether the email or the password was wrong. */
export function useSignInFailure(error: unknown): string | undefined {
  const { t } = useLingui()
  if (error === undefined) return undefined
  if (error instanceof Unreachable) return t`Can’t reach the server. Try again in a moment.`
  if (!(error instanceof SignInError)) return t`Sign-in failed. Reload the page and try again.`
  const { status, waitSeconds = 60 } = error
  if (status === 429)
    return t`Too many attempts. ${plural(waitSeconds, { one: 'Wait # second', other: 'Wait # seconds' })} and try again.`
  if (status === 400 || status === 401 || status === 422) return t`Incorrect email or password.`
  if (status === 403)
    return t`You can’t sign in from this address. Open Hindcast at the address it was set up with.`
  return t`The server couldn’t sign you in (status ${status}). See its log for details.`
}
