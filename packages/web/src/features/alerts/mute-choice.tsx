import type { Alert } from '@hindcast/contract/alerts/alerts.ts'
import { useLingui } from '@lingui/react/macro'
import { Button } from '#ui/base/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { duration } from './rule-words.ts'
import { isMuted, useAlertChanges } from './use-alert-changes.ts'

const HOURS = [1, 8, 24, 168] as const

/** Mutes the alert for everyone, for a limited time. */
export function MuteChoice({ alert }: { readonly alert: Alert }) {
  const { t } = useLingui()
  const { mute, unmute } = useAlertChanges(alert)
  if (isMuted(alert, Date.now()))
    return (
      <Button icon="mute" onClick={() => void unmute()}>
        {t`Unmute`}
      </Button>
    )
  return (
    <Select
      label={t`Mute the alert for`}
      value=""
      onChange={({ target }) => void mute(Number(target.value))}
      className="w-auto"
    >
      <option value="">{t`Mute…`}</option>
      {HOURS.map((hours) => (
        <option key={hours} value={hours}>
          {duration(hours * 60)}
        </option>
      ))}
    </Select>
  )
}
