import { joinedGrouping, serverSideAt, type ServerSide, soughtValues } from '#domain/events/server-side.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Grouping } from '#domain/issues/grouping.ts'
import { textOfJson } from '#stores/telemetry/events.ts'
import { storedServerSides } from '#stores/telemetry/server-sides.ts'
import type { Identifier, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { WaitingEvent } from './waiting-event.ts'

type FindServerSides = (projectId: string, value: string) => Promise<readonly ServerSide[]>

/**
 * Gives the browser's side of a server's error the issue of that error: all such events together would be one issue that
 * says nothing. Where the server's event is not there yet, the event is found again when it is.
 */
export async function joinSides(
  events: readonly WaitingEvent[],
  telemetry: Pick<TelemetryStore, 'find' | 'get'>,
): Promise<readonly WaitingEvent[]> {
  if (!events.some(({ lacksServerSide }) => lacksServerSide)) return events
  const find = serverSideFinder(events, telemetry)
  const joined: WaitingEvent[] = []
  for (const event of events) joined.push(event.lacksServerSide ? await join(event, find) : event)
  return joined
}

/** Each value is looked up once in a batch, among its own events first: those are not stored yet. */
function serverSideFinder(
  events: readonly WaitingEvent[],
  telemetry: Pick<TelemetryStore, 'find' | 'get'>,
): FindServerSides {
  const here = Map.groupBy(
    events.flatMap((event) => valuesOf(event, 'server_side').map((value) => ({ event, value }))),
    ({ event, value }) => `${event.row.projectId}/${value}`,
  )
  const stored = new Map<string, Promise<readonly ServerSide[]>>()
  return async (projectId, value) => {
    const key = `${projectId}/${value}`
    const own = here.get(key)
    if (own !== undefined) return own.map(({ event }) => sideOf(event))
    const known = stored.get(key)
    if (known !== undefined) return known
    // Whoever has the public key can make up as many as they like.
    if (stored.size >= LIMITS.sides.lookUpsPerBatch) return []
    const found = storedServerSides(telemetry, projectId, value)
    stored.set(key, found)
    return found
  }
}

function sideOf({ row: { eventId, occurredAt }, grouping }: WaitingEvent): ServerSide {
  return { eventId, occurredAt, ...grouping }
}

function valuesOf(
  { row: { identifiers = [] } }: WaitingEvent,
  wanted: Identifier['kind'],
): readonly string[] {
  return identifiers.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
}

async function join(event: WaitingEvent, find: FindServerSides): Promise<WaitingEvent> {
  const { projectId, traceId, occurredAt, release, route } = event.row
  const sought = soughtValues({ digests: valuesOf(event, 'digest'), traceId, release, route })
  for (const value of sought) {
    const server = serverSideAt(await find(projectId, value), value, occurredAt)
    if (server !== undefined) return joined(event, server, value)
  }
  return sought.length === 0 ? event : awaiting(event, sought)
}

function joined(event: WaitingEvent, server: ServerSide, value: string): WaitingEvent {
  const { fingerprint, version: groupingVersion } = server
  const { unmappedFingerprint: _unmapped, earlier: _earlier, ...record } = event.record
  const grouped = withGrouping(event, (own) => joinedGrouping(server, value, own), {
    kind: 'browser_side',
    value: server.eventId,
  })
  return { ...grouped, record: { ...record, fingerprint, groupingVersion, isBrowserSide: true } }
}

function awaiting(event: WaitingEvent, awaits: readonly string[]): WaitingEvent {
  const grouped = withGrouping(event, (grouping) => ({ ...grouping, awaits }), {
    kind: 'awaited_server',
    value: 'any',
  })
  return { ...grouped, record: { ...event.record, awaitsServerSide: true } }
}

function withGrouping(
  event: WaitingEvent,
  change: (grouping: Grouping) => Grouping,
  identifier: Identifier,
): WaitingEvent {
  const { row } = event
  const document =
    'json' in row.document ? (JSON.parse(textOfJson(row.document)) as EventDocument) : row.document
  const grouping = change(document.grouping)
  return {
    ...event,
    row: {
      ...row,
      fingerprint: grouping.fingerprint,
      document: { json: Buffer.from(JSON.stringify({ ...document, grouping })) },
      identifiers: [...(row.identifiers ?? []), identifier],
    },
  }
}
