import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '#domain/log.ts'
import { releasesBeside } from '#domain/releases/release-order.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { anEvent as aDigested } from '#stores/records/records.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { anEvent, T0 } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { latestPart } from '#product/issues/query/latest-part.ts'
import { planSearch } from './plan.ts'
import { selectIssues } from './select-issues.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const NOW = T0 + 1_000_000
const HOUR_MS = 3_600_000

let folder: string
let records: RecordStore
let telemetry: TelemetryStore

/** Issues 1 to 6: number n has n events, was seen at T0 + n, and has one user per event, but for issue 6. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-selection-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => NOW, log })
  const organization = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const shop = { organizationId: organization.id, name: 'Shop', platform: undefined, now: 1 }
  const { project } = await records.projects.create(shop)
  const numbers = [1, 2, 3, 4, 5, 6].flatMap((number) => Array.from({ length: number }, () => number))
  const batch = { spoolId: 's', from: 0, to: 100 }
  const { projectId } = { projectId: project.id }
  const { issueIds } = await records.digest.apply({
    ...batch,
    counts: [],
    events: numbers.map((number, seq) =>
      aDigested({ seq, projectId, fingerprint: `f${number}`, receivedAt: T0 + number }),
    ),
  })
  const events = numbers.map((number, seq) =>
    anEvent({
      seq,
      projectId,
      issueId: issueIds.get(`${projectId}/f${number}`)!,
      receivedAt: T0 + number,
      release: number % 2 === 0 ? 'even' : 'odd',
      user: number === 6 ? 'one' : `u${seq}`,
    }),
  )
  await telemetry.append({ ...batch, events, raw: [] })
})
afterAll(async () => {
  await telemetry.close()
  await records.close()
  await rm(folder, { recursive: true })
})

const stores = () => ({ issues: records.issues, telemetry })
const requester = { userId: undefined, members: [], teams: [], slug: 'shop' }
const releases = releasesBeside([])

describe('selectIssues', () => {
  const select = async (query: string, limit: number) => {
    const plan = planSearch(query, { of: 'issues', now: NOW, requester, releases })
    const { filter } = await selectIssues(stores(), '1', plan, { now: NOW, limit })
    return (await records.issues.ids(filter, { sort: 'last_seen', limit: 9 })).map(Number)
  }

  it('[AP46] finds every issue that has such an event, as long as they are few enough', async () => {
    expect(await select('release:odd', 3)).toEqual([5, 3, 1])
  })

  it('[AP46] keeps those seen last where there are too many on both sides', async () => {
    expect(await select('release:odd', 2)).toEqual([5, 3])
    expect(await select('release:odd', 1)).toEqual([5])
  })

  it('[AP46] lets the records choose first where they leave few, so that none of those is missed', async () => {
    expect(await select('release:odd issue:1,2', 2)).toEqual([1])
    expect(await select('release:odd level:fatal', 2)).toEqual([])
  })

  it('[SE10] says how far it looked for words, unless little had to be looked through', async () => {
    const searched = async (query: string, budget: number) => {
      const plan = planSearch(query, { of: 'issues', now: NOW, requester, releases })
      return (await selectIssues(stores(), '1', plan, { now: NOW, budget })).searched
    }
    expect(await searched('function', 0)).toMatchObject({ events: 0, complete: false })
    expect(await searched('function', 1000)).toBeUndefined()
    expect(await searched('function issue:5', 5)).toBeUndefined()
    expect(await searched('browser:*ome* issue:5', 5)).toBeUndefined()
    expect(await searched('browser:*ome* issue:5', 0)).toMatchObject({ complete: false })
    expect(await searched('release:odd', 0)).toBeUndefined()
  })
})

describe('latestPart', () => {
  const part = (from: number, enough: number, bucketMs = 1) =>
    latestPart(telemetry, { projectId: '1', range: { from, to: T0 + 100 } }, { bucketMs, enough })

  it('[AP46] reaches back only until there is enough, and says whether it left something out', async () => {
    expect(await part(T0, 6)).toMatchObject({ events: 6, cut: true, scope: { range: { from: T0 + 6 } } })
    expect(await part(T0, 7)).toMatchObject({ events: 11, cut: true, scope: { range: { from: T0 + 5 } } })
    expect(await part(T0, 21)).toMatchObject({ events: 21, cut: false, scope: { range: { from: T0 + 1 } } })
    expect(await part(T0, 22)).toMatchObject({ events: 21, cut: false, scope: { range: { from: T0 } } })
  })

  it('[AP46] looks through ten years by the hour where there is never enough', async () => {
    const decade = 3_650 * 24 * HOUR_MS
    expect(await part(T0 - decade, 99, HOUR_MS)).toMatchObject({ events: 21, cut: false })
  })

  it('[AP46] never reaches beyond what was asked', async () => {
    expect(await part(T0 + 4, 99, HOUR_MS)).toMatchObject({ events: 15, scope: { range: { from: T0 + 4 } } })
  })
})
