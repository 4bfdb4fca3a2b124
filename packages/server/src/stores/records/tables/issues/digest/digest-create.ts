import type { Transaction } from 'kysely'
import { take } from '#stores/records/sql/counters.ts'
import type { Group } from './digest-groups.ts'
import { newIssue } from './digest-issue.ts'
import { fingerprintKey } from '#stores/records/tables/issues/rollups/rollup-keys.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Events of a project that is gone get no issue; they must not stop the events of the others. */
export async function createIssues(
  transaction: Transaction<Schema>,
  groups: readonly Group[],
): Promise<ReadonlyMap<Group, string>> {
  const created = new Map<Group, string>()
  for (const [projectId, members] of Map.groupBy(groups, (group) => group.projectId)) {
    const project = await transaction
      .updateTable('projects')
      .set((eb) => ({ last_issue_number: eb('last_issue_number', '+', members.length) }))
      .where('id', '=', projectId)
      .returning('last_issue_number')
      .executeTakeFirst()
    if (!project) continue
    const firstId = await take(transaction, 'issue', members.length)
    const firstNumber = project.last_issue_number - members.length + 1
    for (const [index, group] of members.entries()) {
      const issue = newIssue(group, String(firstId + index), firstNumber + index)
      await transaction.insertInto('issues').values(issue).execute()
      await transaction
        .insertInto('fingerprints')
        .values({
          project_id: projectId,
          version: group.version,
          fingerprint: group.fingerprint,
          key: fingerprintKey({
            project_id: projectId,
            version: group.version,
            fingerprint: group.fingerprint,
          }),
          issue_id: issue.id,
          event_count: issue.event_count,
          first_seen: issue.first_seen,
          last_seen: issue.last_seen,
          first_release: issue.first_release,
          last_release: issue.last_release,
        })
        .execute()
      await nameOtherwise(transaction, group, issue.id)
      created.set(group, issue.id)
    }
  }
  return created
}

export async function markFirstEvents(
  transaction: Transaction<Schema>,
  groups: readonly Group[],
): Promise<void> {
  for (const [projectId, members] of Map.groupBy(groups, (group) => group.projectId)) {
    await transaction
      .updateTable('projects')
      .set({ first_event_at: Math.min(...members.map((group) => group.firstSeen)) })
      .where('id', '=', projectId)
      .where('first_event_at', 'is', null)
      .execute()
  }
}

/**
 * Events of the same bug whose maps are missing find it too, and events whose message says the same in other words,
 * unless their fingerprint leads elsewhere already.
 */
async function nameOtherwise(
  transaction: Transaction<Schema>,
  { projectId, unmapped, earlier }: Group,
  issueId: string,
): Promise<void> {
  const others = earlier.filter(({ names }) => names).map(({ fingerprint }) => fingerprint)
  if (unmapped !== undefined) others.push(unmapped)
  for (const fingerprint of others) {
    await transaction
      .insertInto('fingerprints')
      .values({
        project_id: projectId,
        version: 1,
        fingerprint,
        issue_id: issueId,
        key: fingerprintKey({ project_id: projectId, version: 1, fingerprint }),
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'fingerprint', 'version']).doNothing())
      .execute()
  }
}
