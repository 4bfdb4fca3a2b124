import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import type { Environment } from './installation.ts'
import { openStore } from './span-store.ts'

const FILES = { vault: 'vault.sqlite', columns: 'telemetry.duckdb', records: 'records.sqlite' } as const

/** Bytes of everything that is stored, by store: files of the folder, or what its servers say. */
export async function storedBytes(data: string, env: Environment): Promise<Readonly<Record<string, number>>> {
  const { HINDCAST_DATABASE_URL: database, HINDCAST_CLICKHOUSE_URL: clickhouse } = env
  if (database === undefined || clickhouse === undefined) return fileBytes(data)
  return { ...(await postgresBytes(database)), ...(await clickHouseBytes(clickhouse)) }
}

/** Compacted, as they are some hours later. */
async function fileBytes(data: string): Promise<Readonly<Record<string, number>>> {
  const store = await openStore(data)
  while (await store.compact(Number.MAX_SAFE_INTEGER));
  // Gives back the pages that became free.
  await store.expire('1', 0)
  await store.close()
  const sizes = Object.entries(FILES).map(([name, file]): [string, number] => [
    name,
    statSync(join(data, file), { throwIfNoEntry: false })?.size ?? 0,
  ])
  return Object.fromEntries(sizes)
}

export const folderBytes = (folder: string): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)

async function postgresBytes(url: string): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<'tables' | 'log', string>>(
      `select pg_current_wal_lsn() - '0/0' as log,
         (select sum(pg_total_relation_size(oid)) from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`,
    )
    return { postgres: Number(rows[0]!.tables), 'postgres log': Number(rows[0]!.log) }
  } finally {
    await client.end()
  }
}

/** Merged, as they are when nobody writes for a while. */
async function clickHouseBytes(url: string): Promise<Readonly<Record<string, number>>> {
  const address = readClickHouseAddress(url)
  const ask = async (statement: string): Promise<readonly string[]> => {
    const answer = await fetch(`${address.origin}/?database=${address.database}`, {
      method: 'POST',
      headers: { 'X-ClickHouse-User': address.username, 'X-ClickHouse-Key': address.password },
      body: statement,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text.split('\n').filter(Boolean)
  }
  const filled = await ask(
    `select distinct table from system.parts where database = '${address.database}' and active`,
  )
  for (const table of filled) await ask(`optimize table ${table} final`)
  const [bytes] = await ask(
    `select sum(bytes_on_disk) from system.parts where database = '${address.database}' and active`,
  )
  return { clickhouse: Number(bytes) }
}
