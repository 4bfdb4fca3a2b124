import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { migrateSql } from './migrate-sql.ts'
import type { SqlEngine } from './migrate-sql.ts'

let dir: string
let db: DatabaseSync
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hindcast-migrations-'))
  db = new DatabaseSync(':memory:')
})
afterEach(async () => {
  db.close()
  await rm(dir, { recursive: true, force: true })
})

const engine: SqlEngine = {
  name: 'test.sqlite',
  async applied() {
    db.exec('create table if not exists schema_migrations (version integer primary key)')
    return db
      .prepare('select version from schema_migrations')
      .all()
      .map(({ version }) => Number(version))
  },
  async apply({ version, sql }) {
    db.exec(`begin; ${sql}; insert into schema_migrations values (${version}); commit`)
  },
}
const migrate = () => migrateSql(engine, pathToFileURL(`${dir}/`))
const put = (file: string, sql: string) => writeFile(join(dir, file), sql)

describe('migrations', () => {
  it('[TS20] are applied once, in order, and later ones on top', async () => {
    await put('0001_one.sql', 'create table one (a)')
    await put('0002_two.sql', 'alter table one add column b')
    await migrate()
    await migrate()
    await put('0003_three.sql', 'alter table one add column c')
    await migrate()
    expect(db.prepare('select a, b, c from one').all()).toEqual([])
    expect(await engine.applied()).toEqual([1, 2, 3])
  })

  it('[TS20] refuse a schema that a newer version wrote', async () => {
    await put('0001_one.sql', 'create table one (a)')
    await migrate()
    db.exec('insert into schema_migrations values (2)')
    await expect(migrate()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('test.sqlite has schema version 2'),
    })
  })

  it('[RS114] run beside a newer version only where what it added can be done without', async () => {
    await put('0001_one.sql', 'create table one (a)')
    await migrate()
    const beside = (...files: readonly string[]) =>
      migrateSql(
        { ...engine, appliedFiles: async () => ['0001_one.sql', ...files] },
        pathToFileURL(`${dir}/`),
      )
    db.exec('insert into schema_migrations values (2), (3)')
    await beside('0002_two.sql', '0003_drop_zero_needs_0001.sql')
    await expect(beside('0002_two.sql', '0003_drop_one_needs_0002.sql')).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })

  it.each(['0003_gap.sql', '0001_twin.sql', '2_short.sql', '0002-dash.sql'])(
    '[TS20] refuse to start from a folder with %s in it, before anything is applied',
    async (file) => {
      await put('0001_one.sql', 'create table one (a)')
      await put(file, 'create table other (a)')
      await expect(migrate()).rejects.toThrow(/is not migration/)
      expect(db.prepare(`select name from sqlite_schema where name = 'one'`).all()).toEqual([])
    },
  )
})
