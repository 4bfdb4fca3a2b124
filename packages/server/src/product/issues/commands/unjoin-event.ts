import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { moveEvents, type MoveStores, sideGrouped } from './move-events.ts'

export interface UnjoinDeps extends MoveStores {
  readonly telemetry: Pick<TelemetryStore, 'get' | 'revise'>
  readonly now: () => number
}

/**
 * Takes a browser's event out of the issue of a server's error that it has nothing to do with. It is not joined again: a
 * join is decided when an event comes, or while it waits for one. Answers the issue that it belongs to now.
 */
export async function unjoinEvent(deps: UnjoinDeps, issue: Issue, eventId: string): Promise<string> {
  const stored = await deps.telemetry.get(issue.projectId, eventId)
  if (stored?.issueId !== issue.id) throw new AppError('not_found', 'Event not found, or it has expired.')
  const { joined } = stored.document.grouping
  if (joined === undefined) throw new AppError('invalid_input', 'This event was not joined with another one.')
  const { revisions } = await moveEvents(deps, [sideGrouped(stored, joined.apart)], deps.now())
  return revisions[0]?.issueId ?? issue.id
}
