import { expect, it } from 'vitest'
import { aPayload } from '#domain/testing.ts'
import type { SpoolReader } from '#spool/spool.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld, type World } from '#digest/testing/world.ts'
import { createReadAhead } from './read-ahead.ts'

const idOf = (n: number) => n.toString(16).padStart(32, '0')
const LIMITS = { batchBytes: 2000, batchRecords: 1000 }
const EVENTS = Array.from({ length: 40 }, (_, n) => idOf(n + 1))

async function aFullLog(): Promise<World> {
  const world = await aWorld()
  for (const event_id of EVENTS)
    await world.append(anEnvelope([{ type: 'event', payload: aPayload({ event_id }) }]))
  return world
}

/** The reader of a world that notes where it is asked to read, and refuses what two would do at a time. */
function noted(reader: SpoolReader, failAt?: number) {
  const begun: number[] = []
  let isReading = false
  const read: SpoolReader['read'] = async (from, until, limits) => {
    if (isReading) throw new Error('two reads at a time')
    isReading = true
    begun.push(from)
    try {
      const found = await reader.read(from, until, limits)
      if (begun.length === failAt) throw new Error('the disk cannot be read')
      return found
    } finally {
      isReading = false
    }
  }
  return { reader: { ...reader, read }, begun }
}

it('[PL163] reads the next part of the log while one is digested, if the log has all of it', async () => {
  const world = await aFullLog()
  const deps = await world.digesterDeps()
  const { reader, begun } = noted(deps.reader)
  const until = world.spool.status().committed
  const ahead = createReadAhead({ ...deps, reader, limits: LIMITS })
  const first = await ahead.take(0, until)
  expect(begun).toEqual([0, first.to])
  const next = await ahead.take(first.to, first.to + LIMITS.batchBytes)
  expect(begun).toEqual([0, first.to])
  expect(next.from).toBe(first.to)
  await ahead.settled()
})

it.each([1, 2, 3, 7])('[PL163] digests each record once and in order when read %i fails', async (failAt) => {
  const world = await aFullLog()
  const deps = await world.digesterDeps()
  const { reader, begun } = noted(deps.reader, failAt)
  await world.digest({ reader, limits: LIMITS })
  expect(begun.length).toBeGreaterThan(failAt)
  expect(new Set(begun).size).toBe(begun.length - 1)
  expect(begun).toEqual(begun.toSorted((one, other) => one - other))
  expect(world.batches.map(({ position }) => position)).toEqual(
    [...new Set(begun.slice(1)), world.spool.status().committed].filter((position) => position > 0),
  )
  const stored = await world.telemetry.known(world.projectId, EVENTS, 'any spool')
  expect([...stored.keys()].toSorted()).toEqual(EVENTS)
  expect(world.logged.map(({ fields }) => String(fields?.['error']))).not.toContain(
    'Error: two reads at a time',
  )
})
