import type { Alert, AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
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
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const change = async (id: string, rule: AlertRule) => {
    const saved = await api('PATCH /api/v1/alerts/:alert', { params: { alert: id }, body: partsOf(rule) })
    keep(saved)
    return saved
  }
  const make = async (rule: AlertRule) => {
    const made = await api('POST /api/v1/alerts', { body: partsOf(rule) })
    keep(made)
    notify({ tone: 'done', text: t`The alert is on. It tells of what happens from now on.` })
    return made
  }
  const save = async (rule: AlertRule): Promise<Alert | undefined> => {
    setBusy(true)
    try {
      const saved = alert === undefined ? await make(rule) : await change(alert.id, rule)
      setError(undefined)
      if (alert !== undefined) {
        const undo = () =>
          void change(alert.id, alert).catch(() =>
            notify({ tone: 'failed', text: t`This could not be undone.` }),
          )
        notify({ tone: 'done', text: t`Alert saved.`, undo })
      }
      return saved
    } catch (failure) {
      setError(failure)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, save }
}
