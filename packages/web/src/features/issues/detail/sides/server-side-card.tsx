import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { UnjoinButton } from './unjoin-button.tsx'
import { SharedWord } from './shared-word.tsx'

interface Props {
  readonly event: EventView
  readonly server: NonNullable<EventView['serverSide']>
}

/** What the browser’s event is about: the browser itself was not told. */
export function ServerSideCard({ event, server }: Props) {
  return (
    <section
      aria-labelledby="server-side-title"
      className="grid min-w-0 gap-1 rounded-panel border border-line border-s-2 border-s-accent bg-surface px-3 py-2.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 id="server-side-title" className="text-meta text-subtle">
          <Trans>The server’s error</Trans>
        </h2>
        <UnjoinButton event={event} />
      </div>
      <Link
        to="/issues/$issue/events/$event"
        params={{ issue: event.issueId, event: server.eventId }}
        className="w-fit max-w-full rounded-control text-form font-bold break-words hover:text-accent hover:underline"
      >
        {server.title}
      </Link>
      <p className="flex min-w-0 flex-wrap gap-x-2 text-meta text-muted">
        <span className="code break-all">{server.culprit}</span>
        <Timestamp at={server.occurredAt} />
        <SharedWord by={server.by} />
      </p>
    </section>
  )
}
