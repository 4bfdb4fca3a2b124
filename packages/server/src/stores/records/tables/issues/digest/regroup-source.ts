import { sql, type Transaction } from 'kysely'
import type { LateEvent } from '#stores/records/records.ts'
import { addActivity } from '#stores/records/tables/issues/activity.ts'
import { keepSubscribers, moveHistory } from '#stores/records/tables/issues/merging/merge-lifecycle.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** The current issue of the events, because it may have been merged since they were read. */
export async function sourcesOf(
  transaction: Transaction<Schema>,
  events: readonly LateEvent[],
): Promise<readonly LateEvent[]> {
  const found = new Map<string, string | undefined>()
  for (const { projectId, before } of events) {
    const key = `${projectId}/${before.version}/${before.fingerprint}`
    if (!found.has(key)) found.set(key, await issueOf(transaction, projectId, before))
  }
  return events.map((event) => {
    const { projectId, before } = event
    const issueId = found.get(`${projectId}/${before.version}/${before.fingerprint}`)
    return issueId === undefined ? event : { ...event, issueId }
  })
}

async function issueOf(
  transaction: Transaction<Schema>,
  projectId: string,
  { version, fingerprint }: LateEvent['before'],
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('fingerprints')
    .select('issue_id')
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row?.issue_id
}

/** The target's was counted already. */
export async function leaveFingerprints(
  transaction: Transaction<Schema>,
  members: readonly LateEvent[],
): Promise<void> {
  const byFingerprint = Map.groupBy(members, ({ before }) => `${before.version}/${before.fingerprint}`)
  for (const left of byFingerprint.values()) {
    const { projectId, before } = left[0]!
    await transaction
      .updateTable('fingerprints')
      .set({
        event_count: sql`case when event_count > ${left.length} then event_count - ${left.length} else 0 end`,
      })
      .where('project_id', '=', projectId)
      .where('version', '=', before.version)
      .where('fingerprint', '=', before.fingerprint)
      .execute()
  }
}

interface Move {
  readonly source: string
  readonly target: string
  readonly events: number
  readonly now: number
  /** Whether what led to an emptied issue leads to the target from then on, or nowhere. */
  readonly movesFingerprints: boolean
}

/**
 * Takes the events off an issue's count and says so on both. An issue that loses its last one goes, and what leads to it
 * leads to the other from then on: the next unmapped event must not open it again as a new one.
 */
export async function emptySource(
  transaction: Transaction<Schema>,
  { source, target, events, now, movesFingerprints }: Move,
): Promise<void> {
  const [from, to] = [await rowOf(transaction, source), await rowOf(transaction, target)]
  if (to === undefined) return
  await addActivity(transaction, target, { at: now, kind: 'moved_in', events, otherIssue: from?.number })
  if (from === undefined) return
  const left = Math.max(from.event_count - events, 0)
  if (left > 0) {
    await transaction.updateTable('issues').set({ event_count: left }).where('id', '=', source).execute()
    await addActivity(transaction, source, { at: now, kind: 'moved_out', events, otherIssue: to.number })
    return
  }
  await (movesFingerprints
    ? transaction
        .updateTable('fingerprints')
        .set({ issue_id: target })
        .where('issue_id', '=', source)
        .execute()
    : transaction.deleteFrom('fingerprints').where('issue_id', '=', source).execute())
  await transaction
    .updateTable('issue_aliases')
    .set({ issue_id: target })
    .where('issue_id', '=', source)
    .execute()
  await moveHistory(transaction, { id: source, number: from.number }, target)
  await keepSubscribers(transaction, source, target)
  await transaction.deleteFrom('issues').where('id', '=', source).execute()
}

async function rowOf(transaction: Transaction<Schema>, id: string) {
  return transaction
    .selectFrom('issues')
    .select(['number', 'event_count'])
    .where('id', '=', id)
    .executeTakeFirst()
}
