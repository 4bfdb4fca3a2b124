import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { temporaryFolder } from './testing.ts'

it('[GR89] knows the fingerprints of rows from before they were a column when it moves them', async () => {
  const dir = await temporaryFolder()
  const open = () => openDuckDbTelemetry({ dir, now: () => 1, log: silentLog })
  const before = await open()
  const events = Array.from({ length: 1_100 }, (_, seq) => anEvent({ seq }))
  await before.append({ spoolId: 's', from: 0, to: 2_000, events, raw: [] })
  await before.close()
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'))
  const connection = await instance.connect()
  await connection.run('update events set fingerprint = null')
  connection.closeSync()
  instance.closeSync()
  const store = await open()
  try {
    await store.move({ projectId: '1', from: '7', to: '8', fingerprints: [eventIdOf('fingerprint')] })
    const scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
    const { values } = await store.breakdown(scope, { by: 'issue', measure: 'events', limit: 9 })
    expect(values.map(({ key, count }) => [key, count])).toEqual([['8', 1_100]])
  } finally {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  }
})
