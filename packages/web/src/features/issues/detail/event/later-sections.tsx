import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { memo } from 'react'
import { EventsSection } from '#features/issues/detail/events/events-section.tsx'
import { WhySection } from '#features/issues/detail/grouping/why-section.tsx'
import { hasSection } from '#features/issues/detail/sections.ts'
import { BreadcrumbsSection } from './breadcrumbs-section.tsx'
import { ContextsSection, RequestSection, UserSection } from './context-sections.tsx'
import { RawSection } from './raw-section.tsx'
import { TagsSection } from './tags-section.tsx'

interface Props {
  readonly issue: IssueDetail
  readonly complete: boolean
  readonly event: EventView
}

/** Content below the first screen, loaded and rendered after the stack trace. */
export const LaterSections = memo(({ issue, complete, event }: Props) => (
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
