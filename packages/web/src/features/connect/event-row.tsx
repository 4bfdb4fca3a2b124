import type { EventSummary } from '@hindcast/contract/events.ts'
import { LevelMark } from '../../ui/level-mark.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'

interface Props {
  readonly project: string
  readonly event: EventSummary
  readonly arrived: boolean
}

export function EventRow({ project, event, arrived }: Props) {
  return (
    <li data-arrived={arrived}>
      <Link className="event-row" href={`/events/${event.eventId}?project=${project}`}>
        <LevelMark level={event.level} />
        <span className="what">
          <b>{event.title}</b>
          {event.culprit !== '' && <span className="mono subtle">{event.culprit}</span>}
        </span>
        <span className="where">
          {event.release !== null && <span title={event.release}>{event.release}</span>}
          {(event.browser ?? event.sdk) !== null && <span>{event.browser ?? event.sdk}</span>}
        </span>
        <span className="when">
          <Moment at={Date.parse(event.receivedAt)} />
        </span>
      </Link>
    </li>
  )
}
