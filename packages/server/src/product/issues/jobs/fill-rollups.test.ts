import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Log } from '#domain/log.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { anEvent as aDigested } from '#stores/records/records.contract.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { anEvent, eventIdOf, T0 } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { fillRollupsJob } from './fill-rollups.ts'

const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const running = new AbortController().signal
let folder: string
let records: RecordStore
let telemetry: TelemetryStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-fill-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => T0, log })
})
afterEach(async () => {
  await telemetry.close()
  await records.close()
  await rm(folder, { recursive: true })
})

/** As an earlier version digested them: the events are there, and nothing is counted but themselves. */
async function anUncountedIssue(events: number): Promise<string> {
  const organization = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  await records.projects.create({
    organizationId: organization.id,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  const digested = Array.from({ length: events }, (_, seq) =>
    aDigested({ seq, projectId: '1', fingerprint: 'f', receivedAt: T0 - 9e9 }),
  )
  const { issueIds } = await records.digest.apply({
    spoolId: 's',
    from: 0,
    to: events,
    events: digested,
    counts: [],
  })
  return issueIds.get('1/f')!
}

/** Without the spool as an earlier version stores them, unless one is given. */
async function store(
  issueId: string,
  numbers: readonly number[],
  {
    spoolId = '',
    receivedAt = () => T0,
  }: { readonly spoolId?: string; readonly receivedAt?: (seq: number) => number } = {},
): Promise<void> {
  const events = numbers.map((seq) =>
    anEvent({
      seq,
      eventId: eventIdOf(`${spoolId} ${seq}`),
      issueId,
      receivedAt: receivedAt(seq),
      fingerprint: 'f',
      user: `u${seq % 30}`,
    }),
  )
  await telemetry.append({ spoolId, from: numbers[0]!, to: numbers.at(-1)! + 1, raw: [], events })
}

async function countedOf(issueId: string) {
  const hours = await records.rollups.hours([issueId], { from: T0, to: T0 + 1 })
  return [(await records.issues.byId(issueId))!.userCount, hours.get(issueId)?.[0]?.events]
}

const upTo = (count: number) => Array.from({ length: count }, (_, seq) => seq)
const unfilled = (value: unknown) => records.facts.set('rollups_unfilled', JSON.stringify(value))

it('[RS73] counts the users and hours of what an earlier version stored, and nothing twice', async () => {
  const issueId = await anUncountedIssue(2500)
  await store(issueId, upTo(2500))
  const job = fillRollupsJob({ records, telemetry, log })
  await job.run(running)
  expect(await countedOf(issueId)).toEqual([0, undefined])
  await unfilled({ to: 2400, after: {} })
  await job.run(running)
  await job.run(running)
  expect(await countedOf(issueId)).toEqual([30, 2400])
})

it('[TS75] counts no event of a spool, which was counted when it came, wherever it stands between the others', async () => {
  const issueId = await anUncountedIssue(1500)
  // Received in the opposite order of their numbers, as when the spool of a second machine was stored first.
  await store(issueId, upTo(1500), { receivedAt: (seq) => T0 + 3000 - 2 * seq })
  await store(issueId, upTo(1500), { spoolId: 'made anew', receivedAt: (seq) => T0 + 1 + 2 * seq })
  await unfilled({ to: Number.MAX_SAFE_INTEGER, after: {} })
  const job = fillRollupsJob({ records, telemetry, log })
  await job.run(running)
  await job.run(running)
  expect(await countedOf(issueId)).toEqual([30, 1500])
})

it('[TS75] goes on where an earlier version stopped, which noted a number alone', async () => {
  const issueId = await anUncountedIssue(2500)
  await store(issueId, upTo(2500), { receivedAt: (seq) => T0 + 2500 - seq })
  await unfilled({ to: 2400, after: { '1': 999 } })
  const job = fillRollupsJob({ records, telemetry, log })
  await job.run(running)
  expect(await countedOf(issueId)).toEqual([30, 1400])
  expect(await records.rollups.unfilled()).toBeUndefined()
})

it('[TS75] counts nothing twice when it is stopped between two pages', async () => {
  const issueId = await anUncountedIssue(2500)
  await store(issueId, upTo(2500), { receivedAt: (seq) => T0 + 2500 - seq })
  await unfilled({ to: Number.MAX_SAFE_INTEGER, after: {} })
  const stopping = new AbortController()
  const following: TelemetryStore['following'] = async (...args) => {
    const page = await telemetry.following(...args)
    stopping.abort()
    return page
  }
  await fillRollupsJob({ records, telemetry: { following }, log }).run(stopping.signal)
  expect(await countedOf(issueId)).toEqual([30, 1000])
  await fillRollupsJob({ records, telemetry, log }).run(running)
  expect(await countedOf(issueId)).toEqual([30, 2500])
})
