import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { lifecycleAfter } from '#domain/issues/lifecycle/next-state.ts'
import type { Fact, IssueLifecycle, Occurrence } from '#domain/issues/lifecycle/lifecycle.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { BatchIssue } from './batch-issue.ts'
import type { Group } from './digest-groups.ts'
import { nameOf, otherFingerprints, ownFingerprint } from './fingerprint-rows.ts'
import type { KnownIssues } from './known-issues.ts'
import { lifecycleColumns, lifecycleIn } from '#stores/records/tables/issues/lifecycle-columns.ts'
import type { firstSights } from '#stores/records/tables/releases/first-sightings.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

/** When a project's releases were first seen. */
export type FirstSights = ReadonlyMap<string, number>
const NONE: FirstSights = new Map()

/** What the events of a batch do to an issue that is not simply open: those that are cost nothing here. */
export function advanceLifecycle(issue: BatchIssue, group: Group, sights: FirstSights): readonly Fact[] {
  if (issue.columns.status === 'unresolved') return []
  const before = lifecycleIn(issue.columns)
  if (before.snooze?.kind === 'forever' || before.snooze?.kind === 'escalating') return []
  const relevant = hasOrder(before) ? sights : NONE
  const facts: Fact[] = []
  let lifecycle = before
  for (const event of group.members) {
    const lived = lifecycleAfter(lifecycle, occurrence(event, relevant))
    lifecycle = lived.lifecycle
    facts.push(...lived.facts)
  }
  if (lifecycle === before) return []
  issue.lifecycle = lifecycleColumns(lifecycle)
  Object.assign(issue.columns, issue.lifecycle)
  return facts
}

/** Only where the order of releases decides anything. */
export async function sightsFor(
  transaction: Transaction<Schema>,
  find: ReturnType<typeof firstSights>,
  known: KnownIssues,
  groups: readonly Group[],
): Promise<FirstSights> {
  const wanted = new Map<string, { readonly project_id: string; readonly version: string }>()
  for (const group of groups) {
    if (!mayMeetReleases(known, group)) continue
    for (const { projectId: project_id, release } of group.members) {
      if (release === undefined) continue
      const version = storable(release)
      wanted.set(releaseId(project_id, version), { project_id, version })
    }
  }
  const rows = await find(transaction, [...wanted.values()])
  return new Map(rows.map((row) => [releaseId(row.project_id, row.version), row.created_at]))
}

function mayMeetReleases(known: KnownIssues, group: Group): boolean {
  return [ownFingerprint(group), ...otherFingerprints(group)].some((fingerprint) => {
    const columns = known.byName(nameOf(fingerprint))?.columns
    if (columns === undefined || columns.status === 'unresolved') return false
    return hasOrder(lifecycleIn(columns))
  })
}

function hasOrder({ resolution }: IssueLifecycle): boolean {
  return resolution?.kind === 'release' || resolution?.kind === 'next_release'
}

function occurrence(
  { projectId, receivedAt: at, release, user }: DigestedEvent,
  sights: FirstSights,
): Occurrence {
  const version = release === undefined ? undefined : storable(release)
  return {
    kind: 'occurrence',
    at,
    // An unknown release is first seen now.
    release:
      version === undefined
        ? undefined
        : { version, firstSeen: sights.get(releaseId(projectId, version)) ?? at },
    user: user === undefined ? undefined : nameless(user),
  }
}

function releaseId(projectId: string, version: string): string {
  return `${projectId}/${version}`
}

/** Enough to distinguish users, without identifying them. */
function nameless(user: string): string {
  return createHash('sha256').update(user).digest('base64url').slice(0, 12)
}
