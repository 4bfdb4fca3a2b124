import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import { T0 } from '#stores/telemetry/telemetry.builders.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { temporaryFolder } from './testing.ts'

const SECOND = 1_000
const EVENTS = 300_000
/** Of the rare issue: at both ends, and two in the middle, far more events apart than one look takes in. */
const RARE = [0, 150_000, 150_001, EVENTS - 1]

async function writeEvents(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`
    insert into events by name
    select i as seq, 1 as project_id, lpad(lower(to_hex(i)), 32, '0') as event_id,
           if(i in (${RARE.join(', ')}), 8, 7) as issue_id, ${T0} + i * ${SECOND} as received_at,
           received_at as occurred_at, 'error' as kind, 'error' as level, 'title' as title, 'c' as culprit,
           't' as type, 'v' as value, 'javascript' as platform, '' as tags, 'spool' as spool_id
    from range(${EVENTS}) as numbers(i)`)
  connection.closeSync()
  instance.closeSync()
}

it('[TS80] names the next events of a rare issue, however many of others lie in between', async () => {
  const dir = await temporaryFolder()
  const open = () => openTestTelemetry({ dir, now: () => 1, log: silentLog })
  await (await open()).close()
  await writeEvents(join(dir, 'telemetry.duckdb'))
  const store = await open()
  onTestFinished(async () => {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  })
  const scope = {
    projectId: '1',
    range: { from: 0, to: Number.MAX_SAFE_INTEGER },
    where: [{ dimension: 'issue', op: 'is', values: ['8'] }],
  } as const
  const ids = RARE.map((seq) => seq.toString(16).padStart(32, '0'))
  for (const [index, seq] of RARE.entries())
    expect(await store.neighbours(scope, { receivedAt: T0 + seq * SECOND, spoolId: 'spool', seq })).toEqual({
      event: undefined,
      older: ids[index - 1],
      newer: ids[index + 1],
    })
  const last = T0 + RARE[2]! * SECOND
  const early = { ...scope, range: { from: 0, to: last + 1 } }
  expect(await store.neighbours(early, 'newest')).toEqual({ event: ids[2], older: ids[1], newer: undefined })
  expect(await store.neighbours(scope, 'newest')).toEqual({ event: ids[3], older: ids[2], newer: undefined })
  expect(await store.neighbours(scope, 'oldest')).toEqual({ event: ids[0], older: undefined, newer: ids[1] })
})
