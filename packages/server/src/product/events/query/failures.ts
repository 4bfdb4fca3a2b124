import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Something that went wrong once, as it was reported. */
export interface Failure {
  readonly event: EventSummary
  /** What browsers got of it, where the event is a server's. */
  readonly browserSides: readonly EventSummary[]
}

type Telemetry = Pick<TelemetryStore, 'identifiersOf' | 'get'>

/** Servers' events that are read because they are not among those given; each is a document. */
const MOST_READ = 50

/**
 * What a browser got of a server's error goes with it. The server's event need not be among those given: with the stock SDK,
 * webpack builds know the digest in the browser only.
 */
export async function failuresOf(
  telemetry: Telemetry,
  events: readonly EventSummary[],
): Promise<readonly Failure[]> {
  const serverOf = new Map<EventSummary, EventSummary>()
  for (const [projectId, own] of Map.groupBy(events, (event) => event.projectId)) {
    const byId = new Map(own.map((event) => [event.eventId, event]))
    const joined = await telemetry.identifiersOf(projectId, [...byId.keys()], 'browser_side')
    const wanted = [...joined.values()].map(([server]) => server!).filter((id) => !byId.has(id))
    const servers = await readEvents(telemetry, projectId, [...new Set(wanted)].slice(0, MOST_READ))
    for (const [eventId, [serverId]] of joined) {
      const server = byId.get(serverId!) ?? servers.get(serverId!)
      if (server !== undefined) serverOf.set(byId.get(eventId)!, server)
    }
  }
  const sides = Map.groupBy(serverOf.keys(), (event) => serverOf.get(event)!)
  const given = new Set(events)
  const reported = events.flatMap((event) => {
    const server = serverOf.get(event)
    if (server === undefined) return [event]
    return given.has(server) ? [] : [server]
  })
  return [...new Set(reported)].map((event) => ({ event, browserSides: sides.get(event) ?? [] }))
}

async function readEvents(
  telemetry: Telemetry,
  projectId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventSummary>> {
  const found = await Promise.all(eventIds.map((eventId) => telemetry.get(projectId, eventId)))
  return new Map(
    found.flatMap((stored) => {
      if (stored === undefined) return []
      const { document: _document, ...event } = stored
      return [[event.eventId, event] as const]
    }),
  )
}
