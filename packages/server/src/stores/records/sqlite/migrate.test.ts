import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Log } from '#domain/log.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { migrate, MIGRATIONS, type Migration } from '#stores/records/sql/migrate.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { sqliteDriver } from './sqlite-driver.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const engine = {
  accountColumns: { date: 'date', boolean: 'integer' },
  keyedTables: true,
  announceChanges: async () => {},
} as unknown as RecordsEngine

let folder: string
let db: Kysely<Schema>
const connect = () => {
  const database = new DatabaseSync(join(folder, 'm.sqlite'), { timeout: 0 })
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => sqliteDriver(database),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-migrate-'))
  db = connect()
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

const table = (name: string): Migration => ({
  name,
  up: async (transaction: Transaction<Schema>) =>
    transaction.schema.createTable(name).addColumn('id', 'text').execute(),
})
const run = async (migrations: readonly Migration[], on = db) =>
  migrate(on, engine, { log, now: () => 7, migrations })
const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).sort()

it('[RT40] the routes of a project that it has from several sources count as changed once', async () => {
  const first = MIGRATIONS.findIndex(({ name }) => name === '0020-route-revisions')
  await run(MIGRATIONS.slice(0, first))
  await sql`pragma foreign_keys = off`.execute(db)
  const project = { project_id: '1' }
  await db
    .insertInto('route_rules')
    .values({ ...project, id: 'a', place: 1, pattern: '/a', created_at: 1 })
    .execute()
  await db
    .insertInto('route_manifests')
    .values({ ...project, release: 'shop@1', manifest: '{}', uploaded_at: 1 })
    .execute()
  await db
    .insertInto('route_learned')
    .values({ ...project, patterns: '[]' })
    .execute()
  let time = 100
  // A clock that ticks between any two looks at it.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => time++)
  onTestFinished(() => clock.mockRestore())
  await run(MIGRATIONS.slice(0, first + 1))
  expect(await db.selectFrom('route_revisions').selectAll().execute()).toEqual([
    { project_id: '1', revision: 1, changed_at: 100 },
  ])
})

describe('migrations', () => {
  it('[RS22] run once each, in order, and a later version only adds its own', async () => {
    await run([table('0001-a')])
    await run([table('0001-a')])
    await run([table('0001-a'), table('0002-b')])
    expect(await db.selectFrom('migrations').selectAll().orderBy('name').execute()).toEqual([
      { name: '0001-a', applied_at: 7 },
      { name: '0002-b', applied_at: 7 },
    ])
    expect(await tables()).toEqual(['0001-a', '0002-b', 'migrations'])
  })

  it('[RS22] leave the old version whole when one of them fails', async () => {
    await run([table('0001-a')])
    const broken: Migration = { name: '0003-c', up: async () => Promise.reject(new Error('broken')) }
    await expect(run([table('0001-a'), table('0002-b'), broken])).rejects.toThrow('broken')
    expect(await tables()).toEqual(['0001-a', 'migrations'])
  })

  it('[RS22] run once when two processes start at the same moment', async () => {
    const other = connect()
    await Promise.all([
      run([table('0001-a'), table('0002-b')]),
      run([table('0001-a'), table('0002-b')], other),
    ])
    expect(await tables()).toEqual(['0001-a', '0002-b', 'migrations'])
    await other.destroy()
  })

  it('[RS23] refuse records of a newer version before they touch anything', async () => {
    await run([table('0001-a'), table('0009-z')])
    await expect(run([table('0001-a'), table('0002-b')])).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await tables()).toEqual(['0001-a', '0009-z', 'migrations'])
  })

  it('[RS114] let an older version go on where nodes share the records and what is new can be done without', async () => {
    const shared = { ...engine, sharedByNodes: true }
    const runShared = (...migrations: readonly Migration[]) =>
      migrate(db, shared, { log, now: () => 7, migrations })
    await runShared(table('0001-a'), table('0002-b'), table('0003-c'))
    await runShared(table('0001-a'))
    await runShared(table('0001-a'), table('0002-b'), table('0003-c'), table('0004-drop-a-needs-0002'))
    await runShared(table('0001-a'), table('0002-b'))
    await expect(runShared(table('0001-a'))).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('[RS22] keep issues of an earlier version, unassigned', async () => {
    const upTo = async (count: number) =>
      migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS.slice(0, count) })
    await upTo(2)
    await sql`insert into organizations values ('o', 'main', 'Main', 1)`.execute(db)
    await sql`insert into projects values ('1', 'o', 'shop', 'Shop', null, '{}', 1, null, 1)`.execute(db)
    await sql`insert into issues values ('1', '1', 1, 'resolved', 'ongoing', 5, 'error', 't', 'c', 'T', 'v', 'node',
      1, 2, 3, null, null, 't')`.execute(db)
    const [before] = await db.selectFrom('issues').selectAll().execute()
    await upTo(MIGRATIONS.length)
    expect(await db.selectFrom('issues').selectAll().execute()).toMatchObject([
      { ...before, assignee_id: null, assignee_team_id: null, recognised: null, priority: 'medium' },
    ])
  })

  it('[RS22] count for the first fingerprint of an issue what was counted for all of them', async () => {
    const upTo = async (count: number) =>
      migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS.slice(0, count) })
    await upTo(6)
    await sql`insert into organizations values ('o', 'main', 'Main', 1)`.execute(db)
    await sql`insert into projects values ('1', 'o', 'shop', 'Shop', null, '{}', 1, null, 1)`.execute(db)
    await sql`insert into issues (id, project_id, number, status, substatus, status_changed_at, level, title, culprit,
      type, value, platform, first_seen, last_seen, event_count, search_text) values ('1', '1', 1, 'resolved', 'ongoing',
      5, 'error', 't', 'c', 'T', 'v', 'node', 1, 2, 3, 't')`.execute(db)
    for (const name of ['a', 'b'])
      await sql`insert into fingerprints values ('1', 1, ${name}, '1')`.execute(db)
    await upTo(MIGRATIONS.length)
    const rows = await db.selectFrom('fingerprints').selectAll().orderBy('fingerprint').execute()
    expect(rows.map((row) => [row.fingerprint, row.event_count, row.first_seen, row.last_seen])).toEqual([
      ['a', 3, 1, 2],
      ['b', 0, null, null],
    ])
  })

  it('[TS75] have everything counted that was digested before anything was, of however many spools', async () => {
    const before = MIGRATIONS.findIndex(({ name }) => name === '0012-search')
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS.slice(0, before) })
    await sql`insert into spool_positions (spool_id, position) values ('given up', 9000), ('made anew', 5)`.execute(
      db,
    )
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS })
    const fact = await db.selectFrom('facts').select('value').where('name', '=', 'rollups_unfilled').execute()
    expect(fact.map(({ value }) => JSON.parse(value) as unknown)).toEqual([
      { to: Number.MAX_SAFE_INTEGER, after: {} },
    ])
  })

  it('[RS75] make releases of what the issues of an earlier version name', async () => {
    const before = MIGRATIONS.findIndex(({ name }) => name === '0013-release-health')
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS.slice(0, before) })
    await sql`insert into organizations values ('o', 'main', 'Main', 1)`.execute(db)
    await sql`insert into projects values ('1', 'o', 'shop', 'Shop', null, '{}', 1, null, 1)`.execute(db)
    await sql`insert into releases (organization_id, version, status, created_at) values ('o', '2.0', 'open', 3)`.execute(
      db,
    )
    await sql`insert into issues (id, project_id, number, status, substatus, status_changed_at, level, title, culprit,
      type, value, platform, first_seen, last_seen, event_count, first_release, last_release, search_text)
      values ('1', '1', 1, 'unresolved', 'ongoing', 5, 'error', 't', 'c', 'T', 'v', 'node', 10, 20, 3, '1.0', '2.0', 't')`.execute(
      db,
    )
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS })
    const releases = await db.selectFrom('releases').selectAll().orderBy('version').execute()
    expect(releases.map(({ version, created_at: at }) => [version, at])).toEqual([
      ['1.0', 10],
      ['2.0', 3],
    ])
    const seen = await db.selectFrom('release_projects').selectAll().orderBy('version').execute()
    expect(seen.map((row) => [row.project_id, row.version, row.first_event, row.last_event])).toEqual([
      ['1', '1.0', 10, 10],
      ['1', '2.0', 20, 20],
    ])
  })

  it('[AC109] give tokens of an earlier version the owner in the audit log, and revoke those of former members', async () => {
    const before = MIGRATIONS.findIndex(({ name }) => name === '0015-owners')
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS.slice(0, before) })
    await sql`insert into organizations values ('o', 'main', 'Main', 1)`.execute(db)
    await sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('ann', 'Ann', 'ann@example.com', 1, '', '')`.execute(db)
    await sql`insert into members values ('o', 'ann', 'admin', 1)`.execute(db)
    for (const id of ['of-ann', 'of-bob', 'of-nobody'])
      await sql`insert into api_tokens values (${id}, 'o', ${id}, ${id}, '["event:read"]', 1, null, null)`.execute(
        db,
      )
    for (const [id, by] of [
      ['with-of-ann', null],
      ['with-of-bob', null],
      ['by-ann', 'ann'],
      ['by-bob', 'bob'],
    ])
      await sql`insert into invitations values (${id}, 'o', 'viewer', null, ${id}, ${by}, 1, 9)`.execute(db)
    const lines = [
      ['user', 'ann', 'token', 'of-ann'],
      ['user', 'bob', 'token', 'of-bob'],
      ['command_line', null, 'token', 'of-nobody'],
      ['token', 'of-ann', 'invitation', 'with-of-ann'],
      ['token', 'of-bob', 'invitation', 'with-of-bob'],
    ] as const
    for (const [index, [kind, actor, target, id]] of lines.entries())
      await sql`insert into audit values ('o', ${index + 1}, 5, ${kind}, ${actor}, '', 'created', ${target}, ${id}, '', null, null)`.execute(
        db,
      )
    await migrate(db, engine, { log, now: () => 7, migrations: MIGRATIONS })
    const tokens = await db.selectFrom('api_tokens').select(['id', 'owner_id']).orderBy('id').execute()
    expect(tokens).toEqual([
      { id: 'of-ann', owner_id: 'ann' },
      { id: 'of-nobody', owner_id: null },
    ])
    const open = await db
      .selectFrom('invitations')
      .select(['id', 'invited_by', 'token_id'])
      .orderBy('id')
      .execute()
    expect(open).toEqual([
      { id: 'by-ann', invited_by: 'ann', token_id: null },
      { id: 'with-of-ann', invited_by: 'ann', token_id: 'of-ann' },
    ])
    const [line] = await db.selectFrom('audit').selectAll().orderBy('position', 'desc').limit(1).execute()
    expect(line).toMatchObject({
      position: 6,
      actor_kind: 'system',
      action: 'revoked',
      target_id: 'of-bob',
      before: '{"scopes":["event:read"]}',
    })
  })

  it('[RS22] have names that sort in the order they run', () => {
    const names = MIGRATIONS.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
  })
})
