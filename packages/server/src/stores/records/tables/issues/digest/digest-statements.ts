import { sql, type Kysely } from 'kysely'
import type { description, updatedIssue, KnownIssue } from './digest-issue.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { LifecycleColumns } from '#stores/records/tables/issues/lifecycle-columns.ts'
import { prepared, type SlotFor } from '#stores/records/sql/prepared.ts'
import type { FingerprintTable, IssueTable, Schema } from '#stores/records/sql/schema.ts'

type Fingerprint = Pick<FingerprintTable, 'project_id' | 'version' | 'fingerprint'>

interface Counted extends Fingerprint {
  readonly events: number
  readonly first: number
  readonly last: number
  readonly first_release: string | null
  readonly last_release: string | null
}

/** The statements that run once per issue of a batch. */
export function digestStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    find: prepared<Fingerprint, KnownIssue>((slot) => findIssue(db, engine, slot)),
    /** The issue of a fingerprint, unless another one of the claiming version had it already when it was an issue of its own. */
    findUnclaimed: prepared<Fingerprint & { claiming: number }, KnownIssue>((slot) =>
      findIssue(db, engine, slot).where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('fingerprints as claimed')
              .select('claimed.fingerprint')
              .whereRef('claimed.issue_id', '=', 'issues.id')
              .where('claimed.version', '=', slot('claiming'))
              .where(sql`coalesce(claimed.came_from, '')`, '=', sql`coalesce(fingerprints.came_from, '')`),
          ),
        ),
      ),
    ),
    /** The issue of a fingerprint, if its latest event had this type and message. */
    findSame: prepared<Fingerprint & Pick<IssueTable, 'type' | 'value'>, KnownIssue>((slot) =>
      findIssue(db, engine, slot)
        .where('issues.type', '=', slot('type'))
        .where('issues.value', '=', slot('value')),
    ),
    grow: prepared<Grown, unknown>((slot) =>
      db.updateTable('issues').set(growing(slot)).where('id', '=', slot('id')),
    ),
    describe: prepared<Described & { id: string }, unknown>((slot) =>
      db.updateTable('issues').set(describing(slot)).where('id', '=', slot('id')),
    ),
    /** Both at once, as most batches want it. */
    growAndDescribe: prepared<Grown & Described, unknown>((slot) =>
      db
        .updateTable('issues')
        .set({ ...growing(slot), ...describing(slot) })
        .where('id', '=', slot('id')),
    ),
    /** The same as `grow`, for the fingerprint alone: what is merged can be parted again. */
    count: prepared<Counted, unknown>((slot) => countFingerprint(db, slot)),
    /** Everything that follows from what happened to it. */
    live: prepared<LifecycleColumns & { id: string }, unknown>((slot) =>
      db
        .updateTable('issues')
        .set({
          status: slot('status'),
          substatus: slot('substatus'),
          status_changed_at: slot('status_changed_at'),
          status_details: slot('status_details'),
          wake_at: slot('wake_at'),
          fix_commit: slot('fix_commit'),
        })
        .where('id', '=', slot('id')),
    ),
  }
}

type Grown = ReturnType<typeof updatedIssue>
type Described = ReturnType<typeof description>

function growing(slot: SlotFor<Grown>) {
  return {
    first_seen: slot('first_seen'),
    last_seen: slot('last_seen'),
    event_count: slot('event_count'),
    first_release: slot('first_release'),
    last_release: slot('last_release'),
  }
}

function describing(slot: SlotFor<Described>) {
  return {
    level: slot('level'),
    priority_auto: slot('priority_auto'),
    priority: sql<never>`case when priority_chosen = 1 then priority else ${slot('priority_auto')} end`,
    title: slot('title'),
    culprit: slot('culprit'),
    type: slot('type'),
    value: slot('value'),
    platform: slot('platform'),
    recognised: slot('recognised'),
    search_text: slot('search_text'),
  }
}

function countFingerprint(db: Kysely<Schema>, slot: SlotFor<Counted>) {
  const first = () => sql<boolean>`(first_seen is null or first_seen > ${slot('first')})`
  const latest = () => sql<boolean>`(last_seen is null or last_seen <= ${slot('last')})`
  return db
    .updateTable('fingerprints')
    .set((eb) => ({
      event_count: eb('event_count', '+', slot('events')),
      first_seen: sql`case when ${first()} then ${slot('first')} else first_seen end`,
      last_seen: sql`case when ${latest()} then ${slot('last')} else last_seen end`,
      first_release: sql`case when ${first()} then coalesce(${slot('first_release')}, first_release)
                              else coalesce(first_release, ${slot('first_release')}) end`,
      last_release: sql`case when ${latest()} then coalesce(${slot('last_release')}, last_release)
                             else coalesce(last_release, ${slot('last_release')}) end`,
    }))
    .where('project_id', '=', slot('project_id'))
    .where('version', '=', slot('version'))
    .where('fingerprint', '=', slot('fingerprint'))
}

function findIssue(db: Kysely<Schema>, engine: RecordsEngine, slot: SlotFor<Fingerprint>) {
  return db
    .selectFrom('fingerprints')
    .innerJoin('issues', 'issues.id', 'fingerprints.issue_id')
    .select([
      'issues.id',
      'issues.status',
      'issues.substatus',
      'issues.status_changed_at',
      'issues.status_details',
      'issues.first_seen',
      'issues.last_seen',
      'issues.event_count',
      'issues.first_release',
      'issues.last_release',
      'fingerprints.came_from',
    ])
    .where('fingerprints.project_id', '=', slot('project_id'))
    .where('fingerprints.version', '=', slot('version'))
    .where('fingerprints.fingerprint', '=', slot('fingerprint'))
    .$if(engine.needsRowLocks, (query) => query.forUpdate('issues'))
}
