import { useLingui } from '@lingui/react/macro'
import { goToSignIn } from '#product/session/auth.ts'
import { notify } from '#lib/state/notices.ts'
import { api } from '#lib/api/client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'

/** Beside your own name. Not for the only owner, who must stay. */
export function Leave() {
  const { t } = useLingui()
  const leave = async () => {
    try {
      await api('DELETE /api/v1/membership', { query: {} })
      goToSignIn()
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      notify({ tone: 'failed', text: t`Couldn’t leave. ${why}` })
    }
  }
  return (
    <ConfirmButton
      word={t`Leave`}
      label={t`Leave organization`}
      consequence={t`You are signed out everywhere, your issues become unassigned, and your API tokens and pending invitations are revoked. You need an invitation to come back.`}
      confirm={t`Leave now`}
      keep={t`Stay`}
      onConfirm={leave}
    />
  )
}
