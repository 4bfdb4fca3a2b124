import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { readerDialect } from '#stores/records/sql/reader-dialect.ts'
import { endUnwanted, sqliteReading } from './reader-dialect.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { quickFolder } from '#stores/records/testing/for-contract.ts'

const folder = quickFolder()
const nobody = { run: async () => [], close: async () => {} }
const reads = new Kysely<Schema>({ dialect: readerDialect(nobody, sqliteReading), plugins: [endUnwanted()] })

describe('what the threads that read are sent', () => {
  it('[RS90] asks at every row of every table whether anybody still waits, before any other condition', () => {
    const { sql } = reads
      .selectFrom('fingerprints')
      .innerJoin('fingerprint_hours as hours', 'hours.key', 'fingerprints.key')
      .leftJoin('issue_aliases', 'issue_aliases.id', 'fingerprints.came_from')
      .select('hours.hour')
      .where((eb) => eb.or([eb('hours.hour', '>', 1), eb('hours.hour', '<', 0)]))
      .where('fingerprints.issue_id', 'in', (eb) =>
        eb.selectFrom('issues').select('id').where('level', '=', 'error'),
      )
      .compile()
    expect(sql).toContain('where still_wanted("fingerprints"."rowid") and (("hours"."hour" > ? or ')
    expect(sql).toContain('on still_wanted("hours"."key") and ("hours"."key" = "fingerprints"."key")')
    expect(sql).toContain('on still_wanted("issue_aliases"."rowid") and (')
    expect(sql).toContain('from "issues" where still_wanted("issues"."rowid") and ("level" = ?)')
    expect(sql.match(/still_wanted/g)).toHaveLength(4)
  })

  it('[RS25] still reads a page of issues from an index, without sorting', async () => {
    const file = join(folder(), 'records.sqlite')
    await (await openSqliteRecords({ file, log: silentLog })).close()
    const database = new DatabaseSync(file)
    database.function('still_wanted', (_row) => 1)
    const { sql, parameters } = reads
      .selectFrom('issues')
      .selectAll()
      .where('project_id', '=', '1')
      .where('status', '=', 'unresolved')
      .where((eb) => eb(eb.refTuple('last_seen', 'id'), '<', eb.tuple(5, '9')))
      .orderBy('last_seen', 'desc')
      .orderBy('id', 'desc')
      .limit(51)
      .compile()
    const plan = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('USING INDEX issues_by_last_seen'),
    ])
    database.close()
  })

  it('[RS90] asks in the tables of a subquery, and of nothing where there is no table', () => {
    const named = reads.selectFrom((eb) => eb.selectFrom('issues').select('id').as('some')).select('some.id')
    expect(named.compile().sql).toBe(
      'select "some"."id" from (select "id" from "issues" where still_wanted("issues"."rowid")) as "some"',
    )
    const joined = reads
      .selectFrom('projects')
      .innerJoin(
        (eb) => eb.selectFrom('issues').select('project_id').as('some'),
        (join) => join.onRef('some.project_id', '=', 'projects.id'),
      )
      .select('projects.id')
    expect(joined.compile().sql).toContain(
      '(select "project_id" from "issues" where still_wanted("issues"."rowid")) as "some" on "some"."project_id" =',
    )
    expect(reads.selectNoFrom((eb) => eb.val(1).as('one')).compile().sql).toBe('select ? as "one"')
    const crossed = reads.selectFrom('projects').crossJoin('issues').select('issues.id')
    expect(crossed.compile().sql).toContain('cross join "issues" where still_wanted("projects"."rowid")')
  })

  it('[RS90] can ask in every table that there is', async () => {
    const file = join(folder(), 'tables.sqlite')
    await (await openSqliteRecords({ file, log: silentLog })).close()
    const database = new DatabaseSync(file)
    database.function('still_wanted', (_row) => 1)
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const { sql } = reads
        .selectFrom(name as keyof Schema)
        .selectAll()
        .compile()
      expect(() => database.prepare(sql).all()).not.toThrow()
    }
    database.close()
  })

  it('[RS92] is sent at once, however many others are under way', async () => {
    const answer = Promise.withResolvers<[]>()
    let sent = 0
    const waiting = {
      ...nobody,
      run: async () => {
        sent += 1
        return answer.promise
      },
    }
    const own = new Kysely<Schema>({ dialect: readerDialect(waiting, sqliteReading) })
    const both = Promise.all([1, 2].map(() => own.selectFrom('issues').select('id').execute()))
    await new Promise(setImmediate)
    expect(sent).toBe(2)
    answer.resolve([])
    expect(await both).toEqual([[], []])
  })

  it('[RS94] has no transactions, because each statement is one, and no streams', async () => {
    await expect(reads.transaction().execute(async () => undefined)).rejects.toThrow(/only reads/)
    const rows = reads.selectFrom('issues').select('id').stream()
    await expect(rows.next()).rejects.toThrow(/not streamed/)
  })

  it('[RS90] closes the threads with the connection', async () => {
    let closed = 0
    const close = async () => {
      closed += 1
    }
    const own = new Kysely<Schema>({ dialect: readerDialect({ ...nobody, close }, sqliteReading) })
    await own.selectFrom('issues').select('id').execute()
    await own.destroy()
    expect(closed).toBe(1)
  })
})
