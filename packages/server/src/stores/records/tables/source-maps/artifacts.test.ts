import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RecordStore } from '#stores/records/records.ts'
import { filesByDebugIds, filesByUrls, filesOfRelease } from './artifact-files.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'

let folder: string
let store: RecordStore
let db: Kysely<Schema>
const listOf = (values: readonly string[]) =>
  sql<never>`(select value from json_each(${JSON.stringify(values)}))`
const engine = { listOf } as unknown as RecordsEngine

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-artifacts-'))
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  store = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  db = store.accounts.db as Kysely<Schema>
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const planOf = async (query: ReturnType<typeof filesByDebugIds>) =>
  (await query.explain(undefined, sql`query plan`)).map((step) => (step as { detail: string }).detail)

it.each([
  [
    'artifact_files_by_debug_id',
    (db: Kysely<Schema>) => filesByDebugIds(db, engine, '1', ['a']),
    'project_id=? AND debug_id=?',
  ],
  [
    'artifact_files_by_url',
    (db: Kysely<Schema>) => filesByUrls(db, engine, '1', '1.0', 'd', ['~/a.js']),
    'project_id=? AND release=? AND url=? AND dist=?',
  ],
  [
    'artifact_files_by_url',
    (db: Kysely<Schema>) => filesByUrls(db, engine, '1', '1.0', undefined, ['~/a.js']),
    'project_id=? AND release=? AND url=? AND dist=?',
  ],
  [
    'artifact_files_by_url',
    (db: Kysely<Schema>) => filesOfRelease(db, '1', '1.0', 5),
    'project_id=? AND release=?',
  ],
])(
  '[SM2] looks files up in %s, so that many builds do not make an event slow',
  async (index, query, terms) => {
    const plan = await planOf(query(db))
    expect(plan.join('\n')).toContain(`SEARCH artifact_files USING INDEX ${index} (${terms})`)
    expect(plan.join('\n')).not.toContain('SCAN artifact_files')
  },
)
