import { AppError } from '#domain/app-error.ts'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { completeContexts } from '#event/contexts/client-contexts.ts'
import { normalise } from '#event/normalise.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { JsonObject } from '#domain/json.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Recognised } from '#domain/events/known-error.ts'
import { recognise } from '#event/known-errors/recognise.ts'
import type { IssueRecords } from '#stores/records/records.ts'
import type { EventNeighbours, StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { everything } from '#product/issues/query/time-series.ts'
import { issueScope, issueSpan } from '#product/issues/query/issue.ts'
import { within, type Within } from '#product/search/query/within.ts'
import { planFor, type SearchRequest, type RequesterStores } from '#product/search/query/requester.ts'
import { searchEvents, type EventPageOptions, type FoundEvents } from '#product/search/query/search-events.ts'
import { readSides, type EventSides } from './event-sides.ts'
import { mapStacks, type MappedStacks } from './mapped-stacks.ts'

export interface EventReport extends EventSides {
  readonly stored: StoredEvent
  readonly event: ErrorEvent
  readonly contexts: Readonly<Record<string, JsonObject>>
  readonly stacks: MappedStacks
  /** What it is, where it is a problem that every application meets. */
  readonly recognised: Recognised | undefined
  /** The next older event of the same issue. */
  readonly previousEventId: string | undefined
  /** The next newer one. */
  readonly nextEventId: string | undefined
}

export interface EventDeps {
  readonly telemetry: TelemetryStore
  readonly symbolicator: Symbolicator
}

export interface EventListOptions extends SearchRequest, EventPageOptions, Within {}

type ListStores = RequesterStores & { readonly telemetry: TelemetryStore; readonly issues: IssueRecords }

export async function listProjectEvents(
  stores: ListStores,
  project: Project,
  options: EventListOptions,
  now: number,
): Promise<FoundEvents> {
  const plan = await planFor(stores, project, options, 'events', now)
  return searchEvents(stores, within(everything(project.id, now), options), plan, options)
}

export async function listIssueEvents(
  stores: ListStores,
  issue: Issue,
  project: Project,
  options: EventListOptions,
  now: number,
): Promise<FoundEvents> {
  const plan = await planFor(stores, project, options, 'events', now)
  return searchEvents(stores, within(issueScope(issue, now), options), plan, options)
}

export async function readEvent(
  deps: EventDeps & { readonly issues: Pick<IssueRecords, 'byId'> },
  projectId: string,
  eventId: string,
  now: number,
): Promise<EventReport> {
  const stored = await storedEvent(deps.telemetry, projectId, eventId)
  const issue = await deps.issues.byId(stored.issueId)
  const scope = issue === undefined ? issueScope({ id: stored.issueId, projectId }, now) : issueSpan(issue)
  return reportOn(deps, stored, deps.telemetry.neighbours(scope, stored))
}

/**
 * One event of an issue; `latest` and `oldest` are those among what is still stored. Where that is what a browser got of a
 * server's error, it is the server's: it says what happened.
 */
export async function readIssueEvent(deps: EventDeps, issue: Issue, eventId: string): Promise<EventReport> {
  const { telemetry } = deps
  const scope = issueSpan(issue)
  if (eventId === 'latest' || eventId === 'oldest') {
    const end = await telemetry.neighbours(scope, eventId === 'latest' ? 'newest' : 'oldest')
    if (end.event === undefined) throw new AppError('not_found', 'All events of this issue have expired.')
    const stored = await storedEvent(telemetry, issue.projectId, end.event)
    const { joined } = stored.document.grouping
    const server = joined && (await telemetry.get(issue.projectId, joined.eventId))
    if (server?.issueId === issue.id) return reportOn(deps, server, telemetry.neighbours(scope, server))
    return reportOn(deps, stored, end)
  }
  const stored = await storedEvent(telemetry, issue.projectId, eventId)
  if (stored.issueId !== issue.id) throw new AppError('not_found', 'This event belongs to another issue.')
  return reportOn(deps, stored, telemetry.neighbours(scope, stored))
}

async function storedEvent(
  telemetry: TelemetryStore,
  projectId: string,
  eventId: string,
): Promise<StoredEvent> {
  const stored = await telemetry.get(projectId, eventId)
  if (stored === undefined) throw new AppError('not_found', 'Event not found, or it has expired.')
  return stored
}

async function reportOn(
  deps: EventDeps,
  stored: StoredEvent,
  beside: EventNeighbours | Promise<EventNeighbours>,
): Promise<EventReport> {
  const event = normalise(stored.document.payload, stored.document.received, {
    eventId: stored.eventId,
  })
  const [stacks, { older, newer }, sides] = await Promise.all([
    mapStacks(deps.symbolicator, stored.projectId, event),
    beside,
    readSides(deps.telemetry, stored),
  ])
  return {
    ...sides,
    stored,
    event,
    contexts: completeContexts(event, stored.document.received),
    stacks,
    recognised: recognise(event),
    previousEventId: older,
    nextEventId: newer,
  }
}
