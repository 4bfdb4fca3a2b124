import type { ErrorEvent } from '#domain/events/error-event.ts'
import { Drop } from '#domain/intake/outcome.ts'
import type { DropReason, Outcome } from '#domain/intake/outcome.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'

/** Says why the project does not want the event, or nothing. */
export type Filter = (event: ErrorEvent, received: EventDocument['received']) => DropReason | undefined

export type FiltersOf = (settings: ProjectSettings) => readonly Filter[]

/** The first filter that matches decides. */
export function filter(
  event: ErrorEvent,
  received: EventDocument['received'],
  filters: readonly Filter[],
): Outcome<ErrorEvent> {
  for (const matches of filters) {
    const reason = matches(event, received)
    if (reason !== undefined) return new Drop(reason, 'a filter of the project matched')
  }
  return event
}
