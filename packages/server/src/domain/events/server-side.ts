import type { Grouping, JoinedBy } from '#domain/issues/grouping.ts'

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

/** What an event of either side may have in common with one of the other. */
export interface Sharing {
  readonly digests: readonly string[]
  readonly traceId: string | undefined
  readonly release: string | undefined
  readonly route: string | undefined
}

/** What a server's event is found by. `bare:` is the place of one without a digest. */
export function offeredValues(sharing: Sharing): readonly string[] {
  const place = placeOf(sharing)
  const sure = sureValues(sharing)
  if (place === undefined) return sure
  return sharing.digests.length > 0
    ? [...sure, `place:${place}`]
    : [...sure, `place:${place}`, `bare:${place}`]
}

/** What a browser's event looks for, the surest first. Two events with different digests are two failures. */
export function soughtValues(sharing: Sharing): readonly string[] {
  const place = placeOf(sharing)
  const sure = sureValues(sharing)
  if (place === undefined) return sure
  return [...sure, sharing.digests.length > 0 ? `bare:${place}` : `place:${place}`]
}

function sureValues({ digests, traceId }: Sharing): readonly string[] {
  const shared = digests.map((digest) => `digest:${digest}`)
  return traceId === undefined ? shared : [...shared, `trace:${traceId}`]
}

function placeOf({ release, route }: Sharing): string | undefined {
  return release === undefined || route === undefined ? undefined : `${release} ${route}`
}

const KINDS: Readonly<Record<string, JoinedBy>> = {
  digest: 'digest',
  trace: 'trace',
  place: 'place',
  bare: 'place',
}
const byOf = (value: string): JoinedBy => KINDS[value.slice(0, value.indexOf(':'))]!

/** From a server's failure to the page that shows it. */
const SAME_MOMENT_MS = 10_000

/**
 * The nearest in time: the others happened to somebody else. By the place alone it has to be the same moment, and no other
 * error may have happened there then.
 */
export function serverSideAt(
  sides: readonly ServerSide[],
  value: string,
  at: number,
): ServerSide | undefined {
  const distance = (side: ServerSide) => Math.abs(side.occurredAt - at)
  const isSure = byOf(value) !== 'place'
  const near = isSure ? sides : sides.filter((side) => distance(side) <= SAME_MOMENT_MS)
  if (!isSure && new Set(near.map(({ fingerprint }) => fingerprint)).size > 1) return undefined
  return near.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The group of the browser's side: that of the server's. `own`: as it is by itself. */
export function joinedGrouping(
  { eventId, version, fingerprint }: ServerSide,
  value: string,
  own: Grouping,
): Grouping {
  const by = byOf(value)
  const apart = { version: own.version, fingerprint: own.fingerprint, evidence: own.evidence }
  return {
    version,
    fingerprint,
    evidence: { rule: 'joined', summary: SUMMARIES[by], parts: ['joined', value] },
    joined: { eventId, by, apart },
  }
}

const SUMMARIES: Readonly<Record<JoinedBy, string>> = {
  digest: 'The server reported the error with the same digest.',
  trace: 'The server reported an error in the same trace.',
  place: 'The server reported an error on the same route and release at that moment.',
}
