import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  COUNTED_FINGERPRINT,
  DESCRIPTION,
  FINGERPRINT,
  GROWN,
  ISSUE,
  LIFECYCLE,
  type Described,
  type Grown,
} from './digest-columns.ts'
import type { KnownIssue } from './digest-issue.ts'
import { projectStatements } from './digest-projects.ts'
import type { AddedFingerprint, FingerprintId } from './fingerprint-rows.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { LifecycleColumns } from '#stores/records/tables/issues/lifecycle-columns.ts'
import { forRows, insertRows, type ColumnsOf, type RowsOf } from '#stores/records/sql/row-sets.ts'
import type { FingerprintTable, IssueTable, Schema } from '#stores/records/sql/schema.ts'

/** A fingerprint and its issue. */
export type FoundIssue = FingerprintId &
  KnownIssue &
  Pick<FingerprintTable, 'came_from'> &
  Partial<Pick<IssueTable, 'type' | 'value'>>

export type DigestStatements = ReturnType<typeof digestStatements>

/** What a batch does to its issues and projects, each for all of them at once. */
export function digestStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    ...projectStatements(db, engine),
    find: forRows<FingerprintId, FoundIssue>(db, engine, FINGERPRINT, (rows) => findIssues(engine, rows)),
    findWithMessage: forRows<FingerprintId, FoundIssue>(db, engine, FINGERPRINT, (rows) =>
      findIssues(engine, rows, sql`, issues.type, issues.value`),
    ),
    /** Of all fingerprints of the issues. */
    versions: forRows<
      Pick<FingerprintTable, 'issue_id'>,
      Pick<FingerprintTable, 'issue_id' | 'version' | 'came_from'>
    >(
      db,
      engine,
      { issue_id: 'text' },
      ({ given, join }) => sql`
        select distinct fingerprints.issue_id, fingerprints.version, fingerprints.came_from
        from fingerprints ${join} where fingerprints.issue_id = ${given('issue_id')}`,
    ),
    addIssues: insertRows<IssueTable>(db, engine, 'issues', ISSUE),
    addFingerprints: insertRows<AddedFingerprint['row'] & Pick<FingerprintTable, 'issue_id'>>(
      db,
      engine,
      'fingerprints',
      { ...COUNTED_FINGERPRINT, issue_id: 'text' },
    ),
    grow: forRows<Grown>(db, engine, GROWN, ({ given, from }) =>
      updateIssues(given, from, [...taken(given, GROWN), withUsers(given)]),
    ),
    growAndDescribe: forRows<Described>(db, engine, { ...GROWN, ...DESCRIPTION }, ({ given, from }) =>
      updateIssues(given, from, [
        ...taken(given, { ...GROWN, ...DESCRIPTION }),
        withUsers(given),
        sql`priority = case when issues.priority_chosen = 1 then issues.priority else ${given('priority_auto')} end`,
      ]),
    ),
    /** The same as `grow`, for the fingerprints alone: what is merged can be parted again. */
    count: forRows<AddedFingerprint['row']>(db, engine, COUNTED_FINGERPRINT, countFingerprints),
    /** Everything that follows from what happened to it. */
    live: forRows<LifecycleColumns & { readonly id: string }>(
      db,
      engine,
      { ...LIFECYCLE, id: 'text' },
      ({ given, from }) => updateIssues(given, from, taken(given, LIFECYCLE)),
    ),
  }
}

/** Locked in one order, where the engine has locks of rows. */
function findIssues(engine: RecordsEngine, { given, join }: RowsOf<FingerprintId>, more = sql``) {
  const lock = engine.needsRowLocks ? sql`order by issues.id for update of issues` : sql``
  return sql<FoundIssue>`
    select fingerprints.project_id, fingerprints.version, fingerprints.fingerprint, fingerprints.came_from,
      issues.id, issues.status, issues.substatus, issues.status_changed_at, issues.status_details, issues.first_seen,
      issues.last_seen, issues.event_count, issues.first_release, issues.last_release ${more}
    from fingerprints inner join issues on issues.id = fingerprints.issue_id ${join}
    where fingerprints.project_id = ${given('project_id')} and fingerprints.version = ${given('version')}
      and fingerprints.fingerprint = ${given('fingerprint')} ${lock}`
}

type Given<Row> = RowsOf<Row>['given']

function updateIssues(
  given: Given<{ readonly id: string }>,
  from: RawBuilder<unknown>,
  set: ReadonlyArray<RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`update issues set ${sql.join(set)} ${from} where issues.id = ${given('id')}`
}

/** Columns that become what is given. */
function taken<Row extends object>(given: Given<Row>, columns: ColumnsOf<Row>) {
  const names = Object.keys(columns).filter((name) => name !== 'id' && name !== 'users')
  return names.map((name) => sql`${sql.ref(name)} = ${given(name as keyof Row & string)}`)
}

function withUsers(given: Given<Grown>): RawBuilder<unknown> {
  return sql`user_count = issues.user_count + ${given('users')}`
}

function countFingerprints({ given, from }: RowsOf<AddedFingerprint['row']>): RawBuilder<unknown> {
  const first = sql`(fingerprints.first_seen is null or fingerprints.first_seen > ${given('first_seen')})`
  const latest = sql`(fingerprints.last_seen is null or fingerprints.last_seen <= ${given('last_seen')})`
  const [firstRelease, lastRelease] = [given('first_release'), given('last_release')]
  return sql`
    update fingerprints set
      event_count = fingerprints.event_count + ${given('event_count')},
      first_seen = case when ${first} then ${given('first_seen')} else fingerprints.first_seen end,
      last_seen = case when ${latest} then ${given('last_seen')} else fingerprints.last_seen end,
      first_release = case when ${first} then coalesce(${firstRelease}, fingerprints.first_release)
                           else coalesce(fingerprints.first_release, ${firstRelease}) end,
      last_release = case when ${latest} then coalesce(${lastRelease}, fingerprints.last_release)
                          else coalesce(fingerprints.last_release, ${lastRelease}) end
    ${from}
    where fingerprints.project_id = ${given('project_id')} and fingerprints.version = ${given('version')}
      and fingerprints.fingerprint = ${given('fingerprint')}`
}
