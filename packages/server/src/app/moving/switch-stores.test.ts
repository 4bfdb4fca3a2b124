import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { silentLog } from '#domain/testing.ts'
import { readJournal, removeJournal, targetsOf, writeJournal, type Journal } from './journal.ts'
import { switchStores } from './switch-stores.ts'

const ADDRESSES = {
  HINDCAST_DATABASE_URL: 'postgres://me:secret@db.example:5432/hindcast',
  HINDCAST_CLICKHOUSE_URL: 'http://me:secret@ch.example:8123/hindcast',
}
const FILES = ['records.sqlite', 'records.sqlite-wal', 'vault.sqlite', 'telemetry.duckdb', 'secret']

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hindcast-switch-'))
  for (const file of FILES) await writeFile(join(dir, file), 'x')
  const stores = ['records.sqlite', 'vault.sqlite', 'telemetry.duckdb', 'spool/id']
  await writeFile(join(dir, 'stores.json'), JSON.stringify({ stores }))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const configOf = (env: Record<string, string>) => readConfig({ ...env, HINDCAST_DATA: dir })
const begun = (state: Journal['state'], env: Record<string, string> = ADDRESSES) =>
  writeJournal(dir, { id: 'i', begunAt: 0, state, steps: {}, targets: targetsOf(configOf(env)) })
const stores = async () => JSON.parse(await readFile(join(dir, 'stores.json'), 'utf8')) as object

describe('switchStores', () => {
  it('[OP213] puts the files aside and notes where their stores are', async () => {
    await begun('moved')
    expect(await switchStores(configOf(ADDRESSES), silentLog)).toBe(false)
    const aside = await readdir(join(dir, 'migrated-1970-01-01'))
    expect(aside.toSorted()).toEqual(FILES.filter((file) => file !== 'secret').toSorted())
    expect(await stores()).toEqual({ stores: ['spool/id', 'database', 'clickhouse'] })
    expect(await readJournal(dir)).toBeUndefined()
    expect(await switchStores(configOf(ADDRESSES), silentLog)).toBe(false)
  })

  it('[OP213] leaves the store alone that was not moved', async () => {
    const { HINDCAST_DATABASE_URL } = ADDRESSES
    await begun('moved', { HINDCAST_DATABASE_URL })
    await switchStores(configOf({ HINDCAST_DATABASE_URL }), silentLog)
    expect(await stores()).toEqual({ stores: ['vault.sqlite', 'telemetry.duckdb', 'spool/id', 'database'] })
    expect(await readdir(dir)).toEqual(expect.arrayContaining(['vault.sqlite', 'telemetry.duckdb']))
  })

  it('[OP217] refuses other addresses than those that were moved to, and holds without any', async () => {
    await begun('moved')
    const { HINDCAST_DATABASE_URL } = ADDRESSES
    await expect(switchStores(configOf({ HINDCAST_DATABASE_URL }), silentLog)).rejects.toThrow(
      /Set HINDCAST_CLICKHOUSE_URL/,
    )
    const elsewhere = { ...ADDRESSES, HINDCAST_DATABASE_URL: 'postgres://me@other.example/hindcast' }
    await expect(switchStores(configOf(elsewhere), silentLog)).rejects.toThrow(/Set HINDCAST_DATABASE_URL/)
    expect(await switchStores(configOf({}), silentLog)).toBe(true)
    expect(await readdir(dir)).toEqual(expect.arrayContaining(FILES))
  })

  it('[OP211] holds while the move is under way, and no longer when it was given up', async () => {
    for (const state of ['copying', 'moving'] as const) {
      await begun(state)
      expect(await switchStores(configOf({}), silentLog)).toBe(true)
    }
    await removeJournal(dir)
    expect(await switchStores(configOf({}), silentLog)).toBe(false)
    expect(await readdir(dir)).not.toContain('moving')
  })

  it('[OP215] keeps no password in the journal', async () => {
    await begun('moving')
    expect(JSON.stringify(await readJournal(dir))).not.toContain('secret')
  })
})
