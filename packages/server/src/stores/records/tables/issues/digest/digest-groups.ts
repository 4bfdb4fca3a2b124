import type { EarlierGroup } from '#domain/issues/grouping.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import { storable } from '#stores/records/sql/text.ts'

/** What a batch says about one issue. */
export interface Group {
  readonly projectId: string
  readonly version: number
  readonly fingerprint: string
  /** The fingerprint of version 1 that these events would have had without their maps. */
  readonly unmapped: string | undefined
  /** The grouping of version 1 for these events, each once. */
  readonly earlier: readonly EarlierGroup[]
  /** Events to count now; the others only need to know their issue. */
  readonly fresh: number
  readonly total: number
  readonly firstSeen: number
  readonly lastSeen: number
  /** By time of receipt; those to count now, where there are any. */
  readonly members: readonly DigestedEvent[]
  /** The event that gives the issue its title: the other side of a server's error only where there is nothing else. */
  readonly latest: DigestedEvent
  readonly firstRelease: string | undefined
  readonly lastRelease: string | undefined
}

/** Adds the batch up per issue, so a burst of one error costs one row. `position` is what is already applied. */
export function groupEvents(events: readonly DigestedEvent[], position: number): readonly Group[] {
  const groups = new Map<string, DigestedEvent[]>()
  for (const event of events) {
    const key = JSON.stringify([event.projectId, event.groupingVersion, event.fingerprint])
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return [...groups.values()].map((members) => summarise(members, position))
}

function summarise(members: DigestedEvent[], position: number): Group {
  const fresh = members.filter((event) => event.seq >= position)
  const inOrder = (fresh.length > 0 ? fresh : members).sort(
    (a, b) => a.receivedAt - b.receivedAt || a.seq - b.seq,
  )
  const first = inOrder[0]!
  const newest = inOrder.at(-1)!
  const latest = inOrder.findLast(({ isBrowserSide }) => isBrowserSide !== true) ?? newest
  const releases = inOrder.flatMap(({ release }) => (release === undefined ? [] : [release]))
  return {
    projectId: first.projectId,
    version: first.groupingVersion,
    fingerprint: first.fingerprint,
    unmapped: first.unmappedFingerprint,
    earlier: earlierOf(inOrder),
    fresh: fresh.length,
    total: members.length,
    firstSeen: first.receivedAt,
    lastSeen: newest.receivedAt,
    members: inOrder,
    latest,
    firstRelease: releases[0] === undefined ? undefined : storable(releases[0]),
    lastRelease: releases.length === 0 ? undefined : storable(releases.at(-1)!),
  }
}

/** A cause has a few wordings; more than that is a sender's doing, and each costs a look. */
const MOST_EARLIER = 10

function earlierOf(members: readonly DigestedEvent[]): readonly EarlierGroup[] {
  const found = new Map<string, EarlierGroup>()
  for (const { earlier } of members) {
    if (earlier !== undefined && found.size < MOST_EARLIER) found.set(earlier.fingerprint, earlier)
  }
  return [...found.values()]
}
