import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { memo, useDeferredValue } from 'react'
import { BreadcrumbsSection } from './breadcrumbs-section.tsx'
import { ContextsSection, RequestSection, UserSection } from './context-sections.tsx'
import { EventsSection } from '#features/issues/detail/events/events-section.tsx'
import { LeadSection } from '#features/issues/detail/lead-section.tsx'
import { RawSection } from './raw-section.tsx'
import { KnownErrorCard } from '#features/issues/detail/known-errors/known-error-card.tsx'
import { hasSection } from '#features/issues/detail/sections.ts'
import { SideColumn } from '#features/issues/detail/side-column.tsx'
import { TagsSection } from './tags-section.tsx'
import { WhySection } from '#features/issues/detail/grouping/why-section.tsx'

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
        {event.recognised !== null && <KnownErrorCard recognised={event.recognised} />}
        <LeadSection event={event} />
      </div>
      <div className="min-w-0 desk:sticky desk:top-24 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:max-h-[calc(100dvh-7rem)] desk:overflow-y-auto">
        <SideColumn issue={issue} complete={complete} event={event} />
      </div>
      {later !== undefined && <Rest issue={issue} complete={complete} event={later} />}
    </div>
  )
}

/** Content below the first screen, rendered after the stack trace. */
const Rest = memo(({ issue, complete, event }: Omit<Props, 'stayed'>) => (
  <div className="grid min-w-0 gap-4">
    {hasSection('breadcrumbs', event) && <BreadcrumbsSection event={event} />}
    {complete && <TagsSection issue={issue} event={event} />}
    <UserSection event={event} />
    <RequestSection event={event} />
    <ContextsSection event={event} />
    <WhySection event={event} />
    <EventsSection issue={issue.id} shown={event.eventId} />
    <RawSection event={event} />
  </div>
))
