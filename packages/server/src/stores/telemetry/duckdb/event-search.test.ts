import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it, onTestFinished } from 'vitest'
import type { EventPosition } from '#domain/events/event-position.ts'
import { silentLog } from '#domain/testing.ts'

import { T0 } from '#stores/telemetry/telemetry.builders.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { temporaryFolder } from './testing.ts'

const DAY = 86_400_000
const QUIET = 1_000
const BURST = 300_000

/** A month with few events, and a minute in the middle of it with very many. */
async function writeBurst(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`
    insert into events by name
    select i as seq, 1 as project_id, lpad(to_hex(i), 32, '0') as event_id, 7 as issue_id,
           ${T0} + if(i < ${QUIET}, i * ${(30 * DAY) / QUIET}, ${15 * DAY} + i % 60000)::bigint as received_at,
           received_at as occurred_at, 'error' as kind, 'error' as level, 'title' as title, 'c' as culprit,
           't' as type, 'v' as value, 'javascript' as platform, '' as tags, 'spool' as spool_id
    from range(${QUIET + BURST}) as numbers(i)`)
  connection.closeSync()
  instance.closeSync()
}

it('[SE42] looks at a burst in steps, so that a search stops in time, and at every event once', async () => {
  const dir = await temporaryFolder()
  const open = () => openDuckDbTelemetry({ dir, now: () => 1, log: silentLog })
  await (await open()).close()
  await writeBurst(join(dir, 'telemetry.duckdb'))
  const store = await open()
  onTestFinished(async () => {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  })
  const scope = {
    projectId: '1',
    range: { from: 0, to: Number.MAX_SAFE_INTEGER },
    where: [{ op: 'text', words: ['nobody says this'] }],
  } as const
  const looked: number[] = []
  let before: EventPosition | undefined
  do {
    const { searched, next } = await store.searchEvents(scope, {
      limit: 10,
      budget: 1,
      ...(before !== undefined && { before }),
    })
    looked.push(searched.events)
    before = next
  } while (before !== undefined)
  expect(Math.max(...looked)).toBeLessThanOrEqual(100_000)
  expect(looked.reduce((sum, events) => sum + events, 0)).toBe(QUIET + BURST)
  expect(looked.length).toBeLessThan(40)
})
