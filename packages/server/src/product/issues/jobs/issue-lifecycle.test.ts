import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#domain/intake/intake.ts'
import type { Log } from '#domain/log.ts'
import type { IssueWithLifecycle } from '#stores/records/issue-lifecycle.ts'
import { anEvent } from '#stores/records/records.contract.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { anEvent as anEventRow } from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { escalateIssuesJob } from './escalate-issues.ts'
import { wakeIssuesJob } from './wake-issues.ts'

const NOW = Math.floor(Date.UTC(2026, 10, 15, 12, 30))
const running = new AbortController().signal
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

let folder: string
let records: RecordStore
let telemetry: TelemetryStore
let told: IssueWithLifecycle[]
let projectId: string
let seq = 0
const changed = (issues: readonly IssueWithLifecycle[]) => void told.push(...issues)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hindcast-life-jobs-'))
  records = await openTestRecords({ file: join(folder, 'records.sqlite'), log })
  telemetry = await openTestTelemetry({ dir: join(folder, 'telemetry'), now: () => NOW, log })
  told = []
  seq = 0
  const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const made = await records.projects.create({
    organizationId: id,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  projectId = made.project.id
})
afterEach(async () => {
  await telemetry.close()
  await records.close()
  await rm(folder, { recursive: true })
})

async function issue(fingerprint: string, receivedAt = NOW - 30 * 24 * HOUR_MS): Promise<string> {
  const from = seq
  seq += 1
  const events = [anEvent({ projectId, fingerprint, receivedAt, seq: from })]
  const batch = { spoolId: 'spool', from, to: seq, counts: [], events }
  return (await records.digest.apply(batch)).created[0]!
}

describe('the job that wakes issues', () => {
  it('[IS20] reopens after a downtime what was due, each with its due time, and notifies readers', async () => {
    const many = []
    for (let index = 0; index < 205; index += 1) many.push(await issue(`f${index}`))
    const decision = (at: number) => ({ kind: 'ignore', snooze: { kind: 'until', at } }) as const
    const decisions = many.map((id, index) => ({ id, decision: decision(NOW + index) }))
    await records.issues.change(decisions, NOW - 1)
    const job = wakeIssuesJob({ records, changed, now: () => NOW + 10 * HOUR_MS })
    await job.run(running)
    expect(told).toHaveLength(205)
    expect(told[0]).toEqual({ id: many[0], projectId })
    expect(await records.issues.byId(many[204]!)).toMatchObject({
      status: 'unresolved',
      statusChangedAt: NOW + 204,
    })
    await job.run(running)
    expect(told).toHaveLength(205)
  })
})

describe('the job that looks for escalations', () => {
  const rows = (issueId: string, count: number, at: number) =>
    Array.from({ length: count }, () => {
      const own = seq++
      return anEventRow({
        projectId,
        issueId,
        seq: own,
        receivedAt: at,
        eventId: own.toString(16).padStart(32, '0'),
      })
    })
  const job = () => escalateIssuesJob({ records, telemetry, changed, now: () => NOW })

  it('[IS21] finds what is out of proportion in this hour or the last, and nothing else', async () => {
    const [calm, loud, usual, asleep] = [
      await issue('a'),
      await issue('b'),
      await issue('c'),
      await issue('d'),
    ]
    const decision = { kind: 'ignore', snooze: { kind: 'escalating' } } as const
    await records.issues.change([{ id: asleep, decision }], NOW - 5 * HOUR_MS)
    const hour = Math.floor(NOW / HOUR_MS) * HOUR_MS
    const history = Array.from({ length: 24 }, (_, back) =>
      rows(usual, 8, hour - (back + 2) * HOUR_MS),
    ).flat()
    const from = seq
    const events = [
      ...history,
      ...rows(calm, 10, hour + 1),
      ...rows(loud, 11, hour + 1),
      ...rows(usual, 20, hour + 1),
      ...rows(asleep, 40, hour - 1),
    ]
    await telemetry.append({ spoolId: 'spool', from: Math.min(from, 4), to: seq, events, raw: [] })
    await job().run(running)
    expect(told.map(({ id }) => id).toSorted()).toEqual([loud, asleep].toSorted())
    expect(await records.issues.byId(loud)).toMatchObject({ status: 'unresolved', substatus: 'escalating' })
    expect(await records.issues.byId(asleep)).toMatchObject({ status: 'unresolved', substatus: 'escalating' })
    expect(await records.issues.byId(calm)).toMatchObject({ substatus: 'new' })
    await job().run(running)
    expect(told).toHaveLength(2)
  })
})
