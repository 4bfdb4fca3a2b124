import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from '#app/data-folder.ts'
import { MOMENT, aPayload } from '#domain/testing.ts'
import { aReceipt, anEnvelope } from '#digest/testing/records.ts'
import { openFileSpool } from '#spool/file-spool.ts'
import { startDigesterThread } from './digester-thread.ts'
import { openRecords } from '#app/stores.ts'
import { aRawItem } from '#stores/telemetry/telemetry.builders.ts'
import { startTelemetryThread } from './telemetry-thread.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const FAULTY = new URL('./testing/faulty-digester.ts', import.meta.url)
const LIMITS = { itemCpuMs: 400, itemLookMs: 20 }
const RANGE = { from: MOMENT - 1e9, to: MOMENT + 1e9 }
const idOf = (n: number) => n.toString(16).padStart(32, '0')
const event = (n: number, message: string) => ({
  type: 'event',
  payload: aPayload({ event_id: idOf(n), logentry: { formatted: message } }),
})

/** Both threads on real stores, and a digester whose reading of some payloads never ends. */
async function aRunningPair() {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-digester-thread-'))
  const folder = await makeDataFolder(dir)
  await mkdir(folder.spool, { recursive: true })
  const records = await openRecords(folder, silent)
  const { id } = await records.organizations.create({ slug: 'main', name: 'Main', now: MOMENT })
  const { project } = await records.projects.create({
    organizationId: id,
    name: 'Shop',
    platform: undefined,
    now: MOMENT,
  })
  const spool = await openFileSpool({
    dir: folder.spool,
    limitBytes: 1e9,
    reserveBytes: 0,
    segmentBytes: 1e6,
    retryAfterSeconds: 30,
    now: Date.now,
    log: silent,
  })
  const telemetry = await startTelemetryThread({ folder, logging: { level: 'silent', format: 'text' } })
  const digester = await startDigesterThread({
    folder,
    logging: { level: 'silent', format: 'text' },
    telemetryPort: () => telemetry.port(),
    log: silent,
    limits: LIMITS,
    worker: FAULTY,
  })
  let digested = 0
  digester.onDigested(({ position }) => (digested = position))
  onTestFinished(async () => {
    await digester.stop()
    await telemetry.stop()
    await spool.close()
    await records.close()
    await rm(dir, { recursive: true })
  })
  return {
    folder,
    projectId: project.id,
    telemetry: telemetry.store,
    append: (items: Parameters<typeof anEnvelope>[0]) =>
      spool.append(aReceipt({ projectId: project.id }), anEnvelope(items)),
    begin: () => digester.committed(spool.status().committed),
    readKeptItems: (mayRead: boolean) => digester.readKeptItems(mayRead),
    isDone: () => digested === spool.status().committed,
    outcomes: async () =>
      Object.fromEntries(
        (await records.intake.list(project.id, RANGE)).map(
          ({ outcome, reason, quantity }) => [`${outcome} ${reason}`.trim(), quantity] as const,
        ),
      ),
  }
}

const LONG = { timeout: 60_000 }

describe('the digester’s thread', () => {
  it(
    '[PL81] is ended over an item that takes for ever, sets it aside with its reason, and digests what came with it and after it',
    LONG,
    async () => {
      const pair = await aRunningPair()
      await pair.append([event(1, 'before'), event(2, 'endless'), event(3, 'beside')])
      await pair.append([event(4, 'after'), event(5, 'fatal')])
      await pair.append([event(6, 'last')])
      pair.begin()
      await expect.poll(pair.isDone, LONG).toBe(true)
      const stored = await pair.telemetry.known(pair.projectId, [1, 2, 3, 4, 5, 6].map(idOf), 'any spool')
      expect([...stored.keys()].toSorted()).toEqual([1, 3, 4, 6].map(idOf))
      expect(await pair.outcomes()).toEqual({ accepted: 4, 'dropped too_costly': 2 })
      // Scrubbing reads them as well, so no store has them.
      expect(await pair.telemetry.rawItems(pair.projectId, { itemType: 'event', limit: 10 })).toEqual([])
      expect(await readdir(join(pair.folder.spool, 'quarantine'))).toEqual([
        expect.stringMatching(/^item-\d+-1\.bin$/),
        expect.stringMatching(/^item-\d+-1\.bin$/),
      ])
    },
  )

  it(
    '[PL82] leaves the telemetry store to a thread of its own, which answers while an item takes for ever',
    LONG,
    async () => {
      const pair = await aRunningPair()
      await pair.append([event(1, 'before')])
      pair.begin()
      await expect.poll(pair.isDone, LONG).toBe(true)
      await pair.append([event(2, 'endless')])
      pair.begin()
      let answers = 0
      while (!pair.isDone()) {
        expect(await pair.telemetry.get(pair.projectId, idOf(1))).toMatchObject({ eventId: idOf(1) })
        answers += 1
      }
      expect(answers).toBeGreaterThan(10)
    },
  )

  it(
    '[PL134] leaves what earlier versions kept until it may read it, also when it was started again meanwhile',
    LONG,
    async () => {
      const { projectId, telemetry, ...pair } = await aRunningPair()
      const payload = new TextEncoder().encode(JSON.stringify(aPayload({ event_id: idOf(9) })))
      const kept = aRawItem({ seq: 0, projectId, itemType: 'event', eventId: idOf(9), body: payload })
      await telemetry.append({ spoolId: 'an earlier version', from: 0, to: 1, events: [], raw: [kept] })
      const isRead = async () => (await telemetry.known(projectId, [idOf(9)], 'any spool')).size === 1
      await pair.append([event(1, 'before'), event(2, 'fatal'), event(3, 'after')])
      pair.begin()
      await expect.poll(pair.isDone, LONG).toBe(true)
      expect(await isRead()).toBe(false)
      pair.readKeptItems(true)
      await expect.poll(isRead, LONG).toBe(true)
    },
  )
})
