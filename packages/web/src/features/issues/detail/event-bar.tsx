import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { locale } from '#lib/i18n/i18n.ts'
import { countOf } from '#lib/i18n/format.ts'
import { Button, IconButton } from '#ui/base/button.tsx'
import type { IconName } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { CopyIcon } from './copy-icon.tsx'
import { EventTrace } from './event-trace.tsx'
import type { ShownEvent } from './shown-event.ts'

/** Navigation moves the focus to the page; stepping with a button keeps it on the button. */
let pressed: string | undefined

export function EventBar({ shown }: { readonly shown: ShownEvent }) {
  const { t } = useLingui()
  const { event, older, newer } = shown
  const eventId = event?.eventId
  useEffect(() => {
    if (pressed === undefined) return
    const step = pressed
    pressed = undefined
    setTimeout(() =>
      document.querySelector<HTMLElement>(`[data-step=${step}]`)?.focus({ preventScroll: true }),
    )
  }, [eventId])
  if (event === undefined) return null
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span role="status" className="inline-flex">
        {shown.newerArrived && (
          <Button kind="primary" aria-keyshortcuts="." onClick={shown.showLatest}>
            <Trans>Newer event available</Trans>
            <span aria-hidden="true">
              <Kbd keys="." />
            </span>
          </Button>
        )}
      </span>
      <span className="truncate text-meta text-muted">
        <Position shown={shown} /> · <Timestamp at={event.occurredAt} /> ·{' '}
        <span className="code">{event.eventId.slice(0, 8)}</span>
      </span>
      <CopyIcon text={event.eventId} label={t`Copy event ID`} said={t`Event ID copied`} />
      <EventTrace event={event} />
      <nav className="flex" aria-label={t`Events of this issue`}>
        <Step
          step="oldest"
          icon="first"
          label={t`Oldest event`}
          keys="{"
          to={older === null ? null : 'oldest'}
          shown={shown}
        />
        <Step step="older" icon="left" label={t`Older event`} keys="[" to={older} shown={shown} />
        <Step step="newer" icon="right" label={t`Newer event`} keys="]" to={newer} shown={shown} />
        <Step
          step="latest"
          icon="last"
          label={t`Latest event`}
          keys="}"
          to={newer === null ? null : 'latest'}
          shown={shown}
        />
      </nav>
    </div>
  )
}

function Position({ shown: { at, older, newer } }: { readonly shown: ShownEvent }) {
  return (
    <span role="status" className="text-fg">
      {at.query === '' ? (
        older === null && newer === null ? (
          <Trans>Only event</Trans>
        ) : (
          <Numbered at={at} />
        )
      ) : (
        <Matching at={at} />
      )}
    </span>
  )
}

function Numbered({ at: { place, total } }: Pick<ShownEvent, 'at'>) {
  if (total === undefined) return <Trans>Event</Trans>
  const [number, all] = [numberOf(place?.position), countOf(total, locale)]
  return (
    <Trans>
      Event {number} of {all}
    </Trans>
  )
}

function Matching({ at: { place, total } }: Pick<ShownEvent, 'at'>) {
  if (total === undefined) return <Trans>Event</Trans>
  const [number, all] = [numberOf(place?.position), countOf(total, locale)]
  if (place?.position === null)
    return <Plural value={total} _0="No event matches" one="# event matches" other="# events match" />
  return place?.cut === true ? (
    <Trans>
      Event {number} of the latest {all} that match
    </Trans>
  ) : (
    <Trans>
      Event {number} of {all} that match
    </Trans>
  )
}

/** An ellipsis while the event is being counted. */
function numberOf(position: number | null | undefined): string {
  return position == null ? '…' : countOf(position, locale)
}

interface StepProps {
  readonly step: string
  readonly icon: IconName
  readonly label: string
  readonly keys: string
  /** Null: there is none. */
  readonly to: string | null
  readonly shown: ShownEvent
}

function Step({ step, icon, label, keys, to, shown }: StepProps) {
  return (
    <IconButton
      data-step={step}
      icon={icon}
      label={label}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      busy={to === null}
      onClick={() => {
        if (to === null) return
        pressed = step
        shown.go(to)
      }}
    />
  )
}
