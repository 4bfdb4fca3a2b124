import { copyFileSync, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { ensureColumnsFile } from './columns-file.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { batchOf, temporaryFolder } from './testing.ts'

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
})

async function asked<T>(file: string, ask: (query: (sql: string) => Promise<unknown[]>) => Promise<T>) {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  const answer = await ask(async (sql) => (await connection.runAndReadAll(sql)).getRowsJson())
  connection.closeSync()
  instance.closeSync()
  return answer
}

const formOf = (file: string) =>
  asked(file, (query) =>
    query(`select tags['storage_version'] from duckdb_databases() where path = '${file}'`),
  )

it('[TS230] a new file has the form that takes the least space', async () => {
  const file = join(dir, 'telemetry.duckdb')
  await ensureColumnsFile(file)
  expect(await formOf(file)).toEqual([['v1.5.0+']])
})

it('[TS230] a file of an earlier version takes the new form and keeps its rows, also those of its log', async () => {
  const stored = join(dir, 'stored.duckdb')
  const file = join(dir, "o'telemetry.duckdb")
  await asked(stored, async (query) => {
    await query('create table numbers as from range(5) as numbers(n)')
    await query('checkpoint')
    await query('insert into numbers values (7)')
    // As a kill leaves it: what was written last is in the log alone.
    for (const end of ['', '.wal']) copyFileSync(`${stored}${end}`, `${file}${end}`)
  })
  expect(existsSync(`${file}.wal`)).toBe(true)
  await ensureColumnsFile(file)
  expect(await asked(file, (query) => query('select sum(n)::integer from numbers'))).toEqual([[17]])
  const [form] = await asked(file, (query) =>
    query(`select tags['storage_version'] from duckdb_databases() where database_name like '%telemetry'`),
  )
  expect(form).toEqual(['v1.5.0+'])
})

it('[TS230] the text that events are searched by is compressed as a whole', async () => {
  const store = await openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
  const { events, ...batch } = batchOf(0, 3000)
  const searchable = events.map((event) =>
    Object.assign(event, { searchText: `${event.eventId}\nbutton.cart loaded in 12 ms\nget /api/orders` }),
  )
  await store.append({ ...batch, events: searchable })
  await store.close()
  const used = await asked(join(dir, 'telemetry.duckdb'), (query) =>
    query(`select distinct compression from pragma_storage_info('events')
           where column_name = 'search_text' and segment_type = 'VARCHAR'`),
  )
  expect(used).toEqual([['ZSTD']])
})
