import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Log } from '#domain/log.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import { anEvent as aDigested } from '#stores/records/records.contract.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import { anEvent, T0 } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { fillRollupsJob } from './fill-rollups.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const running = new AbortController().signal
let folder: string
let records: RecordStore
let telemetry: TelemetryStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-fill-'))
  records = await openSqliteRecords({ file: join(folder, 'records.sqlite'), log })
  telemetry = await openDuckDbTelemetry({ dir: join(folder, 'telemetry'), now: () => T0, log })
})
afterEach(async () => {
  await telemetry.close()
  await records.close()
  await rm(folder, { recursive: true })
})

it('[RS73] counts the users and hours of what an earlier version stored, and nothing twice', async () => {
  const organization = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  await records.projects.create({
    organizationId: organization.id,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  const seqs = Array.from({ length: 2500 }, (_, seq) => seq)
  const receivedAt = T0
  // As an earlier version digested them: the events are there, and nothing is counted but themselves.
  const digested = seqs.map((seq) =>
    aDigested({ seq, projectId: '1', fingerprint: 'f', receivedAt: T0 - 9e9 }),
  )
  const { issueIds } = await records.digest.apply({
    spoolId: 's',
    from: 0,
    to: 2500,
    events: digested,
    counts: [],
  })
  const issueId = issueIds.get('1/f')!
  await telemetry.append({
    spoolId: 's',
    from: 0,
    to: 2500,
    raw: [],
    events: seqs.map((seq) => anEvent({ seq, issueId, receivedAt, fingerprint: 'f', user: `u${seq % 30}` })),
  })
  const job = fillRollupsJob({ records, telemetry, log })
  const counted = async () => {
    const hours = await records.rollups.hours([issueId], { from: T0, to: T0 + 1 })
    return [(await records.issues.byId(issueId))!.userCount, hours.get(issueId)?.[0]?.events]
  }
  await job.run(running)
  expect(await counted()).toEqual([0, undefined])
  await records.facts.set('rollups_unfilled', JSON.stringify({ to: 2400, after: {} }))
  await job.run(running)
  await job.run(running)
  expect(await counted()).toEqual([30, 2400])
})
