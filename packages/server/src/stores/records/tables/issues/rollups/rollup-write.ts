import { sql, type Kysely, type Transaction } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { forRows, insertRows } from '#stores/records/sql/row-sets.ts'
import { tallies, type Counted } from './rollup-tally.ts'
import type { FingerprintHourTable, FingerprintUserTable, Schema } from '#stores/records/sql/schema.ts'

type User = Pick<FingerprintUserTable, 'key' | 'user'>
type UserOfIssue = User & { readonly issue_id: string }

function rollupStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    known: forRows<User, Pick<FingerprintUserTable, 'key' | 'user' | 'day'>>(
      db,
      engine,
      { key: 'bigint', user: 'bigint' },
      ({ given, join }) => sql`
        select users."key", users."user", users.day from fingerprint_users as users ${join}
        where users."key" = ${given('key')} and users."user" = ${given('user')}`,
    ),
    /** Those that another fingerprint leads to as well: of the others nobody has to ask by user. */
    shared: forRows<Pick<UserOfIssue, 'issue_id'>, Pick<UserOfIssue, 'issue_id'>>(
      db,
      engine,
      { issue_id: 'text' },
      ({ given, join }) => sql`
        select fingerprints.issue_id from fingerprints ${join}
        where fingerprints.issue_id = ${given('issue_id')} group by fingerprints.issue_id having count(*) > 1`,
    ),
    /** Those whom another fingerprint of the issue brought already. */
    elsewhere: forRows<UserOfIssue, Omit<UserOfIssue, 'key'>>(
      db,
      engine,
      { issue_id: 'text', key: 'bigint', user: 'bigint' },
      ({ given, join }) => sql`
        select distinct fingerprints.issue_id, users."user" from fingerprints
        inner join fingerprint_users as users on users."key" = fingerprints."key" ${join}
        where fingerprints.issue_id = ${given('issue_id')} and fingerprints."key" <> ${given('key')}
          and users."user" = ${given('user')}`,
    ),
    addToIssues: forRows<{ readonly id: string; readonly users: number }>(
      db,
      engine,
      { id: 'text', users: 'bigint' },
      ({ given, from }) => sql`
        update issues set user_count = issues.user_count + ${given('users')} ${from} where issues.id = ${given('id')}`,
    ),
    addHours: insertRows<FingerprintHourTable>(
      db,
      engine,
      'fingerprint_hours',
      { key: 'bigint', hour: 'bigint', project_id: 'text', events: 'bigint' },
      sql`on conflict ("key", hour) do update set events = fingerprint_hours.events + excluded.events`,
    ),
    addUsers: insertRows<FingerprintUserTable>(
      db,
      engine,
      'fingerprint_users',
      { key: 'bigint', user: 'bigint', project_id: 'text', day: 'bigint' },
      sql`on conflict ("key", "user") do update set day = excluded.day`,
    ),
  }
}

/** Counts events by fingerprint, hour and user, inside the transaction that counts their issues. */
export function rollupWriter(db: Kysely<Schema>, engine: RecordsEngine) {
  const {
    known,
    shared: askShared,
    elsewhere,
    addToIssues,
    addHours,
    addUsers,
  } = rollupStatements(db, engine)

  /** How many of the users each issue did not have yet, before these are written. */
  async function newToIssues(transaction: Transaction<Schema>, fresh: readonly UserOfIssue[]) {
    const issues = Array.from(new Set(fresh.map(({ issue_id }) => issue_id)), (issue_id) => ({ issue_id }))
    const shared = new Set((await askShared(transaction, issues)).map(({ issue_id }) => issue_id))
    const doubtful = fresh.filter(({ issue_id }) => shared.has(issue_id))
    const had = new Set((await elsewhere(transaction, doubtful)).map(userOfIssue))
    const news = new Map(fresh.map((row) => [userOfIssue(row), row]))
    const counts = new Map<string, number>()
    for (const [id, { issue_id }] of news)
      if (!had.has(id)) counts.set(issue_id, (counts.get(issue_id) ?? 0) + 1)
    return counts
  }

  return {
    /** `issueOf`: where these belong; undefined: to nothing that is counted. Answers the number of new users by issue. */
    async count(
      transaction: Transaction<Schema>,
      events: readonly Counted[],
      issueOf: (event: Counted) => string | undefined,
    ): Promise<ReadonlyMap<string, number>> {
      const counted = tallies(events)
      await addHours(
        transaction,
        counted.flatMap(({ hours }) => hours),
      )
      const users = counted.flatMap((one) => one.users)
      const days = new Map((await known(transaction, users)).map((row) => [userOfKey(row), row.day]))
      const issues = new Map(counted.map(({ key, first }) => [key, issueOf(first)]))
      const fresh = users.flatMap((row) => {
        const issue_id = issues.get(row.key)
        return issue_id === undefined || days.has(userOfKey(row)) ? [] : [{ ...row, issue_id }]
      })
      const newUsers = await newToIssues(transaction, fresh)
      // Most users come more than once on a day: those write nothing.
      await addUsers(
        transaction,
        users.filter((row) => row.day > (days.get(userOfKey(row)) ?? -1)),
      )
      return newUsers
    },
    async addToIssues(transaction: Transaction<Schema>, users: ReadonlyMap<string, number>): Promise<void> {
      await addToIssues(
        transaction,
        Array.from(users, ([id, number]) => ({ id, users: number })),
      )
    },
  }
}

function userOfKey({ key, user }: User): string {
  return `${key}/${user}`
}

function userOfIssue({ issue_id, user }: Omit<UserOfIssue, 'key'>): string {
  return `${issue_id}/${user}`
}

/** After fingerprints came to an issue or left it, or users were forgotten. */
export async function recountUsers(transaction: Transaction<Schema>, issueId: string): Promise<void> {
  await transaction
    .updateTable('issues')
    .set((eb) => ({
      user_count: eb
        .selectFrom('fingerprint_users')
        .innerJoin('fingerprints', 'fingerprints.key', 'fingerprint_users.key')
        .select(sql<number>`count(distinct fingerprint_users.user)`.as('users'))
        .where('fingerprints.issue_id', '=', issueId),
    }))
    .where('id', '=', issueId)
    .execute()
}
