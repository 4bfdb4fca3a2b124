import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import {
  compareEventPositions,
  decodeEventCursor,
  encodeEventCursor,
  type EventPosition,
} from '#domain/events/event-position.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import type { EventListOptions } from '#product/events/query/events.ts'
import type { ApiDeps } from '#api/deps.ts'
import { pick, type CountedEvent, type FoundEvent } from './columns.ts'

type Asked = Omit<EventListOptions, 'limit'>

/** Events of several projects as one list, the newest first. */
export async function pageAcross(
  { queries }: Pick<ApiDeps, 'queries'>,
  projects: readonly Project[],
  asked: Asked,
  limit: number,
): Promise<{ readonly events: readonly FoundEvent[]; readonly next: string | undefined }> {
  const found: FoundEvent[] = []
  let horizon: EventPosition | undefined
  for (const project of projects) {
    const { events, next } = await queries.projectEvents(project, { ...asked, limit })
    found.push(...events.map((event) => ({ event, project })))
    const end = next === undefined ? undefined : decodeEventCursor(next)
    if (end && (horizon === undefined || compareEventPositions(end, horizon) > 0)) horizon = end
  }
  // Behind where a project was read up to, its next page may have newer ones than another project's.
  const known = found
    .filter(({ event }) => horizon === undefined || compareEventPositions(event, horizon) >= 0)
    .toSorted((a, b) => compareEventPositions(b.event, a.event))
  const events = known.slice(0, limit)
  const end = known.length > limit ? events.at(-1)!.event : horizon
  return { events, next: end && encodeEventCursor(end) }
}

/** Read at once, before what is not counted of them is let go. */
const PAGE = 500

/**
 * What is counted of all events that match, the newest first in each project, or a refusal: a count of some of them
 * would be taken for that of all.
 */
export async function allAcross(
  { queries }: Pick<ApiDeps, 'queries'>,
  projects: readonly Project[],
  asked: Omit<Asked, 'cursor'>,
  fields: readonly string[],
): Promise<readonly CountedEvent[]> {
  const { countedEvents } = LIMITS.search
  const found: CountedEvent[] = []
  for (const project of projects) {
    let cursor: string | undefined
    do {
      const page = await queries.projectEvents(project, { ...asked, cursor, limit: PAGE })
      for (const event of page.events) found.push(pick({ event, project }, fields))
      if (found.length > countedEvents || page.searched !== undefined)
        throw new AppError(
          'invalid_input',
          `More than ${countedEvents} events to count. Narrow the query, the projects or the time.`,
        )
      cursor = page.next
    } while (cursor !== undefined)
  }
  return found
}

/** By the IDs of issues; those that are gone are left out. */
export async function shortIdsOf(
  { access }: Pick<ApiDeps, 'access'>,
  principal: Principal,
  issueIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(issueIds)]
  const issues = await access.issues(principal, ids, 'event:read', new Set(ids))
  return new Map(issues.map(({ issue, project }) => [issue.id, shortIdOf(project.slug, issue.number)]))
}
