import { sql, type Kysely, type Transaction } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { prepared } from '#stores/records/sql/prepared.ts'
import { fingerprintKey, userKey } from './rollup-keys.ts'
import type { FingerprintHourTable, FingerprintUserTable, Schema } from '#stores/records/sql/schema.ts'

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

interface SomeUsers {
  readonly key: number
  readonly users: unknown
}

function rollupStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    known: prepared<SomeUsers, Pick<FingerprintUserTable, 'user' | 'day'>>((slot) =>
      db
        .selectFrom('fingerprint_users')
        .select(['user', 'day'])
        .where('key', '=', slot('key'))
        .where('user', 'in', engine.numbersIn(slot('users'))),
    ),
    /** How many of the users another fingerprint of the issue brought already. */
    elsewhere: prepared<SomeUsers & { readonly issue_id: string }, { readonly found: number }>((slot) =>
      db
        .selectFrom('fingerprint_users')
        .innerJoin('fingerprints', 'fingerprints.key', 'fingerprint_users.key')
        .select(sql<number>`count(distinct fingerprint_users.user)`.as('found'))
        .where('fingerprints.issue_id', '=', slot('issue_id'))
        .where('fingerprints.key', '!=', slot('key'))
        .where('fingerprint_users.user', 'in', engine.numbersIn(slot('users'))),
    ),
    addToIssue: prepared<{ readonly id: string; readonly users: number }, unknown>((slot) =>
      db
        .updateTable('issues')
        .set((eb) => ({ user_count: eb('user_count', '+', slot('users')) }))
        .where('id', '=', slot('id')),
    ),
    addHour: prepared<FingerprintHourTable, unknown>((slot) =>
      db
        .insertInto('fingerprint_hours')
        .values({
          key: slot('key'),
          hour: slot('hour'),
          project_id: slot('project_id'),
          events: slot('events'),
        })
        .onConflict((conflict) =>
          conflict.columns(['key', 'hour']).doUpdateSet((eb) => ({
            events: eb('fingerprint_hours.events', '+', eb.ref('excluded.events')),
          })),
        ),
    ),
    /** All users of a day at once: a database elsewhere would be asked once per user. */
    addUsers: prepared<SomeUsers & Pick<FingerprintUserTable, 'project_id' | 'day'>, unknown>((slot) => ({
      compile: () =>
        sql`
          insert into fingerprint_users ("key", "user", project_id, day)
          select cast(${slot('key')} as bigint), users.value, cast(${slot('project_id')} as text), cast(${slot('day')} as integer)
          from ${engine.numbersIn(slot('users'))} as users where true
          on conflict ("key", "user") do update set day = excluded.day`.compile(db),
    })),
  }
}

/** Counts events by fingerprint, hour and user, inside the transaction that counts their issues. */
export function rollupWriter(db: Kysely<Schema>, engine: RecordsEngine) {
  const { known, elsewhere, addToIssue, addHour, addUsers } = rollupStatements(db, engine)

  /** Answers those of the users who are new to this fingerprint. */
  async function countUsers(
    transaction: Transaction<Schema>,
    key: number,
    projectId: string,
    days: ReadonlyMap<number, number>,
  ): Promise<readonly number[]> {
    const { rows } = await transaction.executeQuery(known({ key, users: engine.numbers([...days.keys()]) }))
    const before = new Map(rows.map(({ user, day }) => [user, day]))
    // Most users come more than once on a day: those write nothing.
    const due = [...days].filter(([user, day]) => day > (before.get(user) ?? -1))
    for (const [day, of] of Map.groupBy(due, ([, day]) => day)) {
      const users = engine.numbers(of.map(([user]) => user))
      await transaction.executeQuery(addUsers({ key, users, project_id: projectId, day }))
    }
    return [...days.keys()].filter((user) => !before.has(user))
  }

  async function countGroup(
    transaction: Transaction<Schema>,
    events: readonly Counted[],
    issueId: string | undefined,
  ): Promise<void> {
    const { projectId, groupingVersion: version, fingerprint } = events[0]!
    const key = fingerprintKey({ project_id: projectId, version, fingerprint })
    const hours = Map.groupBy(events, ({ receivedAt }) => Math.floor(receivedAt / HOUR_MS))
    for (const [hour, { length }] of hours)
      await transaction.executeQuery(addHour({ key, hour, project_id: projectId, events: length }))
    const days = lastDays(events)
    if (days.size === 0) return
    const fresh = await countUsers(transaction, key, projectId, days)
    if (fresh.length === 0 || issueId === undefined) return
    const users = engine.numbers(fresh)
    const { rows } = await transaction.executeQuery(elsewhere({ issue_id: issueId, key, users }))
    const added = fresh.length - rows[0]!.found
    if (added > 0) await transaction.executeQuery(addToIssue({ id: issueId, users: added }))
  }

  return {
    /** `issueOf`: where these belong; undefined: to nothing that is counted. */
    async count(
      transaction: Transaction<Schema>,
      events: readonly Counted[],
      issueOf: (event: Counted) => string | undefined,
    ): Promise<void> {
      const groups = Map.groupBy(
        events,
        (one) => `${one.projectId}/${one.groupingVersion}/${one.fingerprint}`,
      )
      for (const group of groups.values()) await countGroup(transaction, group, issueOf(group[0]!))
    },
  }
}

function lastDays(events: readonly Counted[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>()
  for (const { user, receivedAt } of events) {
    if (user === undefined) continue
    const number = userKey(user)
    days.set(number, Math.max(days.get(number) ?? 0, Math.floor(receivedAt / DAY_MS)))
  }
  return days
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
