import type { Alert, AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api/client.ts'
import { notify } from '#lib/state/notices.ts'
import { keep } from '#features/alerts/use-alert-changes.ts'

const partsOf = ({ when, for: scope, tell, every }: AlertRule): AlertRule => ({
  when,
  for: scope,
  tell,
  every,
})

/** Makes it, or changes the one there is and offers the way back. */
export function useSaveAlert(alert: Alert | undefined) {
  const { t } = useLingui()
  const change = async (id: string, rule: AlertRule) => {
    const saved = await api('PATCH /api/v1/alerts/:alert', { params: { alert: id }, body: partsOf(rule) })
    keep(saved)
    return saved
  }
  const make = async (rule: AlertRule) => {
    const made = await api('POST /api/v1/alerts', { body: partsOf(rule) })
    keep(made)
    notify({ tone: 'done', text: t`Alert created. It applies from now on.` })
    return made
  }
  return useMutation({
    mutationFn: (rule: AlertRule) => (alert === undefined ? make(rule) : change(alert.id, rule)),
    onSuccess: () => {
      if (alert === undefined) return
      const undo = () =>
        void change(alert.id, alert).catch(() => notify({ tone: 'failed', text: t`Couldn’t undo this.` }))
      notify({ tone: 'done', text: t`Alert saved.`, undo })
    },
  })
}
