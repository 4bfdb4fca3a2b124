import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { usePermission } from '#product/session/permissions.ts'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Failing, State } from './alert-row.tsx'
import { MuteChoice } from './mute-choice.tsx'
import { isMuted, useAlertChanges } from './use-alert-changes.ts'

const route = getRouteApi('/member/alerts/$alert')

/** The state of the alert; who came from a message to mute it finds that first. */
export function MuteNotice({ alert }: { readonly alert: Alert }) {
  const { t } = useLingui()
  const { mute: came } = route.useSearch()
  const mayChange = usePermission('alerts:write')
  const { turn } = useAlertChanges(alert)
  const asks = came === true && alert.enabled && !isMuted(alert, Date.now())
  return (
    <>
      {asks && mayChange && (
        <Notice title={t`Mute this alert?`} actions={<MuteChoice alert={alert} />}>
          <Trans>
            It won’t send notifications until then, or later for anything that happens in between.
          </Trans>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-subtle">
        <State alert={alert} />
        <span>
          {alert.lastFiredAt === null ? (
            <Trans>Never fired</Trans>
          ) : (
            <Trans>
              Fired <Timestamp at={alert.lastFiredAt} />
            </Trans>
          )}
        </span>
        {mayChange && (
          <>
            {alert.enabled && !asks && <MuteChoice alert={alert} />}
            <Switch
              label={t`The alert is on`}
              checked={alert.enabled}
              onChange={({ target }) => void turn(target.checked)}
            />
          </>
        )}
      </div>
      <Failing alert={alert} />
    </>
  )
}
