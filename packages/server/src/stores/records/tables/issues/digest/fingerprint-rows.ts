import type { Insertable } from 'kysely'
import type { BatchIssue } from './batch-issue.ts'
import type { Group } from './digest-groups.ts'
import { fingerprintKey } from '#stores/records/tables/issues/rollups/rollup-keys.ts'
import type { FingerprintTable } from '#stores/records/sql/schema.ts'

export type FingerprintId = Pick<FingerprintTable, 'project_id' | 'version' | 'fingerprint'>

/** A fingerprint that leads to an issue since this batch. */
export interface AddedFingerprint {
  readonly issue: BatchIssue
  readonly row: Omit<Required<Insertable<FingerprintTable>>, 'issue_id'>
}

export function ownFingerprint({ projectId, version, fingerprint }: Group): FingerprintId {
  return { project_id: projectId, version, fingerprint }
}

/** Those of version 1 that the events of a group would have had: without maps, or without a later version. */
export function otherFingerprints({ projectId, unmapped, earlier }: Group): readonly FingerprintId[] {
  const others = earlier.map(({ fingerprint }) => fingerprint)
  if (unmapped !== undefined) others.push(unmapped)
  return others.map((fingerprint) => firstVersion(projectId, fingerprint))
}

export function firstVersion(projectId: string, fingerprint: string): FingerprintId {
  return { project_id: projectId, version: 1, fingerprint }
}

export function nameOf({ project_id, version, fingerprint }: FingerprintId): string {
  return `${project_id}/${version}/${fingerprint}`
}

/** One that no event had yet. */
export function emptyRow({ project_id, version, fingerprint }: FingerprintId): AddedFingerprint['row'] {
  return {
    project_id,
    version,
    fingerprint,
    key: fingerprintKey({ project_id, version, fingerprint }),
    event_count: 0,
    first_seen: null,
    last_seen: null,
    first_release: null,
    last_release: null,
    came_from: null,
  }
}

/** One that these events have. */
export function countedRow(group: Group, events: number): AddedFingerprint['row'] {
  return {
    ...emptyRow(ownFingerprint(group)),
    event_count: events,
    first_seen: group.firstSeen,
    last_seen: group.lastSeen,
    first_release: group.firstRelease ?? null,
    last_release: group.lastRelease ?? null,
  }
}
