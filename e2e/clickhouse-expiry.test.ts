import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_PROJECT_SETTINGS } from '../packages/server/src/domain/projects/project.ts'
import { silentLog } from '../packages/server/src/domain/testing.ts'
import { retentionJob } from '../packages/server/src/product/intake/jobs/retention.ts'
import { openTestRecords } from '../packages/server/src/stores/records/testing/open-records.ts'
import type { ClickHouseAddress } from '../packages/server/src/stores/telemetry/clickhouse/address.ts'
import { createBindings } from '../packages/server/src/stores/telemetry/clickhouse/bindings.ts'
import { connectClickHouse } from '../packages/server/src/stores/telemetry/clickhouse/engine.ts'
import { aSession } from '../packages/server/src/stores/telemetry/sessions.contract.ts'
import {
  aFeedback,
  anEvent,
  aRawItem,
  aVisit,
} from '../packages/server/src/stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '../packages/server/src/stores/telemetry/telemetry.ts'
import { openClickHouse, type TestClickHouse } from './harness/clickhouse.ts'
import { openAlone } from './harness/clickhouse-stores.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const MONDAY = Date.parse('2026-03-02')

let server: TestClickHouse
beforeAll(async () => {
  server = await openClickHouse()
})
afterAll(() => server.close())

/** One of each kind for each of these projects, received at this moment. */
async function receive(
  store: TelemetryStore,
  projects: readonly string[],
  receivedAt: number,
): Promise<void> {
  const from = await store.watermark('spool')
  const at = projects.map((projectId, index) => ({ seq: from + index, projectId, receivedAt }))
  await store.append({
    spoolId: 'spool',
    from,
    to: from + projects.length,
    events: at.map((place) =>
      Object.assign(anEvent(place), { identifiers: [{ kind: 'digest', value: '7' }] as const }),
    ),
    raw: at.map(aRawItem),
    sessions: at.map((place) => aSession({ ...place, startedAt: receivedAt })),
    spans: at.map(({ seq, ...place }) => aVisit(seq, place)),
    feedback: at.map(aFeedback),
  })
}

/** What the engine says about its tables. */
async function inEngine(address: ClickHouseAddress) {
  const engine = await connectClickHouse(address)
  const ask = (sql: string) => engine.ask(sql, createBindings())
  // Changes wait beside the parts that they belong to until both are merged.
  const parts = await ask(
    `select table, partition, startsWith(partition_id, 'patch-') as is_patch from system.parts
     where database = currentDatabase() and active and partition != 'tuple()' group by all order by all`,
  )
  const mutations = await ask(
    `select table, command from system.mutations where database = currentDatabase()`,
  )
  await engine.close()
  const inTables = parts.filter((part) => !part['is_patch'])
  return {
    weeks: Object.fromEntries(
      [...Map.groupBy(inTables, ({ table }) => table as string)].map(
        ([table, own]) => [table, own.map(({ partition }) => partition as string)] as const,
      ),
    ),
    changes: parts.length - inTables.length,
    mutations,
  }
}

const TABLES = [
  'documents',
  'event_ids',
  'events',
  'feedback',
  'identifiers',
  'raw_items',
  'sessions',
  'spans',
  'visits',
]
const allHave = (weeks: readonly string[]) => Object.fromEntries(TABLES.map((table) => [table, weeks]))
const everyKind = (moment: number) => ({
  errors: moment,
  sessions: moment,
  spans: moment,
  feedback: moment,
  raw: moment,
})

it('[TS220] weeks that are over are dropped as partitions, without a mutation', async () => {
  const { store, address, cleanup } = await openAlone(server)
  for (const moment of [MONDAY, MONDAY + WEEK_MS - 1, MONDAY + WEEK_MS, MONDAY + 3 * WEEK_MS])
    await receive(store, ['1', '2'], moment)
  expect((await inEngine(address)).weeks).toEqual(allHave(['2026-03-02', '2026-03-09', '2026-03-23']))

  // One millisecond before the first week is over, and when it is.
  expect(await store.dropBefore(everyKind(MONDAY + WEEK_MS - 1))).toEqual(everyKind(0))
  expect(await store.dropBefore(everyKind(MONDAY + WEEK_MS))).toEqual(everyKind(4))
  expect(await inEngine(address)).toEqual({
    weeks: allHave(['2026-03-09', '2026-03-23']),
    changes: 0,
    mutations: [],
  })
  expect((await store.stats()).stored).toEqual(everyKind(4))
  await cleanup()
})

it('[TS221] each kind has a moment of its own, and a week in which every row was deleted goes, too', async () => {
  const { store, address, cleanup } = await openAlone(server)
  await receive(store, ['1', '2'], MONDAY)
  await receive(store, ['1', '2'], MONDAY + 2 * WEEK_MS)
  await store.expire('1', MONDAY + DAY_MS)
  await store.expire('2', MONDAY + DAY_MS, ['errors'])
  const before = { ...everyKind(MONDAY), errors: MONDAY + WEEK_MS, raw: MONDAY + WEEK_MS }
  expect(await store.dropBefore(before)).toEqual({ ...everyKind(0), raw: 1 })
  const { weeks, mutations } = await inEngine(address)
  const both = ['2026-03-02', '2026-03-16']
  const kept = Object.fromEntries(
    ['feedback', 'sessions', 'spans', 'visits'].map((table) => [table, both] as const),
  )
  expect(weeks).toEqual({ ...allHave(['2026-03-16']), ...kept })
  expect(mutations).toEqual([])
  expect(await store.received('2', { from: 0, to: MONDAY + WEEK_MS })).toEqual({
    ...everyKind(1),
    errors: 0,
    raw: 0,
  })
  await cleanup()
})

it('[TS222] retention drops the weeks that no project keeps, deletes rows of those that keep less, and nothing while the clock is wrong', async () => {
  const { store, address, cleanup } = await openAlone(server)
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-expiry-'))
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log: silentLog })
  const { id: organizationId } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const make = async (name: string, retentionDays: number) => {
    const project = { organizationId, name, platform: undefined, now: 1 }
    const { id } = (await records.projects.create(project)).project
    await records.projects.updateSettings(id, { ...DEFAULT_PROJECT_SETTINGS, retentionDays })
    return id
  }
  const [long, alike, short] = [await make('Long', 30), await make('Alike', 30), await make('Short', 3)]
  const now = MONDAY + 5 * WEEK_MS
  for (const age of [40, 20, 1]) await receive(store, [long, alike, short], now - age * DAY_MS)
  const clock = { wall: now, monotonic: 0 }
  const job = retentionJob({
    records,
    telemetry: store,
    expireBodies: async () => 0,
    now: () => clock.wall,
    monotonic: () => clock.monotonic,
    log: silentLog,
  })
  const signal = new AbortController().signal
  clock.wall += 400 * DAY_MS
  await job.run(signal)
  expect((await store.stats()).stored).toEqual(everyKind(9))
  clock.wall -= 400 * DAY_MS
  await job.run(signal)
  const range = { from: 0, to: now }
  expect(await Promise.all([long, alike, short].map((id) => store.received(id, range)))).toEqual([
    everyKind(2),
    everyKind(2),
    everyKind(1),
  ])
  const { weeks, mutations } = await inEngine(address)
  expect(weeks).toEqual(allHave(['2026-03-16', '2026-03-30']))
  expect(mutations).toEqual([])
  await records.close()
  await rm(folder, { recursive: true })
  await cleanup()
})
