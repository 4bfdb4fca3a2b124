import type { Grouping } from '#domain/issues/grouping.ts'

/**
 * React sends a browser no more of a server's error than a number. The browser's event is then the other side of the
 * server's: by itself it says nothing.
 */
export interface ServerSide {
  readonly eventId: string
  readonly occurredAt: number
  readonly version: Grouping['version']
  readonly fingerprint: string
}

/** What both sides have in common, the surest first. */
export function sharedValues(digests: readonly string[], traceId: string | undefined): readonly string[] {
  const shared = digests.map((digest) => `digest:${digest}`)
  return traceId === undefined ? shared : [...shared, `trace:${traceId}`]
}

/** Of events that share a value, the others happened to somebody else. */
export function nearestSide(sides: readonly ServerSide[], at: number): ServerSide | undefined {
  return sides.toSorted((a, b) => Math.abs(a.occurredAt - at) - Math.abs(b.occurredAt - at))[0]
}

/** The group of the browser's side: that of the server's. `own`: as it is by itself. */
export function joinedGrouping(
  { eventId, version, fingerprint }: ServerSide,
  value: string,
  own: Grouping,
): Grouping {
  const by = value.startsWith('digest:') ? 'digest' : 'trace'
  const apart = { version: own.version, fingerprint: own.fingerprint, evidence: own.evidence }
  return {
    version,
    fingerprint,
    evidence: { rule: 'joined', summary: SUMMARIES[by], parts: ['joined', value] },
    joined: { eventId, by, apart },
  }
}

const SUMMARIES = {
  digest: 'The server reported the error with the same digest.',
  trace: 'The server reported an error in the same trace.',
} as const
