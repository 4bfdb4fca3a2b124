import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertsQuery } from '#product/alerts/alert-queries.ts'
import { Unreachable } from '#lib/api/client.ts'
import { usePermission } from '#product/session/permissions.ts'
import { buttonClass } from '#ui/base/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { AlertRow } from './alert-row.tsx'
import { AlertsScreen } from './alerts-screen.tsx'
import { useNames } from './use-names.ts'

export function AlertsPage() {
  const { t } = useLingui()
  const { data: alerts, error, refetch } = useQuery(alertsQuery)
  const mayChange = usePermission('alerts:write')
  return (
    <AlertsScreen title={t`Alerts`} actions={mayChange && <NewAlert />}>
      {error !== null && !(error instanceof Unreachable) && (
        <div className="p-(--gutter)">
          <Failure title={t`Couldn’t load the alerts`} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {alerts === undefined && (error === null || error instanceof Unreachable) && <ListSkeleton />}
      {alerts?.length === 0 && <NoAlerts mayChange={mayChange} />}
      {alerts !== undefined && alerts.length > 0 && <AlertList alerts={alerts} />}
    </AlertsScreen>
  )
}

function AlertList({ alerts }: { readonly alerts: ReadonlyArray<Parameters<typeof AlertRow>[0]['alert']> }) {
  const { t } = useLingui()
  const { names } = useNames()
  return (
    <div className="max-w-240 px-(--gutter) py-5">
      <ul
        aria-label={t`Alerts`}
        className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
      >
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} names={names} />
        ))}
      </ul>
    </div>
  )
}

function NewAlert() {
  return (
    <Link to="/alerts/$alert" params={{ alert: 'new' }} className={buttonClass('primary')}>
      <Icon name="plus" size={14} />
      <Trans>New alert</Trans>
    </Link>
  )
}

function NoAlerts({ mayChange }: { readonly mayChange: boolean }) {
  const { t } = useLingui()
  return (
    <EmptyState title={t`No alerts yet`} actions={mayChange ? <NewAlert /> : undefined}>
      <p>
        <Trans>
          Alerts notify people and channels when something happens in a project. While you edit one, you see
          what it would have sent in the last 14 days.
        </Trans>
      </p>
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className="grid max-w-240 gap-4 px-(--gutter) py-5">
      {[620, 540, 580].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton width={width} />
          <Skeleton width={160} />
        </div>
      ))}
    </div>
  )
}
