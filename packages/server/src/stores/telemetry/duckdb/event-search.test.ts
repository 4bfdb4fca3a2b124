import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventPosition } from '#domain/events/event-position.ts'
import { silentLog } from '#domain/testing.ts'

import type { SearchOptions } from '#stores/telemetry/event-search.ts'
import { T0 } from '#stores/telemetry/telemetry.builders.ts'
import type { Scope, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { temporaryFolder } from './testing.ts'

const DAY = 86_400_000
const QUIET = 1_000
const SPACING = (30 * DAY) / QUIET
const BURST = 300_000
/** Events of another project, among the latest. */
const OTHERS = 3
const CROWDED = T0 + 40 * DAY

/** Rows are too many to be digested; `columns` gives the ones that differ, of the number `i`. */
async function insertEvents(file: string, count: number, columns: string): Promise<void> {
  const instance = await DuckDBInstance.create(file)
  const connection = await instance.connect()
  await connection.run(`
    insert into events by name
    select i as seq, lpad(to_hex(i), 32, '0') as event_id, ${columns},
           received_at as occurred_at, 'error' as kind, 'error' as level, 'c' as culprit,
           't' as type, 'v' as value, 'javascript' as platform, '' as tags, 'spool' as spool_id
    from range(${count}) as numbers(i)`)
  connection.closeSync()
  instance.closeSync()
}

/** A store that is only read. */
function storeWith(count: number, columns: string): () => TelemetryStore {
  let dir: string
  let store: TelemetryStore
  const open = () => openTestTelemetry({ dir, now: () => 1, log: silentLog })
  beforeAll(async () => {
    dir = await temporaryFolder()
    await (await open()).close()
    await insertEvents(join(dir, 'telemetry.duckdb'), count, columns)
    store = await open()
  }, 60_000)
  afterAll(async () => {
    await store.close()
    await rm(dir, { recursive: true, force: true })
  })
  return () => store
}

const scopeOf = (projectId: string, word: string, from = 0): Scope => ({
  projectId,
  range: { from, to: Number.MAX_SAFE_INTEGER },
  where: [{ op: 'text', words: [word] }],
})

/** Goes on until there is nothing older. */
async function searchAll(store: TelemetryStore, scope: Scope, options: SearchOptions) {
  const pages: Array<Awaited<ReturnType<TelemetryStore['searchEvents']>>> = []
  let before: EventPosition | undefined
  do {
    const page = await store.searchEvents(scope, { ...options, ...(before !== undefined && { before }) })
    pages.push(page)
    before = page.next
  } while (before !== undefined)
  return pages
}

describe('a search through a month with few events, and a minute in the middle of it with very many', () => {
  const store = storeWith(
    QUIET + BURST + OTHERS,
    `case when i < ${QUIET} then ${T0} + i * ${SPACING}
          when i < ${QUIET + BURST} then ${T0 + 15 * DAY} + i % 60000
          else ${T0} + ${(QUIET - 2) * SPACING} + i end::bigint as received_at,
     if(i < ${QUIET + BURST}, 1, 2) as project_id,
     case when i < 100 then 5 when i = ${QUIET - 1} then 8 else 7 end as issue_id,
     case when i >= ${QUIET + BURST} then 'other' when i >= ${QUIET} then 'burst'
          when i >= ${QUIET - 10} then 'quiet latest' else 'quiet' end as title`,
  )

  it('[SE42] looks at a burst in steps, so that a search stops in time, and at every event once', async () => {
    const pages = await searchAll(store(), scopeOf('1', 'nobody says this'), { limit: 10, budget: 1 })
    const looked = pages.map(({ searched }) => searched.events)
    expect(Math.max(...looked)).toBeLessThanOrEqual(100_000)
    expect(looked.reduce((sum, events) => sum + events, 0)).toBe(QUIET + BURST)
    expect(looked.length).toBeLessThan(40)
  })

  it('[TS42] finds every event once over several steps and pages, newest first', async () => {
    const pages = await searchAll(store(), scopeOf('1', 'quiet'), { limit: 300, budget: 1e6 })
    const found = pages.flatMap(({ events }) => events.map(({ seq }) => seq))
    expect(found).toEqual(Array.from({ length: QUIET }, (_, index) => QUIET - 1 - index))
    expect(pages.map(({ events }) => events.length)).toEqual([300, 300, 300, 100])
    expect(pages.at(-1)!.searched).toMatchObject({ back: T0, complete: true })
  })

  it('[TS42] looks no further back than it needs to', async () => {
    const { events, searched } = await store().searchEvents(scopeOf('1', 'quiet'), { limit: 5, budget: 1e6 })
    expect(events).toHaveLength(5)
    expect(searched.events).toBeLessThan(QUIET)
    const issues = await store().searchIssues(scopeOf('1', 'quiet'), { limit: 2, budget: 1e6 })
    expect(issues.issueIds).toEqual(['8', '7'])
    expect(issues.searched.events).toBeLessThan(QUIET)
  })

  it('[TS42] says that there is nothing more where exactly as many as asked for were found', async () => {
    const page = await store().searchEvents(scopeOf('1', 'latest'), { limit: 10, budget: 1e6 })
    expect(page.events).toHaveLength(10)
    expect(page).toMatchObject({ next: undefined, searched: { complete: true, events: QUIET + BURST } })
  })

  it('[TS42] collects issues over several steps, up to the limit', async () => {
    const search = (limit: number) => store().searchIssues(scopeOf('1', 'quiet'), { limit, budget: 1e6 })
    expect((await search(3)).issueIds).toEqual(['8', '7', '5'])
    expect((await search(1)).issueIds).toEqual(['8'])
    const { issueIds, searched } = await search(9)
    expect(issueIds).toEqual(['8', '7', '5'])
    expect(searched).toEqual({ events: QUIET + BURST, back: T0, complete: true })
  })

  it('[TS42] finds nothing before the range asked for', async () => {
    const from = T0 + (QUIET - 400) * SPACING
    const pages = await searchAll(store(), scopeOf('1', 'quiet', from), { limit: 1_000, budget: 1e6 })
    const found = pages.flatMap(({ events }) => events)
    expect(found).toHaveLength(400)
    expect(found.at(-1)!.receivedAt).toBe(from)
    const { searched } = await store().searchIssues(scopeOf('1', 'quiet', from), { limit: 9, budget: 1e6 })
    expect(searched).toEqual({ events: 400, back: from, complete: true })
  })

  it('[TS42] says when the oldest event was received that it looked at, also where older steps are empty', async () => {
    const { events, searched } = await store().searchEvents(scopeOf('2', 'other'), { limit: 9, budget: 1e6 })
    expect(events).toHaveLength(OTHERS)
    expect(searched).toEqual({ events: OTHERS, back: events.at(-1)!.receivedAt, complete: true })
    const nobody = await store().searchEvents(scopeOf('3', 'other'), { limit: 9, budget: 1e6 })
    expect(nobody.searched).toEqual({ events: 0, back: undefined, complete: true })
  })
})

describe('a search through milliseconds that hold more events than a step', () => {
  const store = storeWith(
    240_000,
    `1 as project_id, 7 as issue_id, if(i = 0, 'needle', 'hay') as title,
     ${CROWDED} + case when i < 120000 then 0 when i < 180000 then 1 else 2 end as received_at`,
  )

  it('[SE42] ends, takes one millisecond at least, and two at once only if they are small enough', async () => {
    const pages = await searchAll(store(), scopeOf('1', 'needle'), { limit: 10, budget: 1 })
    expect(pages.map(({ searched }) => searched.events)).toEqual([60_000, 60_000, 120_000])
    expect(pages.flatMap(({ events }) => events.map(({ seq }) => seq))).toEqual([0])
  })
})
