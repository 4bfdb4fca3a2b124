import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { readConfig } from '../packages/server/src/app/config.ts'
import { openTargets, type MoveTo } from '../packages/server/src/app/moving/open-move.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { openSqliteSource } from '../packages/server/src/stores/records/sqlite/move-source.ts'
import type { ClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import { openDuckDbSource } from '../packages/server/src/stores/telemetry/duckdb/move/move-source.ts'

const COLUMN_TABLES = ['events', 'sessions', 'visits', 'navigations']
const PART_ROWS = 100_000

/**
 * Copies what a bench filled the stores of a folder with. `hindcast migrate-store` does the same and compares it, but events
 * without documents, which most of these are, it refuses.
 */
export async function copyStores(data: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { clickhouse, ...config } = readConfig(env, { data })
  const targets = await openTargets({ ...config, clickhouse }, silentLog)
  try {
    const records = openSqliteSource(join(data, 'records.sqlite'))
    for (const table of await targets.records!.inOrder(records.tables()))
      await targets.records!.copy(table, records, () => undefined)
    records.close()
    if (existsSync(join(data, 'telemetry.duckdb'))) await copyTelemetry(data, clickhouse!, targets)
  } finally {
    await targets.close()
  }
}

export async function copyTelemetry(
  data: string,
  address: ClickHouseAddress,
  { telemetry }: Pick<MoveTo, 'telemetry'>,
): Promise<void> {
  const send = (table: string, csv: string) => insertCsv(address, table, csv)
  const source = await openDuckDbSource(data)
  const spans = source.steps.find(({ name }) => name === 'spans')!
  for (let from: number | undefined = 0; from !== undefined;) {
    const { parts, next } = await spans.read(from)
    for (const rows of parts) await telemetry!.write(rows, `bench ${from}`)
    from = next
  }
  await source.close()
  await copyColumns(data, send)
  await copyIdentifiers(join(data, 'vault.sqlite'), send)
}

type Send = (table: string, csv: string) => Promise<void>

async function copyColumns(data: string, send: Send): Promise<void> {
  const instance = await DuckDBInstance.create(join(data, 'telemetry.duckdb'), { memory_limit: '2GB' })
  const connection = await instance.connect()
  const file = join(data, 'part.csv')
  for (const table of COLUMN_TABLES) {
    const rows = await rowsIn(connection, table)
    for (let from = 0; from < rows; from += PART_ROWS) {
      const part = `select * from ${table} where rowid >= ${from} and rowid < ${from + PART_ROWS}`
      await connection.run(`copy (${part}) to '${file}' (format csv, header, nullstr '\\N')`)
      await send(table, await readFile(file, 'utf8'))
    }
  }
  await rm(file, { force: true })
  connection.closeSync()
  instance.closeSync()
}

async function rowsIn(connection: DuckDBConnection, table: string): Promise<number> {
  const result = await connection.run(`select coalesce(max(rowid) + 1, 0) from ${table}`)
  return Number((await result.getRowsJS())[0]![0])
}

/** The moment of an event is known to its columns, and here, where most events have none, to its identifiers. */
async function copyIdentifiers(file: string, send: Send): Promise<void> {
  const vault = new DatabaseSync(file, { readOnly: true })
  const hex = `lower(hex(event_id)) as event_id`
  const place = 'received_at, spool_id, seq, seq as position'
  for (const [table, query] of [
    ['event_ids', `select project_id, ${hex}, ${place} from identifiers`],
    ['identifiers', `select project_id, kind, value, ${hex}, ${place} from identifiers`],
  ] as const) {
    let lines: string[] = []
    for (const row of vault.prepare(query).iterate()) {
      if (lines.length === 0) lines.push(Object.keys(row).join(','))
      lines.push(Object.values(row).join(','))
      if (lines.length <= PART_ROWS) continue
      await send(table, lines.join('\n'))
      lines = []
    }
    if (lines.length > 0) await send(table, lines.join('\n'))
  }
  vault.close()
}

async function insertCsv(address: ClickHouseAddress, table: string, csv: string): Promise<void> {
  const answer = await fetch(`${address.origin}/?database=${address.database}`, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': address.username, 'X-ClickHouse-Key': address.password },
    body: `insert into ${table} format CSVWithNames\n${csv}`,
  })
  if (!answer.ok) throw new Error(`${table}: ${(await answer.text()).slice(0, 500)}`)
}
