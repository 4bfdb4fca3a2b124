import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { endUnwanted, readerDialect } from './reader-dialect.ts'
import type { Schema } from '#stores/records/sqlite/schema.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { quickFolder } from '#stores/records/sqlite/testing.ts'

const folder = quickFolder()
const nobody = { run: async () => [], close: async () => {} }
const reads = new Kysely<Schema>({ dialect: readerDialect(nobody), plugins: [endUnwanted()] })

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

  it('[RS94] has no transactions, because each statement is one', async () => {
    await expect(reads.transaction().execute(async () => undefined)).rejects.toThrow(/only reads/)
  })
})
