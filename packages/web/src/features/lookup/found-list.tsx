import type { Found } from '@hindcast/contract/events/lookup.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Badge } from '#ui/data/badge.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { keyOf, placeOf } from '#product/lookup/lookup.ts'

/** The surest first, each with what it is and why it was found. */
export function FoundList({ found }: { readonly found: readonly Found[] }) {
  const { t } = useLingui()
  return (
    <ul
      aria-label={t`Found`}
      className="divide-y divide-line overflow-hidden rounded-panel border border-line bg-surface"
    >
      {found.map((thing) => (
        <li key={keyOf(thing)}>
          <Link {...placeOf(thing)} className="grid gap-0.5 px-3 py-2.5 -outline-offset-2 hover:bg-hover">
            <span className="flex min-w-0 items-center gap-2">
              <Badge tone={thing.kind === 'event' || thing.kind === 'digest' ? 'info' : 'plain'}>
                <Kind thing={thing} />
              </Badge>
              <span className="min-w-0 truncate font-strong">
                <Title thing={thing} />
              </span>
            </span>
            <span className="flex flex-wrap gap-x-2 text-meta text-subtle">
              <span>{thing.kind === 'digest' ? thing.projects.join(', ') : thing.project}</span>
              <span aria-hidden="true">·</span>
              <Why thing={thing} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Title({ thing }: { readonly thing: Found }) {
  if (thing.kind === 'trace') return <span className="code">{thing.traceId}</span>
  return thing.kind === 'project' ? thing.name : thing.title
}

function Kind({ thing }: { readonly thing: Found }) {
  if (thing.kind === 'event') return <Trans>Event</Trans>
  if (thing.kind === 'digest') return <Trans>Digest</Trans>
  if (thing.kind === 'trace') return <Trans>Trace</Trans>
  return thing.kind === 'issue' ? <Trans>Issue</Trans> : <Trans>Project</Trans>
}

function Why({ thing }: { readonly thing: Found }) {
  if (thing.kind === 'project') return <Trans>one of its keys is in this text</Trans>
  if (thing.kind === 'trace') return <Plural value={thing.spans} one="# span" other="# spans" />
  if (thing.kind === 'digest')
    return (
      <>
        {thing.more ? (
          <Trans>more than {thing.events} events have this digest</Trans>
        ) : (
          <Plural value={thing.events} one="# event has this digest" other="# events have this digest" />
        )}
        <span aria-hidden="true">·</span>
        <Timestamp at={thing.lastSeen} />
      </>
    )
  if (thing.kind === 'issue')
    return (
      <Trans>
        now <span className="code">{thing.shortId}</span>
      </Trans>
    )
  return (
    <>
      <Evidence by={thing.by} />
      <span aria-hidden="true">·</span>
      <Timestamp at={thing.occurredAt} />
      <span aria-hidden="true">·</span>
      <span className="code break-all">{thing.eventId}</span>
    </>
  )
}

function Evidence({ by }: { readonly by: Extract<Found, { kind: 'event' }>['by'] }) {
  if (by === 'digest') return <Trans>has this digest</Trans>
  if (by === 'replay_id') return <Trans>happened in this replay</Trans>
  return <Trans>has this event ID</Trans>
}
