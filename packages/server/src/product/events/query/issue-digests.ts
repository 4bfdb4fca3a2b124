import { hasComputedDigest } from '#domain/events/next-digest.ts'
import type { Issue } from '#domain/issues/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import { issueSpan } from '#product/issues/query/issue.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** The numbers that users were shown when they ran into an issue. */
export interface IssueDigests {
  /** The one seen last first. */
  readonly digests: readonly IssueDigest[]
  /** Only the latest events of the issue were looked at. */
  readonly more: boolean
}

export interface IssueDigest {
  readonly digest: string
  readonly events: number
  readonly firstSeen: number
  readonly lastSeen: number
  /** Those of the events that have one, the latest first: a new build has new digests. */
  readonly releases: readonly string[]
}

export async function readIssueDigests(
  telemetry: Pick<TelemetryStore, 'page' | 'identifiersOf'>,
  issue: Issue,
): Promise<IssueDigests> {
  const { events, next } = await telemetry.page(issueSpan(issue), { limit: LIMITS.digests.eventsOfIssue })
  const known = await telemetry.identifiersOf(
    issue.projectId,
    events.map(({ eventId }) => eventId),
    'digest',
  )
  const shown = shownDigests(events, known)
  const digests = [...Map.groupBy(shown, ({ digest }) => digest)].map(([digest, own]) => {
    const moments = own.map(({ event }) => event.occurredAt)
    return {
      digest,
      events: own.length,
      firstSeen: Math.min(...moments),
      lastSeen: Math.max(...moments),
      releases: [...new Set(own.flatMap(({ event }) => event.release ?? []))],
    }
  })
  return { digests: digests.toSorted((a, b) => b.lastSeen - a.lastSeen), more: next !== undefined }
}

/** Where several were computed of one event, users saw one of them, or none: it is listed when a browser has sent it, too. */
function shownDigests(
  events: readonly EventSummary[],
  known: ReadonlyMap<string, readonly string[]>,
): ReadonlyArray<{ readonly digest: string; readonly event: EventSummary }> {
  const of = ({ eventId }: EventSummary) => known.get(eventId) ?? []
  const isOpen = (event: EventSummary) => of(event).length > 1 && hasComputedDigest(event.tags)
  const sure = new Set(events.filter((event) => !isOpen(event)).flatMap(of))
  return events.flatMap((event) =>
    of(event)
      .filter((digest) => !isOpen(event) || sure.has(digest))
      .map((digest) => ({ digest, event })),
  )
}
