import type { Alert, AlertRule } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { alertsQuery } from '#product/alerts/alert-queries.ts'
import { ApiError, Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AlertsScreen } from './alerts-screen.tsx'
import { BacktestPanel } from './backtest-panel.tsx'
import { DeleteAlert } from './delete-alert.tsx'
import { DeliveryLog } from './channels/delivery-log.tsx'
import { FIRST_RULE, isComplete } from './editor/draft.ts'
import { MuteNotice } from './mute-notice.tsx'
import { SaveLine } from './editor/save-line.tsx'
import { Sentence } from './editor/sentence.tsx'
import { SentenceEditor } from './editor/sentence-editor.tsx'
import { useNames } from './use-names.ts'
import { useSaveAlert } from './editor/use-save-alert.ts'

const route = getRouteApi('/member/alerts/$alert')

export function AlertPage() {
  const { t } = useLingui()
  const { alert: id } = route.useParams()
  const isNew = id === 'new'
  const { data: alerts, error, refetch } = useQuery({ ...alertsQuery, enabled: !isNew })
  const alert = alerts?.find((one) => one.id === id)
  if (alerts !== undefined && alert === undefined && !isNew) throw missing()
  return (
    <AlertsScreen title={isNew ? t`New alert` : t`Alert`}>
      {isNew || alert !== undefined ? (
        <Editor key={id} alert={alert} />
      ) : error === null || error instanceof Unreachable ? (
        <div className="grid gap-3 p-(--gutter)">
          <Skeleton width={420} height={28} />
          <Skeleton width={560} height={28} />
          <Skeleton width={380} height={28} />
        </div>
      ) : (
        <div className="p-(--gutter)">
          <Failure
            title={t`Couldn’t load the alert`}
            error={error ?? undefined}
            onRetry={() => void refetch()}
          />
        </div>
      )}
    </AlertsScreen>
  )
}

function missing(): ApiError {
  return new ApiError(404, { code: 'not_found', message: 'Alert not found.' })
}

function Editor({ alert }: { readonly alert: Alert | undefined }) {
  const known = useNames()
  const mayChange = usePermission('alerts:write')
  const navigate = useNavigate()
  const saved: AlertRule = alert ?? FIRST_RULE
  const [edited, setEdited] = useState<AlertRule>()
  const rule = edited ?? saved
  const { isPending: busy, error, mutate } = useSaveAlert(alert)
  const dirty = alert === undefined || JSON.stringify(rule) !== JSON.stringify(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!dirty || busy || !isComplete(rule)) return
    mutate(rule, {
      onSuccess: ({ id }) => {
        setEdited(undefined)
        if (alert === undefined) void navigate({ to: '/alerts/$alert', params: { alert: id }, replace: true })
      },
    })
  }
  return (
    <div className="grid gap-6 p-(--gutter) desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-5">
        {alert !== undefined && <MuteNotice alert={alert} />}
        {mayChange ? (
          <form className="grid gap-4" onSubmit={submit} noValidate>
            <SentenceEditor rule={rule} known={known} onChange={setEdited} />
            <SaveLine
              isNew={alert === undefined}
              dirty={dirty}
              busy={busy}
              error={error ?? undefined}
              tellsNobody={rule.tell.length === 0}
              complete={isComplete(rule)}
              onDiscard={() => setEdited(undefined)}
            />
          </form>
        ) : (
          <p className="text-form text-muted">
            <Sentence rule={rule} names={known.names} />
          </p>
        )}
        {alert !== undefined && (
          <section className="grid gap-2" aria-labelledby="log-title">
            <h2 id="log-title" className="text-form font-bold">
              <Trans>Notifications sent</Trans>
            </h2>
            <DeliveryLog of={{ alert: alert.id }} mayRetry={mayChange} />
          </section>
        )}
        {alert !== undefined && mayChange && <DeleteAlert alert={alert} />}
      </div>
      <BacktestPanel rule={rule} />
    </div>
  )
}
