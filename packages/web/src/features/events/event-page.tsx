import type { EventView } from '@hindcast/contract/event-view.ts'
import { getProjectEvent } from '@hindcast/contract/events.ts'
import { addressOf, call, CallError } from '../../lib/call.ts'
import { useResource } from '../../lib/resource.ts'
import { useTitle } from '../../lib/title.ts'
import { Failure } from '../../ui/failure.tsx'
import { LevelMark } from '../../ui/level-mark.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EventFacts } from './event-facts.tsx'
import { Exceptions } from './exceptions.tsx'
import { WhyGrouped } from './why-grouped.tsx'

interface Props {
  readonly eventId: string
  /** Where to look; all of them where the address names none. */
  readonly projects: readonly string[]
}

export function EventPage({ eventId, projects }: Props) {
  const found = useResource(`event ${eventId} ${projects.join()}`, (signal) =>
    findEvent(eventId, projects, signal),
  )
  useTitle(found.data?.event.title ?? 'Event')
  return (
    <main className="event" id="main" tabIndex={-1}>
      <nav aria-label="Breadcrumb">
        <Link href={`/?project=${found.data?.project ?? projects[0]}`}>Events</Link>{' '}
        <span aria-hidden="true">/</span> <span className="mono">{eventId}</span>
      </nav>
      {found.error !== undefined && <NotShown error={found.error} onRetry={found.reload} />}
      {found.data === undefined && found.error === undefined && <Loading />}
      {found.data !== undefined && <Shown {...found.data} />}
    </main>
  )
}

function Shown({ event, project }: { readonly event: EventView; readonly project: string }) {
  const raw = addressOf(getProjectEvent.path, { project, event: event.eventId }, undefined)
  return (
    <>
      <header className="event-head">
        <LevelMark level={event.level} />
        <h1>{event.title}</h1>
        <p className="muted">
          {event.culprit !== '' && <span className="mono">{event.culprit} · </span>}
          <Moment at={Date.parse(event.receivedAt)} />
        </p>
      </header>
      <div className="event-columns">
        <div className="event-main">
          <Exceptions event={event} />
          <WhyGrouped event={event} />
        </div>
        <EventFacts event={event} raw={raw} />
      </div>
    </>
  )
}

function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof CallError && error.code === 'not_found') {
    return (
      <>
        <h1>There is no such event</h1>
        <p className="muted">
          It may still be on its way (reload in a second), or its retention may have ended.
        </p>
      </>
    )
  }
  return <Failure title="The event could not be loaded" error={error} onRetry={onRetry} />
}

function Loading() {
  return (
    <div className="event-loading" aria-busy="true">
      <h1 className="visually-hidden">Loading the event…</h1>
      <Skeleton width="min(100%, 420px)" height={24} />
      <Skeleton height={160} />
    </div>
  )
}

async function findEvent(eventId: string, projects: readonly string[], signal: AbortSignal) {
  let missing: unknown = new CallError(404, { code: 'not_found', message: 'There is no such event.' })
  for (const project of projects) {
    try {
      return { project, event: await call(getProjectEvent, { params: { project, event: eventId } }, signal) }
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'not_found') throw error
      missing = error
    }
  }
  throw missing
}
