import { sql, type Kysely, type Transaction } from 'kysely'
import type { EventPosition } from '#domain/events/event-position.ts'
import type { IssueRollups, Unfilled } from '#stores/records/issue-rollups.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { DAY_MS, HOUR_MS, type Counted } from './rollup-tally.ts'
import { recountUsers, rollupWriter } from './rollup-write.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Rows per transaction: the digest waits for its end. */
const SLICE = 5000
const UNFILLED = 'rollups_unfilled'

export function issueRollups(db: Kysely<Schema>, reads: Kysely<Schema>, engine: RecordsEngine): IssueRollups {
  const writer = rollupWriter(db, engine)
  return {
    async hours(issueIds, { from, to }) {
      const rows = await reads
        .selectFrom('fingerprints')
        .innerJoin('fingerprint_hours', 'fingerprint_hours.key', 'fingerprints.key')
        .select(['fingerprints.issue_id', 'fingerprint_hours.hour'])
        .select(sql<number>`sum(fingerprint_hours.events)`.as('events'))
        .where('fingerprints.issue_id', 'in', engine.listOf(issueIds))
        .where('fingerprint_hours.hour', '>=', Math.floor(from / HOUR_MS))
        .where('fingerprint_hours.hour', '<', Math.ceil(to / HOUR_MS))
        .groupBy(['fingerprints.issue_id', 'fingerprint_hours.hour'])
        .execute()
      return Map.groupBy(rows, ({ issue_id }) => issue_id)
    },
    async expire(projectId, before) {
      await db
        .deleteFrom('fingerprint_hours')
        .where('project_id', '=', projectId)
        .where('hour', '<', Math.floor(before / HOUR_MS))
        .execute()
      const day = Math.floor(before / DAY_MS)
      const slice = () => db.transaction().execute((one) => forgetUsers(one, engine, projectId, day))
      while (await slice());
    },
    async unfilled() {
      const row = await db.selectFrom('facts').select('value').where('name', '=', UNFILLED).executeTakeFirst()
      return row && readUnfilled(row.value)
    },
    async countEarlier(events, next) {
      await db.transaction().execute(async (transaction) => {
        const versions = await mergedInto(transaction, engine, events)
        const known = events.flatMap((event) => {
          const home = versions.get(`${event.projectId}/${event.fingerprint}`)
          return home === undefined
            ? []
            : [{ ...event, groupingVersion: home.version, issueId: home.issueId }]
        })
        const issueOf = (event: Counted) => (event as (typeof known)[number]).issueId
        await writer.addToIssues(transaction, await writer.count(transaction, known, issueOf))
        if (next === undefined) await transaction.deleteFrom('facts').where('name', '=', UNFILLED).execute()
        else
          await transaction
            .updateTable('facts')
            .set({ value: JSON.stringify(next) })
            .where('name', '=', UNFILLED)
            .execute()
      })
    },
  }
}

function readUnfilled(value: string): Unfilled {
  const { to, after, counted = {} } = JSON.parse(value) as StoredUnfilled
  const places = Object.entries(after)
  const isNumber = (place: (typeof places)[number]): place is [string, number] => typeof place[1] === 'number'
  const numbers = places.filter(isNumber)
  const positions = places.filter((place) => !isNumber(place)) as Array<[string, EventPosition]>
  return {
    to,
    after: Object.fromEntries(positions),
    counted: { ...counted, ...Object.fromEntries(numbers) },
  }
}

/** An earlier version noted the number of the last event alone. */
interface StoredUnfilled extends Pick<Unfilled, 'to'>, Partial<Pick<Unfilled, 'counted'>> {
  readonly after: Readonly<Record<string, EventPosition | number>>
}

/** Answers whether there may be more. */
async function forgetUsers(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  projectId: string,
  day: number,
): Promise<boolean> {
  const gone = await transaction
    .selectFrom('fingerprint_users')
    .select(['key', 'user'])
    .where('project_id', '=', projectId)
    .where('day', '<', day)
    .limit(SLICE)
    .execute()
  if (gone.length === 0) return false
  for (const [key, users] of Map.groupBy(gone, (row) => row.key)) {
    await transaction
      .deleteFrom('fingerprint_users')
      .where('key', '=', key)
      .where('user', 'in', engine.listOf(users.map(({ user }) => user)))
      .execute()
  }
  const issues = await transaction
    .selectFrom('fingerprints')
    .select('issue_id')
    .distinct()
    .where('key', 'in', engine.listOf([...new Set(gone.map(({ key }) => key))]))
    .execute()
  for (const { issue_id } of issues) await recountUsers(transaction, issue_id)
  return gone.length === SLICE
}

async function mergedInto(
  transaction: Transaction<Schema>,
  engine: RecordsEngine,
  events: ReadonlyArray<{ readonly fingerprint: string }>,
) {
  const wanted = [...new Set(events.map(({ fingerprint }) => fingerprint))]
  const rows = await transaction
    .selectFrom('fingerprints')
    .select(['project_id', 'fingerprint', 'version', 'issue_id'])
    .where('fingerprint', 'in', engine.listOf(wanted))
    .execute()
  return new Map(
    rows.map((row) => [
      `${row.project_id}/${row.fingerprint}`,
      { version: row.version, issueId: row.issue_id },
    ]),
  )
}
