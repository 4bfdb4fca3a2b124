import { fingerprintKey, userKey } from './rollup-keys.ts'
import type { FingerprintHourTable, FingerprintUserTable } from '#stores/records/sql/schema.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** An event as far as it is counted. */
export interface Counted {
  readonly projectId: string
  readonly groupingVersion: number
  readonly fingerprint: string
  readonly receivedAt: number
  readonly user?: string | undefined
}

/** What events say about one fingerprint. */
export interface Tally {
  readonly key: number
  readonly first: Counted
  readonly hours: readonly FingerprintHourTable[]
  /** Each user once, with the last day. */
  readonly users: readonly FingerprintUserTable[]
}

/** By key and not by fingerprint: two that fall together must not be two rows of one statement. */
export function tallies(events: readonly Counted[]): readonly Tally[] {
  const fingerprints = Map.groupBy(
    events,
    ({ projectId, groupingVersion, fingerprint }) => `${projectId}/${groupingVersion}/${fingerprint}`,
  )
  const byKey = Map.groupBy(fingerprints.values(), ([first]) => keyOf(first!))
  return Array.from(byKey, ([key, groups]) => tally(key, groups.flat()))
}

function tally(key: number, events: readonly Counted[]): Tally {
  const first = events[0]!
  const { projectId: project_id } = first
  const hours = new Map<number, number>()
  const users = new Map<number, number>()
  for (const { receivedAt, user } of events) {
    const hour = Math.floor(receivedAt / HOUR_MS)
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
    if (user === undefined) continue
    const number = userKey(user)
    users.set(number, Math.max(users.get(number) ?? 0, Math.floor(receivedAt / DAY_MS)))
  }
  return {
    key,
    first,
    hours: Array.from(hours, ([hour, number]) => ({ key, hour, project_id, events: number })),
    users: Array.from(users, ([user, day]) => ({ key, user, project_id, day })),
  }
}

function keyOf({ projectId: project_id, groupingVersion: version, fingerprint }: Counted): number {
  return fingerprintKey({ project_id, version, fingerprint })
}
