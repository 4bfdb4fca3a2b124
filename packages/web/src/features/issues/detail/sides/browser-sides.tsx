import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/base/button.tsx'
import { KeyValues } from '#ui/data/key-values.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { ErrorRow, MomentRow } from '#features/issues/detail/event/breadcrumb-row.tsx'
import { timelineOf } from '#features/issues/detail/event/timeline.ts'
import { OpenScope } from '#features/issues/detail/open-state.ts'
import { Section } from '#features/issues/detail/section.tsx'
import { SharedWord } from './shared-word.tsx'

type BrowserSide = EventView['browserSides'][number]

/** So many stand next to the failure; the browser’s own event has all of them. */
const NEAREST = 8

/** What the user did and saw when the server failed: beneath the server’s stack, because it is the same story. */
export function BrowserSides({ event }: { readonly event: EventView }) {
  const { t } = useLingui()
  return (
    <Section
      id="browser-side"
      title={t`In the browser`}
      note={<span className="text-meta text-subtle">{event.browserSides.length}</span>}
    >
      <ul className="divide-y divide-line">
        {event.browserSides.map((side) => (
          <li key={side.eventId}>
            <OpenScope value={side.eventId}>
              <Side issueId={event.issueId} side={side} />
            </OpenScope>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Side({ issueId, side }: { readonly issueId: string; readonly side: BrowserSide }) {
  const { t } = useLingui()
  const facts: ReadonlyArray<readonly [string, string | null]> = [
    [t`URL`, side.url],
    [t`User`, side.user],
    [t`Browser`, [side.browser, side.os].filter((one) => one !== null).join(', ') || null],
    [t`Device`, side.device],
  ]
  return (
    <div className="grid min-w-0">
      <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <p className="flex flex-wrap gap-x-2 text-meta text-muted">
            <Timestamp at={side.occurredAt} />
            <SharedWord by={side.by} />
          </p>
          <KeyValues entries={facts.filter(([, value]) => value !== null)} />
        </div>
        <Link
          to="/issues/$issue/events/$event"
          params={{ issue: issueId, event: side.eventId }}
          className={buttonClass('quiet', 'min-h-6 px-1.5')}
        >
          <Trans>Open the browser’s event</Trans>
        </Link>
      </div>
      <ol className="border-t border-line">
        {timelineOf(side)
          .slice(-NEAREST)
          .map((moment) => (
            <MomentRow key={moment.index} moment={moment} />
          ))}
        <ErrorRow title={side.title} />
      </ol>
    </div>
  )
}
