import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { T0, anEvent } from '#stores/telemetry/telemetry.builders.ts'
import { openTestTelemetry } from '#stores/telemetry/testing/open-telemetry.ts'
import { compactionJob } from './compaction.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

async function aStore() {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-compaction-'))
  const store = await openTestTelemetry({ dir, now: Date.now, log: silentLog })
  onTestFinished(async () => {
    await store.close()
    await rm(dir, { recursive: true })
  })
  // Three hours with two batches each.
  for (let seq = 0; seq < 6; seq += 1) {
    const event = anEvent({ seq, receivedAt: T0 + Math.floor(seq / 2) * HOUR_MS })
    await store.append({ spoolId: 'spool-a', from: seq, to: seq + 1, events: [event], raw: [] })
  }
  return store
}

it('[TS240] compacts what has been over for a quarter of an hour, and rests after each part', async () => {
  const store = await aStore()
  let now = T0 + 2 * HOUR_MS + 14 * MINUTE_MS
  const rests: number[] = []
  const clock = { now: () => now, sleep: async (ms: number) => void rests.push(ms) }
  const job = compactionJob({ telemetry: store, clock })
  const signal = new AbortController().signal
  await job.run(signal)
  expect(rests).toHaveLength(1)
  now += MINUTE_MS
  await job.run(signal)
  expect(rests).toHaveLength(2)
  expect(Math.min(...rests)).toBeGreaterThan(0)
  await job.run(signal)
  expect(rests).toHaveLength(2)
})

it('[TS240] ends in the middle when the server stops', async () => {
  const store = await aStore()
  const stop = new AbortController()
  let rests = 0
  const clock = {
    now: () => T0 + 9 * HOUR_MS,
    async sleep() {
      rests += 1
      stop.abort()
    },
  }
  const job = compactionJob({ telemetry: store, clock })
  await job.run(stop.signal)
  expect(rests).toBe(1)
  expect(await store.compact(T0 + 9 * HOUR_MS)).toBe(true)
})
