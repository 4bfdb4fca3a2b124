import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { signOut } from '#product/session/auth.ts'
import { api } from '#lib/api/client.ts'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { locale } from '#lib/i18n/i18n.ts'
import { withLocale } from '#lib/i18n/locale.ts'

/** With a signed-in account: join with it, or sign out first. */
export function JoinAs({ secret, email }: { readonly secret: string; readonly email: string }) {
  const { t } = useLingui()
  const join = async () => {
    await api('POST /api/v1/join/accept', { body: { secret, account: null } })
    enter()
  }
  const { error, isPending, isSuccess, mutate } = useMutation({ mutationFn: join })
  const reload = () => window.location.reload()
  return (
    <div className="grid gap-3">
      {error !== null && <Failure title={t`Couldn’t join`} error={error} />}
      <Button kind="primary" className="min-h-8" busy={isPending || isSuccess} onClick={() => mutate()}>
        <span className="truncate">
          <Trans>Join as {email}</Trans>
        </span>
      </Button>
      <Button onClick={() => void signOut().then(reload, reload)}>
        <Trans>Use another account</Trans>
      </Button>
    </div>
  )
}

/** A full page load, so that all data is loaded with the new session and the secret leaves the URL. */
export function enter(): void {
  window.location.replace(withLocale('/', locale))
}
