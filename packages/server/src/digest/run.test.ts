import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'
import { EVENT_ID, MOMENT, aPayload } from '#domain/testing.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createDigester } from './run.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const idOf = (n: number) => n.toString(16).padStart(32, '0')
const event = (n: number, over: JsonObject = {}) =>
  anEnvelope([{ type: 'event', payload: aPayload({ event_id: idOf(n), ...over }) }])

/** What the intake page would show: outcome, category, reason and how many. */
async function intake(world: World): Promise<Record<string, number>> {
  const counts = await world.records.intake.list(world.projectId, WEEK)
  return Object.fromEntries(
    counts.map(
      (count) => [`${count.outcome} ${count.category} ${count.reason}`.trim(), count.quantity] as const,
    ),
  )
}

const storedEvents = async (world: World) =>
  (await world.telemetry.page({ projectId: world.projectId, range: WEEK }, { limit: 100 })).events

const issues = async (world: World) =>
  (await world.records.issues.page({ projectIds: [world.projectId] }, { sort: 'last_seen', limit: 100 }))
    .issues

/** The real store, with a fault that a test cannot cause otherwise. */
function failing(telemetry: TelemetryStore, calls: number, fail: 'before' | 'after'): TelemetryStore {
  let left = calls
  return {
    ...telemetry,
    async append(batch) {
      const fails = left-- > 0
      if (!fails || fail === 'after') await telemetry.append(batch)
      if (fails) throw new Error('database or disk is full')
    },
  }
}

describe('createDigester', () => {
  it('[PL30] makes an event findable by the number its reader saw, also after a replay', async () => {
    const world = await aWorld()
    await world.append(event(1, { tags: { digest: '1170966708@E394' } }))
    await world.append(event(2, { exception: { values: [{ type: 'E', value: 'Digest: 1170966708' }] } }))
    await world.append(event(3))
    await world.digest({ telemetry: failing(world.telemetry, 1, 'after') })
    const digest = { kind: 'digest', value: '1170966708' } as const
    const found = await world.telemetry.find([world.projectId], digest, 10)
    expect(found.map(({ eventId }) => eventId)).toEqual([idOf(2), idOf(1)])
  })

  it('brings what was accepted into every store, grouped and readable', async () => {
    const world = await aWorld()
    await world.append(event(1))
    await world.append(event(2, { tags: { team: 'checkout' } }))
    await world.append(event(3, { exception: { values: [{ type: 'RangeError', value: 'x' }] } }))
    await world.digest()

    const found = await issues(world)
    expect(new Map(found.map((issue) => [issue.title, issue.eventCount]))).toEqual(
      new Map([
        ['RangeError: x', 1],
        ['TypeError: price is undefined', 2],
      ]),
    )
    const stored = await world.telemetry.get(world.projectId, idOf(2))
    expect(stored).toMatchObject({ title: 'TypeError: price is undefined', tags: [['team', 'checkout']] })
    expect(stored?.document.payload['event_id']).toBe(idOf(2))
    expect(await intake(world)).toEqual({ 'accepted error': 3 })
    expect(world.batches.at(-1)).toMatchObject({
      position: world.spool.status().committed,
      items: 3,
      projects: [
        {
          projectId: world.projectId,
          events: 3,
          created: expect.arrayContaining([found[0]?.id]) as string[],
        },
      ],
    })
  })

  it('[PL7] asks a store again with the same batch until it answers, and skips nothing', async () => {
    const world = await aWorld()
    for (let n = 1; n <= 5; n++) await world.append(event(n))
    await world.digest({ telemetry: failing(world.telemetry, 2, 'before') })
    expect(await storedEvents(world)).toHaveLength(5)
    expect((await issues(world))[0]?.eventCount).toBe(5)
    expect(await intake(world)).toEqual({ 'accepted error': 5 })
    expect(world.logged.filter(({ level }) => level === 'error')).toHaveLength(2)
  })

  it('[PL8] stores everything once, wherever a crash cut the writing of a batch', async () => {
    for (const fail of ['before', 'after'] as const) {
      const world = await aWorld()
      for (let n = 1; n <= 6; n++) await world.append(event(n))
      const crashing = await world.startDigester({ telemetry: failing(world.telemetry, 1e9, fail) })
      crashing.advance(world.spool.status().committed)
      await expect.poll(() => world.logged.some(({ level }) => level === 'error')).toBe(true)
      await crashing.stop()

      await world.append(event(7))
      await world.digest({ limits: { batchBytes: 1, batchRecords: 2 } })
      expect((await storedEvents(world)).map((row) => row.eventId).toSorted()).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map(idOf),
      )
      expect((await issues(world)).map((issue) => issue.eventCount)).toEqual([7])
      expect(await intake(world)).toEqual({ 'accepted error': 7 })
    }
  })

  it('[TS161] writes when an event was stored, to the millisecond', async () => {
    const world = await aWorld()
    await world.append(event(1))
    await world.digest({ now: () => MOMENT + 123 })
    const stored = await world.telemetry.get(world.projectId, idOf(1))
    expect(stored?.storedAt).toBe(MOMENT + 123)
  })

  it('[PL67] stores what was sent, unless a stage changed it: then what was made of it', async () => {
    const world = await aWorld()
    await world.append(event(1, { extra: { note: 'as it is' } }))
    await world.append(event(2, { extra: { password: 'hunter2hunter2', note: 'x'.repeat(20_000) } }))
    await world.digest()
    const payloadOf = async (n: number) =>
      (await world.telemetry.get(world.projectId, idOf(n)))?.document.payload
    expect(await payloadOf(1)).toEqual(aPayload({ event_id: idOf(1), extra: { note: 'as it is' } }))
    const changed = JSON.stringify(await payloadOf(2))
    expect(changed).toContain('"password":"[Filtered]"')
    expect(changed).not.toContain('hunter2')
    expect(changed.length).toBeLessThan(20_000)
  })

  it('[PL68] digests the next batch while the stores are busy with one, and writes them in order', async () => {
    const world = await aWorld()
    for (let n = 1; n <= 6; n++) await world.append(event(n))
    const asked: string[] = []
    const written: number[] = []
    await world.digest({
      limits: { batchBytes: 1, batchRecords: 1 },
      projects: async (id) => {
        asked.push(id)
        return (await world.records.projects.byId(id))?.settings
      },
      telemetry: {
        ...world.telemetry,
        async append(batch) {
          if (written.length === 0) await expect.poll(() => asked.length).toBe(2)
          written.push(batch.from)
          await world.telemetry.append(batch)
        },
      },
    })
    expect(written).toHaveLength(6)
    expect(written).toEqual(written.toSorted((a, b) => a - b))
    expect(await storedEvents(world)).toHaveLength(6)
  })

  it('[PL7] writes digested data also without listeners', async () => {
    const world = await aWorld()
    await world.append(event(1))
    const { onBatch: _told, ...deps } = await world.digesterDeps()
    const digester = createDigester(deps)
    digester.advance(world.spool.status().committed)
    await digester.idle()
    await digester.stop()
    expect(await storedEvents(world)).toHaveLength(1)
  })

  it('[PL8] goes on where it stopped, and does nothing twice', async () => {
    const world = await aWorld()
    await world.append(event(1))
    await world.digest()
    await world.digest()
    await world.append(event(2))
    await world.digest()
    expect(await intake(world)).toEqual({ 'accepted error': 2 })
    expect(world.batches).toHaveLength(2)
  })

  it('[PL8] drops a second event with a known id, in the same batch and later', async () => {
    const world = await aWorld()
    await world.append(event(1, { message: 'first' }))
    await world.append(event(1, { message: 'second' }))
    await world.digest()
    await world.append(event(1, { message: 'third' }))
    await world.digest()
    expect(await storedEvents(world)).toHaveLength(1)
    expect((await issues(world))[0]?.eventCount).toBe(1)
    expect(await intake(world)).toEqual({ 'accepted error': 1, 'dropped error duplicate': 2 })
  })

  it('[PL9] keeps an item that a stage fails on, says so in the log, and goes on', async () => {
    const world = await aWorld()
    await world.append(event(1))
    await world.digest({ projects: async () => ({}) as ProjectSettings })
    await world.append(event(2))
    await world.digest()
    expect((await storedEvents(world)).map((row) => row.eventId)).toEqual([idOf(2)])
    expect(await world.telemetry.stats()).toMatchObject({ stored: { errors: 1, raw: 1 } })
    expect(await intake(world)).toEqual({ 'accepted error': 1, 'dropped error internal': 1 })
    expect(world.logged.find(({ level }) => level === 'error')?.fields).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      itemType: 'event',
    })
  })

  it('[PL10] puts large items into the blob store and small ones beside the events', async () => {
    const world = await aWorld()
    const large = Buffer.alloc(100_000, 'x')
    await world.append(
      anEnvelope([
        { type: 'attachment', header: { filename: 'a.bin' }, payload: large },
        { type: 'check_in', payload: '{"sid":"1"}' },
      ]),
    )
    await world.digest()
    const kept = async (itemType: string) =>
      (await world.telemetry.rawItems(world.projectId, { itemType, limit: 10 })).map((row) => row.body)
    expect((await kept('check_in')).map((body) => Buffer.from(body as Uint8Array).toString())).toEqual([
      '{"sid":"1"}',
    ])
    const [address] = (await kept('attachment')) as Array<{ readonly blob: string }>
    expect(Buffer.from((await world.blobs.get(address!.blob))!)).toEqual(large)
    expect(await intake(world)).toEqual({ 'kept_raw attachment': 1, 'kept_raw monitor': 1 })
  })

  it('[PL6] counts what was sent to a project that is gone, and goes on', async () => {
    const world = await aWorld()
    await world.append(event(1), { projectId: '999' })
    await world.append(event(2))
    await world.digest()
    expect(await storedEvents(world)).toHaveLength(1)
    const orphaned = await world.records.intake.list(undefined, WEEK)
    expect(orphaned).toMatchObject([
      { outcome: 'dropped', reason: 'unknown_key', category: 'error', quantity: 1 },
    ])
  })

  it('[PL6] stores the rest of a batch when a project goes while its events wait, and says so in the log', async () => {
    const world = await aWorld()
    await world.append(event(1), { projectId: '999' })
    await world.append(event(2))
    const settings = (await world.records.projects.byId(world.projectId))!.settings
    await world.digest({ projects: async () => settings })
    expect((await storedEvents(world)).map((row) => row.eventId)).toEqual([idOf(2)])
    expect(await world.telemetry.known('999', [idOf(1)], world.spool.id)).toEqual(new Map())
    expect(world.logged.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: expect.stringContaining('project is gone') as string, fields: { eventId: idOf(1) } },
    ])
    expect(world.batches.at(-1)).toMatchObject({ items: 1 })
  })

  it('[PL6] counts a damaged range of the spool, and digests what lies behind it', async () => {
    const world = await aWorld()
    const first = await world.append(event(1))
    const second = await world.append(event(2))
    await world.append(event(3))
    const dir = join(world.folder, 'spool')
    const segment = join(
      dir,
      (await readdir(dir)).find((name) => /\d{3,}/.test(name))!,
    )
    const bytes = await readFile(segment)
    const at = bytes.indexOf(idOf(2))
    bytes[at] = bytes[at]! ^ 0xff
    await writeFile(segment, bytes)
    await world.digest()
    expect(second).toBeGreaterThan(first)
    expect((await storedEvents(world)).map((row) => row.eventId).toSorted()).toEqual([idOf(1), idOf(3)])
    expect(await world.records.intake.list(undefined, WEEK)).toMatchObject([
      { reason: 'quarantined', quantity: 1 },
    ])
  })

  it('[PL7] stops while a store is failing, without waiting for it to recover', async () => {
    const world = await aWorld()
    await world.append(event(1))
    const digester = await world.startDigester({ telemetry: failing(world.telemetry, 1e9, 'before') })
    digester.advance(world.spool.status().committed)
    await expect.poll(() => world.logged.some(({ level }) => level === 'error')).toBe(true)
    await digester.stop()
    digester.advance(world.spool.status().committed)
    await digester.idle()
    expect(await storedEvents(world)).toHaveLength(0)
  })

  it('[PL97] writes batches also without listeners', async () => {
    const world = await aWorld()
    await world.append(event(1))
    await world.digest({ onBatch: undefined } as object)
    expect(await storedEvents(world)).toHaveLength(1)
    expect(await intake(world)).toEqual({ 'accepted error': 1 })
  })

  it('digests what arrives while it works', async () => {
    const world = await aWorld()
    const digester = await world.startDigester()
    world.spool.onCommit((committed) => digester.advance(committed))
    await Promise.all(Array.from({ length: 200 }, (_, n) => world.append(event(n + 1))))
    await digester.idle()
    expect(await intake(world)).toEqual({ 'accepted error': 200 })
    expect(world.batches.at(-1)?.position).toBe(world.spool.status().committed)
  })

  it('keeps the ID that the sender received', async () => {
    const world = await aWorld()
    await world.append(Buffer.from('{"message":"hello"}'), { form: 'store', eventId: EVENT_ID })
    await world.digest()
    expect(await world.telemetry.get(world.projectId, EVENT_ID)).toMatchObject({ title: 'hello' })
  })
})
