import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { lifecycleAfter } from '#domain/issues/lifecycle/next-state.ts'
import type { Fact, IssueLifecycle, Occurrence } from '#domain/issues/lifecycle/lifecycle.ts'
import type { DigestedEvent } from '#stores/records/records.ts'
import type { Group } from './digest-groups.ts'
import type { KnownIssue } from './digest-issue.ts'
import type { digestStatements } from './digest-statements.ts'
import { addFacts } from '#stores/records/tables/issues/lifecycle-activity.ts'
import { lifecycleColumns, lifecycleIn } from '#stores/records/tables/issues/lifecycle-columns.ts'
import { firstSights } from '#stores/records/tables/releases/first-sightings.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

/** What the events of a batch do to an issue that is not simply open: those that are cost nothing here. */
export async function advanceLifecycle(
  transaction: Transaction<Schema>,
  statements: ReturnType<typeof digestStatements>,
  issue: KnownIssue,
  group: Group,
): Promise<readonly Fact[]> {
  if (issue.status === 'unresolved') return []
  const before = lifecycleIn(issue)
  if (before.snooze?.kind === 'forever' || before.snooze?.kind === 'escalating') return []
  const sights = await sightsFor(transaction, before, group)
  const facts: Fact[] = []
  let lifecycle = before
  for (const event of group.members) {
    const lived = lifecycleAfter(lifecycle, occurrence(event, sights))
    lifecycle = lived.lifecycle
    facts.push(...lived.facts)
  }
  if (lifecycle === before) return []
  await transaction.executeQuery(statements.live({ ...lifecycleColumns(lifecycle), id: issue.id }))
  await addFacts(transaction, issue.id, facts)
  return facts
}

/** Only where the order of releases decides anything. */
async function sightsFor(
  transaction: Transaction<Schema>,
  { resolution }: IssueLifecycle,
  { projectId, members }: Group,
): Promise<ReadonlyMap<string, number>> {
  if (resolution?.kind !== 'release' && resolution?.kind !== 'next_release') return new Map()
  const versions = new Set(members.flatMap(({ release }) => (release === undefined ? [] : storable(release))))
  return firstSights(transaction, projectId, [...versions])
}

function occurrence(
  { receivedAt: at, release, user }: DigestedEvent,
  sights: ReadonlyMap<string, number>,
): Occurrence {
  const version = release === undefined ? undefined : storable(release)
  return {
    kind: 'occurrence',
    at,
    // An unknown release is first seen now.
    release: version === undefined ? undefined : { version, firstSeen: sights.get(version) ?? at },
    user: user === undefined ? undefined : nameless(user),
  }
}

/** Enough to distinguish users, without identifying them. */
function nameless(user: string): string {
  return createHash('sha256').update(user).digest('base64url').slice(0, 12)
}
