import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#lib/api/client.ts'
import { alertsQuery } from '#product/alerts/alert-queries.ts'
import { notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { ConfirmButton } from '#ui/feedback/confirm-button.tsx'

export function DeleteAlert({ alert }: { readonly alert: Alert }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await api('DELETE /api/v1/alerts/:alert', { params: { alert: alert.id } })
      await navigate({ to: '/alerts' })
      queryClient.setQueryData(
        alertsQuery.queryKey,
        (before) => before && { alerts: before.alerts.filter(({ id }) => id !== alert.id) },
      )
      notify({ tone: 'done', text: t`Alert deleted.` })
    } catch {
      notify({ tone: 'failed', text: t`Couldn’t delete the alert.` })
    }
  }
  return (
    <div>
      <ConfirmButton
        word={t`Delete`}
        label={t`Delete alert`}
        consequence={t`Its past notifications stay in the channel logs.`}
        confirm={t`Delete permanently`}
        keep={t`Cancel`}
        onConfirm={remove}
      />
    </div>
  )
}
