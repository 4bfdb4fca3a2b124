import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { lazy, Suspense, useDeferredValue } from 'react'
import { LeadSection } from '#features/issues/detail/lead-section.tsx'
import { SideColumn } from '#features/issues/detail/side-column.tsx'

const LaterSections = lazy(() =>
  import('./later-sections.tsx').then(({ LaterSections: component }) => ({ default: component })),
)

// Few events have these, and the page is read without them too.
const KnownErrorCard = lazy(() =>
  import('#features/issues/detail/known-errors/known-error-card.tsx').then(
    ({ KnownErrorCard: component }) => ({
      default: component,
    }),
  ),
)
const ServerSideCard = lazy(() =>
  import('#features/issues/detail/sides/server-side-card.tsx').then(({ ServerSideCard: component }) => ({
    default: component,
  })),
)
const BrowserSides = lazy(() =>
  import('#features/issues/detail/sides/browser-sides.tsx').then(({ BrowserSides: component }) => ({
    default: component,
  })),
)

const FeedbackSection = lazy(() =>
  import('#features/issues/detail/feedback/feedback-section.tsx').then(({ FeedbackSection: component }) => ({
    default: component,
  })),
)

interface Props {
  readonly issue: IssueDetail
  readonly complete: boolean
  readonly event: EventView
  /** Another event of this issue was on the screen just before: everything stays, or the page would jump. */
  readonly stayed: boolean
}

/** The stack first; what belongs to the issue beside it, or below it where there is no room beside. */
export function EventSections({ issue, complete, event, stayed }: Props) {
  const later = useDeferredValue<EventView | undefined>(event, stayed ? event : undefined)
  return (
    <div className="grid max-w-[116rem] grid-cols-[minmax(0,1fr)] items-start gap-4 px-(--gutter) py-4 desk:grid-cols-[minmax(0,1fr)_268px] desk:grid-rows-[auto_1fr] desk:gap-x-6">
      <div className="grid min-w-0 gap-4">
        {event.serverSide !== null ? (
          <Suspense>
            <ServerSideCard event={event} server={event.serverSide} />
          </Suspense>
        ) : (
          event.recognised !== null && (
            <Suspense>
              <KnownErrorCard recognised={event.recognised} />
            </Suspense>
          )
        )}
        <LeadSection event={event} />
        {issue.feedback > 0 && (
          <Suspense>
            <FeedbackSection issue={issue} event={event} />
          </Suspense>
        )}
        {event.browserSides.length > 0 && (
          <Suspense>
            <BrowserSides event={event} />
          </Suspense>
        )}
      </div>
      <div className="min-w-0 desk:sticky desk:top-24 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:max-h-[calc(100dvh-7rem)] desk:overflow-y-auto">
        <SideColumn issue={issue} complete={complete} event={event} />
      </div>
      {later !== undefined && (
        <Suspense>
          <LaterSections issue={issue} complete={complete} event={later} />
        </Suspense>
      )}
    </div>
  )
}
