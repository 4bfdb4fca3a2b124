import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { exactTime } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { usePermission } from '#product/session/permissions.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { MuteChoice } from './mute-choice.tsx'
import type { Names } from './rule-words.ts'
import { Sentence } from './editor/sentence.tsx'
import { isMuted, useAlertChanges } from './use-alert-changes.ts'

export function AlertRow({ alert, names }: { readonly alert: Alert; readonly names: Names }) {
  const { t } = useLingui()
  const mayChange = usePermission('alerts:write')
  const { turn } = useAlertChanges(alert)
  return (
    <li className="grid gap-x-4 gap-y-2 px-3 py-2.5 pane:grid-cols-[minmax(0,1fr)_auto] pane:items-center">
      <div className="grid min-w-0 gap-1">
        <Link
          to="/alerts/$alert"
          params={{ alert: alert.id }}
          className="max-w-prose rounded-control break-words text-muted hover:underline"
        >
          <Sentence rule={alert} names={names} />
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-subtle">
          <State alert={alert} />
          {alert.lastFiredAt === null ? (
            <Trans>Never fired</Trans>
          ) : (
            <span>
              <Trans>
                Fired <Timestamp at={alert.lastFiredAt} />
              </Trans>
            </span>
          )}
        </span>
        <Failing alert={alert} />
      </div>
      {mayChange && (
        <div className="flex flex-wrap items-center gap-2">
          {alert.enabled && <MuteChoice alert={alert} />}
          <Switch
            label={<span className="sr-only">{t`The alert is on`}</span>}
            checked={alert.enabled}
            onChange={({ target }) => void turn(target.checked)}
          />
        </div>
      )}
    </li>
  )
}

/** Why the alert sends nothing now. */
export function Failing({ alert }: { readonly alert: Alert }) {
  if (!alert.enabled || alert.failing === null) return null
  return (
    <p className="max-w-prose text-meta break-words text-muted">
      {alert.failing.reason}{' '}
      <span className="text-subtle">
        <Trans>
          First failed <Timestamp at={alert.failing.since} />
        </Trans>
      </span>
    </p>
  )
}

export function State({ alert }: { readonly alert: Alert }) {
  if (!alert.enabled)
    return (
      <Badge>
        <Trans>Off</Trans>
      </Badge>
    )
  if (alert.failing !== null)
    return (
      <Badge tone="error">
        <Trans>Failing</Trans>
      </Badge>
    )
  if (!isMuted(alert, Date.now()))
    return (
      <Badge tone="success">
        <Trans>On</Trans>
      </Badge>
    )
  const until = exactTime(Date.parse(alert.mutedUntil!), locale)
  return (
    <Badge tone="warning">
      <Trans>Muted until {until}</Trans>
    </Badge>
  )
}
