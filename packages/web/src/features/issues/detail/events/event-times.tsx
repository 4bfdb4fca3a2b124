import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { useLingui } from '@lingui/react/macro'
import { CopyIcon } from '#features/issues/detail/copy-icon.tsx'
import { locale } from '#lib/i18n/i18n.ts'
import { preciseTime } from '#lib/i18n/precise-time.ts'

/**
 * By the sender's clock, and by ours: they differ where a sender was offline or its clock is wrong. Events from before the
 * time of storage was kept have none.
 */
export function EventTimes({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  return (
    <>
      <Moment name={t`Occurred`} at={event.occurredAt} label={t`Copy time of occurrence`} />
      <Moment name={t`Received`} at={event.receivedAt} label={t`Copy time of receipt`} />
      {event.storedAt !== null && (
        <Moment name={t`Stored`} at={event.storedAt} label={t`Copy time of storage`} />
      )}
    </>
  )
}

interface MomentProps {
  readonly name: string
  readonly at: string
  readonly label: string
}

function Moment({ name, at, label }: MomentProps) {
  const { t } = useLingui()
  return (
    <div className="contents">
      <dt className="text-subtle">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <time dateTime={at} title={at} className="min-w-0">
          {preciseTime(Date.parse(at), locale)}
        </time>
        <span className="-my-1">
          <CopyIcon text={at} label={label} said={t`Time copied`} />
        </span>
      </dd>
    </div>
  )
}
