import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { Trans } from '@lingui/react/macro'
import { EventSpark } from '#features/issues/detail/issue-header.tsx'
import { exactTime } from '#lib/i18n/format.ts'
import { locale } from '#lib/i18n/i18n.ts'
import { ReleaseMarkers } from '#product/releases/release-markers.tsx'
import { placeIn, rangeOf } from './series-mark.ts'

interface Props {
  readonly issue: IssueDetail
  readonly event: EventView
}

/** How often the issue happened, with the releases of that time and the event on show. */
export function IssueChart({ issue, event }: Props) {
  const range = rangeOf(issue.series)
  const receivedAt = Date.parse(event.receivedAt)
  const place = placeIn(range, receivedAt)
  const moment = exactTime(receivedAt, locale)
  return (
    <>
      <span className="relative block pt-2">
        <EventSpark issue={issue} width="block w-full" height={48} />
        {place !== undefined && <Mark place={place} />}
      </span>
      <p className="text-meta text-muted">
        {place === undefined ? (
          <Trans>The event on show is older: {moment}</Trans>
        ) : (
          <>
            <span aria-hidden="true">▾ </span>
            <Trans>This event: {moment}</Trans>
          </>
        )}
      </p>
      <ReleaseMarkers project={issue.project} over={range} named />
    </>
  )
}

/** Dashed and with a head, where releases are plain lines. */
function Mark({ place }: { readonly place: number }) {
  return (
    <span
      aria-hidden="true"
      data-mark="event"
      className="absolute inset-y-0 w-0 border-s border-dashed border-fg"
      style={{ insetInlineStart: `${(place * 100).toFixed(2)}%` }}
    >
      <span className="absolute -top-1.5 -translate-x-1/2 text-meta leading-none text-fg">▾</span>
    </span>
  )
}
