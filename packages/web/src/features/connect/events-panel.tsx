import type { EventSummary } from '@hindcast/contract/events.ts'
import type { ProjectSummary } from '@hindcast/contract/projects.ts'
import { useState } from 'react'
import type { LivePhase } from '../../lib/live.ts'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
import { TestErrorButton } from './test-error-button.tsx'
import { Waiting } from './waiting.tsx'

interface Props {
  readonly project: ProjectSummary
  readonly dsn: string | undefined
  readonly page: { readonly events: readonly EventSummary[]; readonly next: string | null } | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly phase: LivePhase
}

export function EventsPanel({ project, dsn, page, error, onRetry, phase }: Props) {
  const events = page?.events
  return (
    <section className="panel events" aria-labelledby="events-title">
      <header>
        <h2 id="events-title">Events</h2>
        <LiveChip phase={phase} />
        <span className="grow" />
        <TestErrorButton dsn={dsn} />
      </header>
      {error !== undefined && (
        <div className="body">
          <Failure title="The events could not be loaded" error={error} onRetry={onRetry} />
        </div>
      )}
      {events === undefined && error === undefined && <Rows />}
      {events?.length === 0 && <Waiting project={project} />}
      {events !== undefined && events.length > 0 && <EventList project={project} events={events} />}
      {page !== undefined && page.next !== null && (
        <p className="more subtle">{`The newest ${page.events.length} events. Older ones are in the API.`}</p>
      )}
    </section>
  )
}

/** Rows that were there when the page opened do not flash; those that arrive afterwards do, once. */
function EventList({
  project,
  events,
}: {
  readonly project: ProjectSummary
  readonly events: readonly EventSummary[]
}) {
  const [known] = useState(
    () => new Set(project.firstEventAt === null ? [] : events.map((event) => event.eventId)),
  )
  return (
    <ol className="event-list">
      {events.map((event) => (
        <EventRow
          key={event.eventId}
          project={project.slug}
          event={event}
          arrived={!known.has(event.eventId)}
        />
      ))}
    </ol>
  )
}

function LiveChip({ phase }: { readonly phase: LivePhase }) {
  if (phase === 'connecting') return null
  return (
    <span className="chip" data-tone={phase === 'open' ? 'success' : 'warning'} role="status">
      {phase === 'open' ? 'live' : 'reconnecting…'}
    </span>
  )
}

function Rows() {
  return (
    <div className="event-list" role="group" aria-busy="true" aria-label="Loading events">
      {[320, 260, 380, 300].map((width) => (
        <div className="event-row" key={width}>
          <Skeleton width={48} />
          <Skeleton width={`min(100%, ${width}px)`} />
        </div>
      ))}
    </div>
  )
}
