import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkRetention, reportRetention } from '#app/admin/retention.ts'
import { DEFAULT_PROJECT_SETTINGS, type ProjectSettings } from '#domain/projects/project.ts'
import { silentLog } from '#domain/testing.ts'
import { expireFileBlobs, openFileBlobStore } from '#stores/blobs/files/blob-store.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { anEvent } from '#stores/records/records.contract.ts'
import { aSession } from '#stores/telemetry/sessions.contract.ts'
import { openTestRecords } from '#stores/records/testing/open-records.ts'
import { anEvent as aStoredEvent } from '#stores/telemetry/telemetry.builders.ts'
import { retentionJob } from './retention.ts'

const DAY_MS = 86_400_000
const TODAY = 20_000 * DAY_MS
const running = new AbortController().signal

/** Real stores with one project that keeps 90 days, and clocks that a test sets. */
async function anInstallation() {
  const folder = await mkdtemp(join(tmpdir(), 'hindcast-retention-'))
  const records = await openTestRecords({ file: join(folder, 'records.sqlite'), log: silentLog })
  const telemetry = await openTestTelemetry({ dir: folder, now: Date.now, log: silentLog })
  onTestFinished(async () => {
    await telemetry.close()
    await records.close()
    await rm(folder, { recursive: true })
  })
  const { id: organizationId } = await records.organizations.create({ slug: 'main', name: 'Main', now: 1 })
  const { project } = await records.projects.create({
    organizationId,
    name: 'Shop',
    platform: undefined,
    now: 1,
  })
  const clock = { wall: TODAY, monotonic: 0 }
  const bodies = join(folder, 'blobs')
  const start = () =>
    retentionJob({
      records,
      telemetry,
      expireBodies: (before) => expireFileBlobs(bodies, before),
      now: () => clock.wall,
      monotonic: () => clock.monotonic,
      log: silentLog,
    })
  let seq = 0
  async function receive(count: number, receivedAt: number): Promise<void> {
    const from = seq
    const projectId = project.id
    const rows = Array.from({ length: count }, () => ({ seq: seq++, projectId, receivedAt }))
    const batch = { spoolId: 's', from, to: seq }
    await records.digest.apply({ ...batch, counts: [], events: rows.map((row) => anEvent(row)) })
    await telemetry.append({ ...batch, events: rows.map((row) => aStoredEvent(row)), raw: [] })
  }
  const kept = async () => (await telemetry.stats()).stored.errors
  const pass = (days: number) => {
    clock.wall += days * DAY_MS
    clock.monotonic += days * DAY_MS
  }
  return { records, telemetry, projectId: project.id, clock, bodies, start, receive, kept, pass }
}

it('[OP70] deletes nothing when the clock jumped while the server was running, and goes on once it is right', async () => {
  const { records, clock, start, receive, kept, pass } = await anInstallation()
  await receive(20, TODAY - 95 * DAY_MS)
  await receive(20, TODAY - 2 * DAY_MS)
  const job = start()
  await job.run(running)
  expect(await kept()).toBe(20)
  clock.wall += 120 * DAY_MS
  await job.run(running)
  expect(await kept()).toBe(20)
  expect(await checkRetention(records.facts)).toMatchObject({
    verdict: 'failure',
    seen: expect.stringContaining('jumped by 120 days') as string,
    fix: expect.stringContaining('hindcast retention --confirm') as string,
  })
  clock.wall -= 120 * DAY_MS
  pass(1)
  await job.run(running)
  expect(await checkRetention(records.facts)).toMatchObject({ verdict: 'ok' })
})

it('[OP70] remembers a jump that made nothing old enough yet', async () => {
  const { clock, start, receive, kept, pass } = await anInstallation()
  await receive(20, TODAY)
  const job = start()
  await job.run(running)
  clock.wall += 60 * DAY_MS
  for (let day = 0; day < 40; day++) {
    await job.run(running)
    pass(1)
  }
  expect(await kept()).toBe(20)
})

it('[PL104] looks at every kind of data, so that a clock that is wrong deletes no sessions either', async () => {
  const { telemetry, projectId, clock, start } = await anInstallation()
  const at = TODAY - 2 * DAY_MS
  const session = aSession({ seq: 1, projectId, receivedAt: at, startedAt: at })
  await telemetry.append({ spoolId: 's', from: 0, to: 2, events: [], raw: [], sessions: [session] })
  const stored = async () => (await telemetry.stats()).stored.sessions
  const job = start()
  await job.run(running)
  clock.wall += 120 * DAY_MS
  await job.run(running)
  expect(await stored()).toBe(1)
  clock.monotonic += 120 * DAY_MS
  await start().run(running)
  expect(await stored()).toBe(1)
})

it('[OP257] removes large bodies of raw items a day after the longest that a project keeps its raw items, and none while it is stopped', async () => {
  const { records, projectId, clock, bodies, start, receive, pass } = await anInstallation()
  const retention = [{ kind: 'raw', days: 30, items: null }] as const
  await records.projects.updateSettings(projectId, { ...DEFAULT_PROJECT_SETTINGS, retention })
  const blobs = await openFileBlobStore(bodies)
  const body = await blobs.put(Buffer.from('a large replay'))
  // The file has the time of the machine.
  clock.wall = Date.now()
  await receive(20, clock.wall)
  const job = start()
  await job.run(running)
  clock.wall += 120 * DAY_MS
  await job.run(running)
  clock.wall -= 120 * DAY_MS
  for (let day = 1; day <= 30; day += 1) {
    pass(1)
    await job.run(running)
  }
  expect(await blobs.get(body)).toBeDefined()
  pass(1)
  await job.run(running)
  expect(await blobs.get(body)).toBeUndefined()
})

it('[OP71] deletes nothing after a restart with a clock far ahead of the last run or of the newest event', async () => {
  for (const hasRun of [true, false]) {
    const { records, clock, start, receive, kept } = await anInstallation()
    await receive(20, TODAY - 2 * DAY_MS)
    if (hasRun) await start().run(running)
    clock.wall += 120 * DAY_MS
    const restarted = start()
    await restarted.run(running)
    // What comes meanwhile has the time of the wrong clock, and proves nothing.
    await receive(1, clock.wall)
    await restarted.run(running)
    expect(await kept()).toBe(21)
    expect((await checkRetention(records.facts)).verdict).toBe('failure')
  }
})

it('[OP72] deletes at most half of a project at the first run, unless confirmed', async () => {
  const { records, start, receive, kept } = await anInstallation()
  await receive(1500, TODAY - 95 * DAY_MS)
  await receive(500, TODAY)
  const job = start()
  await job.run(running)
  expect(await kept()).toBe(2000)
  const tell = (confirm: boolean) => reportRetention({ records, now: () => TODAY }, { confirm })
  expect((await tell(false)).stopped?.why).toBe(
    'one run would delete 1500 of the 2000 events of “Shop”, which keeps 90 days',
  )
  expect(await tell(true)).toMatchObject({ confirmed: true })
  await job.run(running)
  expect(await kept()).toBe(500)
  expect(await tell(false)).toMatchObject({ stopped: null, confirmed: false })
})

it('[OP73] lets a burst go when its time has come, and what a few days without a server left', async () => {
  const { start, receive, kept, pass } = await anInstallation()
  await receive(3000, TODAY - 85 * DAY_MS)
  await receive(10, TODAY)
  await start().run(running)
  pass(6)
  await start().run(running)
  expect(await kept()).toBe(10)
})

it('[OP79] keeps the newest of a kind when there are more than the project wants, and the days of each kind', async () => {
  const { records, telemetry, projectId, start, receive, kept } = await anInstallation()
  for (const day of [40, 30, 20, 10, 1]) await receive(10, TODAY - day * DAY_MS)
  await receive(50, TODAY + DAY_MS)
  const session = aSession({ seq: 1000, projectId, receivedAt: TODAY - 40 * DAY_MS })
  await telemetry.append({ spoolId: 't', from: 0, to: 2000, events: [], raw: [], sessions: [session] })
  const keep = (retention: ProjectSettings['retention']) =>
    records.projects.updateSettings(projectId, { ...DEFAULT_PROJECT_SETTINGS, retention })
  await keep([{ kind: 'errors', days: null, items: 25 }])
  await start().run(running)
  const range = { from: 0, to: TODAY }
  expect(await telemetry.received(projectId, range)).toMatchObject({ errors: 20, sessions: 1 })
  // What a wrong clock dated into the future neither counts nor goes.
  expect(await kept()).toBe(70)
  await keep([
    { kind: 'errors', days: 5, items: 1000 },
    { kind: 'sessions', days: 50, items: null },
  ])
  await start().run(running)
  expect(await telemetry.received(projectId, range)).toMatchObject({ errors: 10, sessions: 1 })
})
