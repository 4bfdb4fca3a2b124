import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Something that went wrong once, as it was reported. */
export interface Failure {
  readonly event: EventSummary
  /** What browsers got of it, where the event is a server's. */
  readonly browserSides: readonly EventSummary[]
}

/** What a browser got of a server's error goes with it, where that is among the events too. */
export async function failuresOf(
  telemetry: Pick<TelemetryStore, 'identifiersOf'>,
  events: readonly EventSummary[],
): Promise<readonly Failure[]> {
  const serverOf = new Map<EventSummary, EventSummary>()
  for (const [projectId, own] of Map.groupBy(events, (event) => event.projectId)) {
    const byId = new Map(own.map((event) => [event.eventId, event]))
    const joined = await telemetry.identifiersOf(projectId, [...byId.keys()], 'browser_side')
    for (const [eventId, servers] of joined) {
      const server = byId.get(servers[0]!)
      if (server !== undefined) serverOf.set(byId.get(eventId)!, server)
    }
  }
  const sides = Map.groupBy(serverOf.keys(), (event) => serverOf.get(event)!)
  return events
    .filter((event) => !serverOf.has(event))
    .map((event) => ({ event, browserSides: sides.get(event) ?? [] }))
}
