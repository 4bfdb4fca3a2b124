import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { readJournal, writeJournal } from '../packages/server/src/app/moving/journal.ts'
import { moveTelemetry, verifyTelemetry } from '../packages/server/src/app/moving/move-telemetry.ts'
import { createProgress } from '../packages/server/src/app/moving/progress.ts'
import { readClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import { openClickHouseTarget } from '../packages/server/src/stores/telemetry/clickhouse/move/move-target.ts'
import { openDuckDbSource } from '../packages/server/src/stores/telemetry/duckdb/move/move-source.ts'
import { openDuckDbTelemetry } from '../packages/server/src/stores/telemetry/duckdb/telemetry-store.ts'
import type { TelemetrySource, TelemetryTarget } from '../packages/server/src/stores/telemetry/moving.ts'
import {
  T0,
  aRawItem,
  anEvent,
  eventIdOf,
  traceIdOf,
} from '../packages/server/src/stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { newDatabase, openStore } from './harness/clickhouse-stores.ts'
import { manyRows } from './harness/many-rows.ts'

const ODD = 'spool-odd'
const BYTES = Uint8Array.from({ length: 256 }, (_, at) => at)

let server: TestClickHouse
let dir: string
let embedded: TelemetryStore
let source: TelemetrySource
let target: TelemetryTarget
let database: string
beforeAll(async () => {
  server = await openClickHouse()
  dir = await mkdtemp(join(tmpdir(), 'hindcast-migrate-'))
  const copy = await mkdtemp(join(dir, 'copy-'))
  embedded = await openDuckDbTelemetry({ dir: join(dir, 'live'), now: () => T0, log: silentLog })
  for (const batch of manyRows(9000)) await embedded.append(batch)
  await embedded.append({ ...oddRows(), spoolId: ODD, from: 0, to: 100 })
  await embedded.move({ projectId: '1', from: '7', to: '8', fingerprints: [eventIdOf('fingerprint')] })
  await embedded.copyTo(copy)
  await embedded.resume()
  // Once opened and closed, its places no longer change.
  await (await openDuckDbTelemetry({ dir: copy, now: () => T0, log: silentLog })).close()
  source = await openDuckDbSource(copy)
  database = newDatabase()
  target = await openClickHouseTarget(readClickHouseAddress(server.urlOf(database)), () => T0)
})
afterAll(async () => {
  await source?.close()
  await target?.close()
  await embedded?.close()
  await server?.close()
  await rm(dir, { recursive: true, force: true })
})

function oddRows() {
  const texts = ['', 'n', '\\N', 'Grüße 🚀', 'tab\t and "quotes"', 'line\nbreak \\ back', '\u0001']
  const events = texts.map((text, seq) =>
    Object.assign(
      anEvent({ seq, eventId: eventIdOf(`odd ${seq}`), title: text, value: text, tags: [['odd', text]] }),
      { identifiers: [{ kind: 'digest' as const, value: `${text}-${seq}` }] },
    ),
  )
  const raw = [
    aRawItem({ seq: 1, body: BYTES }),
    aRawItem({ seq: 1, body: new Uint8Array() }),
    aRawItem({ seq: 2, body: { blob: 'f'.repeat(64) } }),
  ]
  return { events, raw }
}

async function progressOf() {
  const found = await readJournal(dir)
  const fresh = { id: 'one', begunAt: T0, targets: {}, state: 'moving', steps: {} } as const
  if (found === undefined) await writeJournal(dir, fresh)
  return createProgress(dir, found ?? fresh, () => {})
}

describe('moving telemetry to ClickHouse', () => {
  it('[OP212] stores every part once, wherever writing it or noting it was cut off', async () => {
    expect(await target.isEmpty()).toBe(true)
    let cuts = 0
    for (;;) {
      let left = 3 + 2 * cuts
      // Ends after a write that is there and was not noted; a little later each time.
      const cutting: TelemetryTarget = {
        ...target,
        async write(...args) {
          await target.write(...args)
          left -= 1
          if (left <= 0) throw new Error('cut')
        },
      }
      try {
        await moveTelemetry(source, cutting, await progressOf())
        break
      } catch (error) {
        expect((error as Error).message).toBe('cut')
        cuts += 1
      }
    }
    expect(cuts).toBeGreaterThan(3)
    const progress = await progressOf()
    await verifyTelemetry(source, target, progress)
    expect(progress.verified().length).toBe(12)
    expect(await target.isEmpty()).toBe(false)
  })

  it('[OP213] answers the same: documents, merged issues, traces, raw bytes, and what events are found by', async () => {
    const moved = await openStore(readClickHouseAddress(server.urlOf(database)))
    const stores = [embedded, moved] as const
    const [here, there] = await Promise.all(
      stores.map(async (store) => ({
        counts: (await store.stats()).stored,
        odd: await Promise.all(oddRows().events.map(({ eventId }) => store.get('1', eventId))),
        trace: await store.trace(['1'], traceIdOf(3), { limit: 100 }),
        raw: await store.rawItems('1', { itemType: aRawItem({ seq: 1 }).itemType, limit: 100 }),
        found: (await store.find(['1'], { kind: 'digest', value: 'n-1' }, 10)).map(({ eventId }) => eventId),
        position: await store.watermark(ODD),
        known: await store.known('1', [eventIdOf('odd 3')], ODD),
      })),
    )
    expect(here!.counts.errors).toBeGreaterThan(1000)
    expect(here!.odd.every((event) => event?.issueId === '8')).toBe(true)
    expect(there).toEqual(here)
    // A batch that is sent again changes nothing, and the next one is stored.
    await moved.append({ ...oddRows(), spoolId: ODD, from: 0, to: 100 })
    expect((await moved.stats()).stored).toEqual(here!.counts)
    await moved.append({
      events: [anEvent({ seq: 100, eventId: eventIdOf('next') })],
      raw: [],
      spoolId: ODD,
      from: 100,
      to: 110,
    })
    expect((await moved.stats()).stored.errors).toBe(here!.counts.errors + 1)
    await moved.close()
  })

  it('[OP214] refuses a table in which a row is missing, or says something else', async () => {
    const progress = await progressOf()
    await expect(verifyTelemetry(source, target, progress)).rejects.toThrow(
      /The table documents is not what was moved/,
    )
    const next = `event_id = '${eventIdOf('next')}'`
    const place = `seq in (select seq from ${database}.events where ${next}) and spool_id = '${ODD}'`
    for (const table of ['documents', 'event_ids', 'identifiers'])
      await server.run(`delete from ${database}.${table} where ${place}`)
    await server.run(`delete from ${database}.events where ${next}`)
    await server.run(
      `alter table ${database}.sessions update quantity = quantity + 1 where 1 settings mutations_sync = 2`,
    )
    await expect(verifyTelemetry(source, target, progress)).rejects.toThrow(/sessions.*checksum differs/)
  })
})
