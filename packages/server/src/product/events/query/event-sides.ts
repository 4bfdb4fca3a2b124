import type { Breadcrumb } from '#domain/events/error-event.ts'
import type { JoinedServerSide } from '#domain/issues/grouping.ts'
import { normalise } from '#event/normalise.ts'
import type { EventSummary, StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** A failure that a server and a browser both reported. */
export interface EventSides {
  /** Of the browser's event: the server's. Undefined where it expired, or where there is none. */
  readonly serverSide: ServerSideSummary | undefined
  /** Of the server's event: what browsers got of it, the latest first. */
  readonly browserSides: readonly BrowserSide[]
}

export interface ServerSideSummary {
  readonly by: JoinedServerSide['by']
  readonly event: EventSummary
}

export interface BrowserSide {
  readonly by: JoinedServerSide['by']
  readonly event: EventSummary
  readonly breadcrumbs: readonly Breadcrumb[]
}

/** As many as a page has room for; the list of events has the others. */
const MOST_BROWSERS = 3

export async function readSides(
  telemetry: Pick<TelemetryStore, 'find' | 'get'>,
  stored: StoredEvent,
): Promise<EventSides> {
  const { joined } = stored.document.grouping
  if (joined === undefined)
    return { serverSide: undefined, browserSides: await browserSidesOf(telemetry, stored) }
  const event = await telemetry.get(stored.projectId, joined.eventId)
  return { serverSide: event && { by: joined.by, event }, browserSides: [] }
}

async function browserSidesOf(
  telemetry: Pick<TelemetryStore, 'find' | 'get'>,
  { projectId, eventId: value }: StoredEvent,
): Promise<readonly BrowserSide[]> {
  const found = await telemetry.find([projectId], { kind: 'browser_side', value }, MOST_BROWSERS)
  const events = await Promise.all(found.map(({ eventId }) => telemetry.get(projectId, eventId)))
  return events.flatMap((event) => {
    const by = event?.document.grouping.joined?.by
    if (event === undefined || by === undefined) return []
    const { payload, received } = event.document
    return [{ by, event, breadcrumbs: normalise(payload, received, event).breadcrumbs }]
  })
}
