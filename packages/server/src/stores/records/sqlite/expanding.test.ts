import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Transaction } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { neededBy } from '#stores/side-by-side.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { migrate, MIGRATIONS, type Migration } from '#stores/records/sql/migrate.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { sqliteDriver } from './sqlite-driver.ts'

/** The last one from before nodes of two versions could share a database. */
const FIRST_SIDE_BY_SIDE = '0023'

const engine = {
  accountColumns: { date: 'date', boolean: 'integer' },
  keyedTables: true,
  announceChanges: async () => {},
} as unknown as RecordsEngine

type Shape = ReadonlyMap<string, string>

/** Every table, column and unique index, and what an older version meets of it. */
async function shapeOf(db: Kysely<Schema>): Promise<Shape> {
  const shape = new Map<string, string>()
  for (const { name, columns } of await db.introspection.getTables()) {
    shape.set(`table ${name}`, '')
    for (const column of columns) {
      const isOptional = column.isNullable || column.hasDefaultValue || column.isAutoIncrementing
      shape.set(`column ${name}.${column.name}`, `${column.dataType} ${isOptional ? 'optional' : 'required'}`)
    }
  }
  const indexes = await sql<{ name: string; table: string }>`
    select name, tbl_name as "table" from sqlite_schema where type = 'index' and sql like 'create unique%'`.execute(
    db,
  )
  for (const { name, table } of indexes.rows) shape.set(`unique ${table}.${name}`, '')
  return shape
}

/** What a version that was written for the first shape may stumble over in the second. */
function contractions(before: Shape, after: Shape): string[] {
  const changed = [...before].flatMap(([part, form]) => {
    const now = after.get(part)
    if (now === undefined) return part.startsWith('unique') ? [] : [`${part} is gone`]
    return now === form ? [] : [`${part} was ${form} and is ${now}`]
  })
  const added = [...after].flatMap(([part, form]) => {
    const [kind, name = ''] = part.split(' ')
    const isOfOld = before.has(`table ${name.split('.')[0]}`)
    if (before.has(part) || !isOfOld) return []
    if (kind === 'unique') return [`${part} is new`]
    return form.endsWith('required') ? [`${part} is new and required`] : []
  })
  return [...changed, ...added]
}

async function open(): Promise<Kysely<Schema>> {
  const database = new DatabaseSync(':memory:')
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => sqliteDriver(database),
      createIntrospector: (one) => new SqliteIntrospector(one),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  onTestFinished(() => db.destroy())
  return db
}

/** Of each migration what it takes away. */
async function contractionsBy(
  migrations: readonly Migration[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const db = await open()
  const found = new Map<string, readonly string[]>()
  let before = await shapeOf(db)
  for (const [index, { name }] of migrations.entries()) {
    await migrate(db, engine, { log: silentLog, now: () => 7, migrations: migrations.slice(0, index + 1) })
    const after = await shapeOf(db)
    found.set(name, contractions(before, after))
    before = after
  }
  return found
}

describe('migrations', () => {
  it('[RS115] only add what older versions do without, unless their name says otherwise', async () => {
    const unsaid = [...(await contractionsBy(MIGRATIONS))].filter(
      ([name, what]) => name >= FIRST_SIDE_BY_SIDE && neededBy(name) === undefined && what.length > 0,
    )
    expect(unsaid).toEqual([])
  })

  it('[RS115] that need another come after it', () => {
    const early = MIGRATIONS.filter(({ name }) => (neededBy(name) ?? '') >= name.slice(0, 4))
    expect(early).toEqual([])
  })

  it('[RS115] are known to contract by what they do', async () => {
    const step = (name: string, up: (transaction: Transaction<Schema>) => Promise<unknown>): Migration => ({
      name,
      up: async (transaction) => void (await up(transaction)),
    })
    const found = await contractionsBy([
      step('0001-first', ({ schema }) =>
        schema.createTable('shops').addColumn('id', 'text').addColumn('colour', 'text').execute(),
      ),
      step('0002-more', async ({ schema }) => {
        await schema.alterTable('shops').addColumn('city', 'text').execute()
        await schema
          .alterTable('shops')
          .addColumn('size', 'integer', (one) => one.notNull().defaultTo(1))
          .execute()
        await schema
          .createTable('towns')
          .addColumn('id', 'text', (one) => one.notNull())
          .execute()
        await schema.createIndex('by_city').on('shops').column('city').execute()
      }),
      step('0003-rename', ({ schema }) =>
        schema.alterTable('shops').renameColumn('colour', 'paint').execute(),
      ),
      step('0004-drop', ({ schema }) => schema.alterTable('shops').dropColumn('paint').execute()),
      step('0005-unique', ({ schema }) =>
        schema.createIndex('one_city').unique().on('shops').column('city').execute(),
      ),
      step('0006-anew', async ({ schema }) => {
        await schema.dropTable('towns').execute()
        await schema
          .createTable('towns')
          .addColumn('id', 'integer')
          .addColumn('name', 'text', (one) => one.notNull())
          .execute()
      }),
      step('0007-gone', ({ schema }) => schema.dropTable('towns').execute()),
    ])
    expect(Object.fromEntries(found)).toEqual({
      '0001-first': [],
      '0002-more': [],
      '0003-rename': ['column shops.colour is gone'],
      '0004-drop': ['column shops.paint is gone'],
      '0005-unique': ['unique shops.one_city is new'],
      '0006-anew': [
        'column towns.id was TEXT required and is INTEGER optional',
        'column towns.name is new and required',
      ],
      '0007-gone': expect.arrayContaining(['table towns is gone']),
    })
  })
})
