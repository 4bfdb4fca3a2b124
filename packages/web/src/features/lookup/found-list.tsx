import type { Found } from '@hindcast/contract/events/lookup.ts'
import { Trans, useLingui } from '@lingui/react/macro'
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
              <Badge tone={thing.kind === 'event' ? 'info' : 'plain'}>
                <Kind thing={thing} />
              </Badge>
              <span className="min-w-0 truncate font-strong">
                {thing.kind === 'project' ? thing.name : thing.title}
              </span>
            </span>
            <span className="flex flex-wrap gap-x-2 text-meta text-subtle">
              <span>{thing.project}</span>
              <span aria-hidden="true">·</span>
              <Why thing={thing} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Kind({ thing }: { readonly thing: Found }) {
  if (thing.kind === 'event') return <Trans>Event</Trans>
  return thing.kind === 'issue' ? <Trans>Issue</Trans> : <Trans>Project</Trans>
}

function Why({ thing }: { readonly thing: Found }) {
  if (thing.kind === 'project') return <Trans>one of its keys is in this text</Trans>
  if (thing.kind === 'issue')
    return (
      <Trans>
        now <span className="code">{thing.shortId}</span>
      </Trans>
    )
  return (
    <>
      {thing.by === 'digest' ? <Trans>has this digest</Trans> : <Trans>has this event ID</Trans>}
      <span aria-hidden="true">·</span>
      <Timestamp at={thing.occurredAt} />
      <span aria-hidden="true">·</span>
      <span className="code break-all">{thing.eventId}</span>
    </>
  )
}
