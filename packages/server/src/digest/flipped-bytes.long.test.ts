import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { MOMENT, aPayload } from '#domain/testing.ts'
import { openFileSpoolReader } from '#spool/file-spool-reader.ts'
import { quiet, withSpool } from '#spool/testing/log-folder.ts'
import { digestBatch } from './digest-batch.ts'
import { createKinds } from '#digest/kinds/list.ts'
import { waitingEvents } from '#digest/testing/digest.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }
const idOf = (n: number) => (n + 1).toString(16).padStart(32, '0')

/** Every second one compressed, as they lie in the log. */
async function fill(world: World, count: number): Promise<readonly number[]> {
  const positions: number[] = []
  for (let n = 0; n < count; n++) {
    const body = anEnvelope([{ type: 'event', payload: aPayload({ event_id: idOf(n) }) }])
    const isZipped = n % 2 === 1
    positions.push(await world.append(isZipped ? gzipSync(body) : body, isZipped ? { coding: 'gzip' } : {}))
  }
  return [...positions, world.spool.status().committed]
}

async function segmentOf(world: World): Promise<string> {
  const dir = join(world.folder, 'spool')
  const [name, ...others] = (await readdir(dir)).filter((file) => file.endsWith('.seg'))
  expect(others).toEqual([])
  return join(dir, name!)
}

async function flip(file: string, at: number, mask: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at]! ^= mask
  await writeFile(file, bytes)
}

it('[SP53] a byte that flipped anywhere in a record costs that record alone, and the digester goes on', async () => {
  const world = await aWorld()
  const positions = await fill(world, 5)
  const file = await segmentOf(world)
  const intact = await readFile(file)
  const reader = await openFileSpoolReader({ dir: join(world.folder, 'spool'), log: quiet })
  const settings = (await world.records.projects.byId(world.projectId))!.settings
  const deps = { projects: async () => settings, kinds: createKinds(), now: () => MOMENT, log: quiet }
  const end = positions.at(-1)!
  for (const damaged of [1, 2]) {
    for (let at = positions[damaged]!; at < positions[damaged + 1]!; at++) {
      const bytes = Buffer.from(intact)
      bytes[at]! ^= 1 << (at % 8)
      await writeFile(file, bytes)
      const read = await reader.read(0, end, { maxBytes: 1e6, maxRecords: 100 })
      const batch = { spoolId: reader.id, from: 0, to: end, ...read }
      const digested = await digestBatch(deps, batch)
      const expected = [0, 1, 2, 3, 4].filter((n) => n !== damaged).map(idOf)
      expect(
        waitingEvents(digested).map(({ row }) => row.eventId),
        `byte ${at}`,
      ).toEqual(expected)
      expect(
        digested.counts.map(({ outcome, reason }) => `${outcome} ${reason}`),
        `byte ${at}`,
      ).toEqual(['dropped quarantined'])
    }
  }
  await reader.close()
}, 60_000)

it('[SP54] what flipped before it was digested is set aside and counted, and everything else is stored once', async () => {
  const world = await aWorld()
  const positions = await fill(world, 40)
  const file = await segmentOf(world)
  // Spread over frames, receipts and bodies.
  const damaged = [3, 10, 11, 24, 38]
  for (const [index, n] of damaged.entries()) {
    const [from, to] = [positions[n]!, positions[n + 1]!]
    await flip(file, from + Math.floor(((to - from - 1) * index) / (damaged.length - 1)), 0x20)
  }
  await world.digest({ limits: { batchBytes: 1e6, batchRecords: 7 } })
  const { events } = await world.telemetry.page({ projectId: world.projectId, range: WEEK }, { limit: 100 })
  const expected = Array.from({ length: 40 }, (_, n) => n).filter((n) => !damaged.includes(n))
  expect(events.map(({ eventId }) => eventId).toReversed()).toEqual(expected.map(idOf))
  const counted = await world.records.intake.list(undefined, WEEK)
  const quarantined = counted.filter(({ reason }) => reason === 'quarantined')
  expect(quarantined.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(damaged.length)
  expect((await readdir(join(world.folder, 'spool', 'quarantine'))).length).toBe(damaged.length)
})

it('[SP55] a byte that flipped in the last record is no torn tail: a restart keeps it for the report', async () => {
  const world = await aWorld()
  const positions = await fill(world, 3)
  const [from, end] = [positions[2]!, positions[3]!]
  const file = await segmentOf(world)
  const intact = await readFile(file)
  await world.spool.close()
  const dir = join(world.folder, 'spool')
  const silent: number[] = []
  // The frame's length may claim more than there is, which is what a torn write looks like.
  for (let at = from; at < end; at += 3) {
    const bytes = Buffer.from(intact)
    bytes[at]! ^= 0x10
    await writeFile(file, bytes)
    await withSpool(dir, {}, async (spool) => {
      if (spool.status().committed < end) silent.push(at)
    })
  }
  expect(silent).toEqual([])
}, 60_000)
