import { AppError } from '#domain/app-error.ts'
import type { EventPosition } from '#domain/events/event-position.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { issueSpan } from '#product/issues/query/issue.ts'
import { latestPart } from '#product/issues/query/latest-part.ts'
import { planFor, type RequesterStores, type SearchRequest } from '#product/search/query/requester.ts'
import { matching } from '#product/search/query/search-events.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'

type Stores = RequesterStores & { readonly telemetry: TelemetryStore; readonly issues: IssueRecords }

export interface EventPlace {
  /** Undefined where `latest` or `oldest` was asked for and nothing matches. */
  readonly eventId: string | undefined
  /** From 1 for the oldest; undefined where the event does not match. */
  readonly position: number | undefined
  readonly total: number
  readonly previousEventId: string | undefined
  readonly nextEventId: string | undefined
  /** Only the latest events of the issue were searched. */
  readonly cut: boolean
}

const HOUR_MS = 3_600_000

/** Where an event stands among those of its issue for which a search holds, all of them where the search is empty. */
export async function readEventPlace(
  stores: Stores,
  issue: Issue,
  project: Project,
  { event, ...search }: SearchRequest & { readonly event: string },
  now: number,
): Promise<EventPlace> {
  const { telemetry } = stores
  const { ways } = await planFor(stores, project, search, 'events', now)
  const { scope, cut } = await searchedScope(stores, issue, ways)
  if (event === 'latest' || event === 'oldest') {
    const end = await telemetry.neighbours(scope, event === 'latest' ? 'newest' : 'oldest')
    if (end.event === undefined) return { ...NOWHERE, cut }
    return placeAt(telemetry, scope, await positionOf(telemetry, issue, end.event), cut)
  }
  return placeAt(telemetry, scope, await positionOf(telemetry, issue, event), cut)
}

const NOWHERE = {
  eventId: undefined,
  position: undefined,
  total: 0,
  previousEventId: undefined,
  nextEventId: undefined,
}

/** A search that reads texts stops at as many events as the list of events looks through at once. */
async function searchedScope(
  { telemetry, issues }: Stores,
  issue: Issue,
  ways: Parameters<typeof matching>[2],
): Promise<{ readonly scope: Scope; readonly cut: boolean }> {
  const all = issueSpan(issue)
  const { scope, costly } = await matching(issues, all, ways)
  if (!costly) return { scope, cut: false }
  const part = await latestPart(telemetry, all, { bucketMs: HOUR_MS, enough: LIMITS.search.budget })
  const from = Math.max(scope.range.from, part.scope.range.from)
  return { scope: { ...scope, range: { ...scope.range, from } }, cut: part.cut }
}

interface Found extends EventPosition {
  readonly eventId: string
}

async function positionOf(telemetry: TelemetryStore, issue: Issue, eventId: string): Promise<Found> {
  const stored = await telemetry.get(issue.projectId, eventId)
  if (stored === undefined) throw new AppError('not_found', 'Event not found, or it has expired.')
  if (stored.issueId !== issue.id) throw new AppError('not_found', 'This event belongs to another issue.')
  return stored
}

async function placeAt(
  telemetry: TelemetryStore,
  scope: Scope,
  found: Found,
  cut: boolean,
): Promise<EventPlace> {
  const [rank, beside] = await Promise.all([telemetry.rank(scope, found), telemetry.neighbours(scope, found)])
  return {
    eventId: found.eventId,
    position: rank.at === 0 ? undefined : rank.older + 1,
    total: rank.older + rank.at + rank.newer,
    previousEventId: beside.older,
    nextEventId: beside.newer,
    cut,
  }
}
