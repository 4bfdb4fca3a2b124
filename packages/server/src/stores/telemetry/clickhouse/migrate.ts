import { migrateSql, type SqlEngine } from '#stores/migrate-sql.ts'
import { onCluster, statementsFor } from './layout.ts'
import type { ClickHouseAddress } from './address.ts'
import { createBindings } from './bindings.ts'
import { connectClickHouse, type Engine } from './engine.ts'

/** Where migrations are listed, as a migration itself would say it. */
const LIST = `-- sharded by version
create table if not exists schema_migrations (version Int64, file String, applied_at Int64)
engine = MergeTree order by version
settings non_replicated_deduplication_window = 1000;`

/** Makes the database and brings its tables to the newest version. */
export async function migrateClickHouse(
  address: ClickHouseAddress,
  engine: Engine,
  now: () => number,
): Promise<void> {
  await makeDatabase(address)
  await migrateSql(migrationEngine(address, engine, now), new URL('./migrations/', import.meta.url))
}

/** Asked of the database that every ClickHouse has: the other may not be there yet. */
async function makeDatabase({ database, layout, ...address }: ClickHouseAddress): Promise<void> {
  const engine = await connectClickHouse({ ...address, database, layout }, 'default')
  try {
    const bind = createBindings()
    const found = await engine.ask(`select 1 from system.databases where name = ${bind.text(database)}`, bind)
    if (found.length === 0)
      await engine.command(`create database if not exists ${database} ${onCluster(layout)}`)
  } finally {
    await engine.close()
  }
}

/** Statements can be repeated: there is no transaction around them and the line that says they are done. */
function migrationEngine(address: ClickHouseAddress, engine: Engine, now: () => number): SqlEngine {
  const run = async (sql: string) => {
    for (const statement of statementsFor(address.layout, sql)) await engine.command(statement)
  }
  return {
    name: address.name,
    async applied() {
      const bind = createBindings()
      const made = `select 1 from system.tables where database = currentDatabase() and name = 'schema_migrations'`
      if ((await engine.ask(made, bind)).length === 0) await run(LIST)
      const rows = await engine.ask('select version from schema_migrations', bind)
      return rows.map(({ version }) => Number(version))
    },
    async appliedFiles() {
      const rows = await engine.ask('select file from schema_migrations', createBindings())
      return rows.map(({ file }) => String(file))
    },
    async apply({ version, file, sql }) {
      await run(sql)
      const columns = ['version', 'file', 'applied_at']
      const rows = [[version, file, now()]]
      await engine.insert({ table: 'schema_migrations', columns, rows, token: file, comment: file })
    },
  }
}
