import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Feedback } from '@hindcast/contract/feedback/feedback.ts'

export interface FeedbackOfEvent {
  readonly feedback: Feedback
  readonly isOfEvent: boolean
}

type Sides = Pick<EventView, 'eventId' | 'serverSide' | 'browserSides'>

/** A failure that a server and a browser both reported is one event to the person who wrote about it. */
export function thisEventFirst(feedback: readonly Feedback[], event: Sides): readonly FeedbackOfEvent[] {
  const ids = new Set([event.eventId, ...event.browserSides.map(({ eventId }) => eventId)])
  if (event.serverSide !== null) ids.add(event.serverSide.eventId)
  const entries = feedback.map((one) => ({
    feedback: one,
    isOfEvent: one.eventId !== null && ids.has(one.eventId),
  }))
  return entries.toSorted((a, b) => Number(b.isOfEvent) - Number(a.isOfEvent))
}
