import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

import type { Layout } from './address.ts'
import { changedTable, onCluster, partsOf, statementsFor, storedName } from './layout.ts'

const LAYOUTS: readonly Layout[] = [
  { kind: 'single' },
  { kind: 'replicated', cluster: 'all' },
  { kind: 'sharded', cluster: 'all' },
]

async function statementsOf(layout: Layout): Promise<string> {
  const folder = new URL('./migrations/', import.meta.url)
  const files = (await readdir(folder)).toSorted()
  const migrations = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  return `${migrations.flatMap((sql) => statementsFor(layout, sql)).join(';\n\n')};\n`
}

describe('layouts of the tables in ClickHouse', () => {
  it.each(LAYOUTS)('[TS206] makes the tables of $kind from the one set of migrations', async (layout) => {
    await expect(await statementsOf(layout)).toMatchFileSnapshot(`./layouts/${layout.kind}.sql`)
  })

  it('[TS206] changes rows where they lie', () => {
    expect(LAYOUTS.map((layout) => changedTable(layout, 'events'))).toEqual([
      'events',
      'events on cluster all',
      'events_local on cluster all',
    ])
    expect(LAYOUTS.map((layout) => storedName(layout, 'events'))).toEqual([
      'events',
      'events',
      'events_local',
    ])
    expect(LAYOUTS.map(partsOf)).toEqual([
      'system.parts',
      'clusterAllReplicas(all, system.parts)',
      'clusterAllReplicas(all, system.parts)',
    ])
    expect(LAYOUTS.map(onCluster)).toEqual(['', 'on cluster all', 'on cluster all'])
  })

  it('[TS206] refuses a table on a cluster that does not say what it is sharded by', () => {
    const table = 'create table if not exists lost (id Int64) engine = MergeTree order by id;'
    expect(statementsFor({ kind: 'single' }, table)).toHaveLength(1)
    expect(() => statementsFor({ kind: 'sharded', cluster: 'all' }, table)).toThrow('sharded by')
  })
})
