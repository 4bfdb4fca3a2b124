import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SignInError } from '#product/session/auth.ts'
import { Unreachable } from '#lib/api/client.ts'

/** Why nobody was let in, and what helps. Which of the two was wrong is nobody's business. */
export function useSignInFailure(error: unknown): string | undefined {
  const { t } = useLingui()
  if (error === undefined) return undefined
  if (error instanceof Unreachable) return t`Can’t reach the server. Try again in a moment.`
  if (!(error instanceof SignInError)) return t`Sign-in failed. Reload the page and try again.`
  const { status, waitSeconds = 60 } = error
  if (status === 429)
    return t`Too many attempts. ${plural(waitSeconds, { one: 'Wait # second', other: 'Wait # seconds' })} and try again.`
  if (status === 400 || status === 401 || status === 422) return t`Incorrect e-mail or password.`
  if (status === 403)
    return t`You can’t sign in from this address. Open Hindcast at the address it was set up with.`
  return t`The server could not sign you in (status ${status}). Its log says why.`
}
