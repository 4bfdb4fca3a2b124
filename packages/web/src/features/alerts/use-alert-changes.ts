import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { api } from '#lib/api/client.ts'
import { alertsQuery } from '#product/alerts/alert-queries.ts'
import { dismiss, notify } from '#lib/state/notices.ts'
import { queryClient } from '#lib/api/query-client.ts'

const HOUR_MS = 3_600_000

export function keep(alert: Alert): void {
  queryClient.setQueryData(alertsQuery.queryKey, (before) => {
    if (before === undefined) return before
    const known = before.alerts.some(({ id }) => id === alert.id)
    return {
      alerts: known
        ? before.alerts.map((one) => (one.id === alert.id ? alert : one))
        : [...before.alerts, alert],
    }
  })
}

type Change = Pick<Partial<Alert>, 'enabled' | 'mutedUntil'>

/** At once on the screen, and back where the server says no. */
async function apply(alert: Alert, change: Change): Promise<void> {
  keep({ ...alert, ...change })
  try {
    keep(await api('PATCH /api/v1/alerts/:alert', { params: { alert: alert.id }, body: change }))
  } catch (error) {
    keep(alert)
    throw error
  }
}

export function useAlertChanges(alert: Alert) {
  const { t } = useLingui()
  const fail = (text: string) => () => void notify({ tone: 'failed', text })
  /** Said at once; what is taken back meanwhile goes after it. */
  const change = async (to: Change, said: string) => {
    const applied = apply(alert, to)
    const back = { enabled: alert.enabled, mutedUntil: alert.mutedUntil }
    const undo = () =>
      void applied.then(
        () => apply({ ...alert, ...to }, back).catch(fail(t`Couldn’t undo this.`)),
        () => undefined,
      )
    const notice = notify({ tone: 'done', text: said, undo })
    await applied.catch(() => {
      dismiss(notice)
      notify({ tone: 'failed', text: t`Couldn’t change the alert.` })
    })
  }
  return {
    mute: (hours: number) =>
      change({ mutedUntil: new Date(Date.now() + hours * HOUR_MS).toISOString() }, t`Alert muted.`),
    unmute: () => change({ mutedUntil: null }, t`Alert unmuted.`),
    turn: (enabled: boolean) => change({ enabled }, enabled ? t`Alert turned on.` : t`Alert turned off.`),
  }
}

export function isMuted({ mutedUntil }: Pick<Alert, 'mutedUntil'>, now: number): boolean {
  return mutedUntil !== null && Date.parse(mutedUntil) > now
}
