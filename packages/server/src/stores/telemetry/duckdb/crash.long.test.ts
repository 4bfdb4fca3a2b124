import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '#domain/testing.ts'

import {
  aRawItem,
  aSpan,
  anEvent,
  eventIdOf,
  spanIdOf,
  traceIdOf,
} from '#stores/telemetry/telemetry.builders.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { SPACING, TRACES, batchOf, temporaryFolder } from './testing.ts'
import { openVault } from './vault.ts'

const ROUNDS = 12
const CHECKPOINT_ROUNDS = 5

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const open = () => openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })

/** Runs the appending child and kills it at some moment after its first batch. The last position it was sure of. */
async function appendUntilKilled(script = 'crash-child.ts'): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let acknowledged = 0
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => (acknowledged = Number(line)))
  const closed = once(lines, 'close')
  await once(lines, 'line')
  await setTimeout(Math.random() * 120)
  child.kill('SIGKILL')
  await closed
  return acknowledged
}

async function storedSeqs(store: TelemetryStore, projectId: string): Promise<readonly number[]> {
  const scope = { projectId, range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
  return (await store.page(scope, { limit: 1_000_000 })).events.map(({ seq }) => seq)
}

/** In the traces and in the columns, each once and in order. */
async function expectSpans(store: TelemetryStore, projectId: string, seqs: readonly number[]): Promise<void> {
  const listed = await store.segments(
    { projectId, range: { from: 0, to: Number.MAX_SAFE_INTEGER } },
    { order: 'latest', limit: 1_000_000 },
  )
  expect(listed.map(({ spanId }) => spanId).toReversed()).toEqual(seqs.map(spanIdOf))
  for (let part = 0; part < TRACES; part += 1) {
    const own = seqs.filter((seq) => (seq / SPACING) % TRACES === part).map(spanIdOf)
    const { spans, stored } = await store.trace([projectId], traceIdOf(part), { limit: 1_000_000 })
    expect(spans.map(({ spanId }) => spanId)).toEqual(own)
    expect(stored).toBe(own.length)
  }
}

async function expectExactly(store: TelemetryStore, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, index) => index * SPACING)
  for (const project of [0, 1]) {
    const expected = all.filter((seq) => (seq / SPACING) % 2 === project)
    const projectId = String(1 + project)
    expect((await storedSeqs(store, projectId)).toReversed()).toEqual(expected)
    const known = await store.known(projectId, expected.map(eventIdOf), 'spool')
    expect([...known.values()]).toEqual(expected)
    for (const seq of expected.filter((_, index) => index % 50 === 0))
      expect((await store.get(projectId, eventIdOf(seq)))?.seq).toBe(seq)
    const found = await store.find([projectId], { kind: 'digest', value: '0' }, 1_000_000)
    expect(found.map(({ seq }) => seq).toReversed()).toEqual(expected.filter((seq) => seq % 3 === 0))
    await expectSpans(store, projectId, expected)
  }
  const scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
  expect((await store.sessionCounts(scope, { limit: 1 })).get('1.0')).toMatchObject({
    sessions: count,
    crashed: all.filter((seq) => seq % 3 === 0).length,
  })
  const raw = await store.rawItems('1', { itemType: 'transaction', limit: 1_000_000 })
  expect(raw.map(({ seq }) => seq - 1)).toEqual(all.filter((seq) => seq % 7 === 0))
}

describe('telemetry after a crash', () => {
  it(
    `[TS2 TS53 TS107] holds everything exactly once after ${ROUNDS} kills at any moment`,
    { timeout: 120_000 },
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const acknowledged = await appendUntilKilled()
        const store = await open()
        const watermark = await store.watermark('spool')
        expect(watermark).toBeGreaterThanOrEqual(acknowledged)
        expect((await store.stats()).stored.errors).toBe(watermark / SPACING)
        await store.close()
      }
      const store = await open()
      // Past the largest batch of the child, so that one that was cut in half is completed.
      const first = (await store.watermark('spool')) / SPACING
      await store.append(batchOf(first, 400))
      await expectExactly(store, first + 400)
      await store.close()
    },
  )

  it(
    `[TS66 TS108 TS236] loses nothing and keeps nothing twice when it is killed while it expires, checkpoints and compacts, ${CHECKPOINT_ROUNDS} times`,
    { timeout: 120_000 },
    async () => {
      for (let round = 0; round < CHECKPOINT_ROUNDS; round += 1) {
        const acknowledged = await appendUntilKilled('checkpoint-child.ts')
        const store = await open()
        expect(await store.watermark('spool')).toBeGreaterThanOrEqual(acknowledged)
        await store.close()
      }
      const store = await open()
      const first = (await store.watermark('spool')) / SPACING
      await store.append(batchOf(first, 60))
      await store.expire('2', Number.MAX_SAFE_INTEGER)
      const kept = Array.from({ length: first + 60 }, (_, index) => index * SPACING)
      const expected = kept.filter((seq) => (seq / SPACING) % 2 === 0)
      expect((await storedSeqs(store, '1')).toReversed()).toEqual(expected)
      expect(await storedSeqs(store, '2')).toEqual([])
      expect((await store.known('1', expected.map(eventIdOf), 'spool')).size).toBe(expected.length)
      expect((await store.known('2', kept.map(eventIdOf), 'spool')).size).toBe(0)
      for (const seq of expected) expect((await store.get('1', eventIdOf(seq)))?.seq).toBe(seq)
      await expectSpans(store, '1', expected)
      await expectSpans(store, '2', [])
      await store.close()
    },
  )

  it('[TS2 TS107] completes a batch whose documents were stored and whose rows were not, under any borders', async () => {
    const eventAt = (seq: number) => anEvent({ seq, projectId: '1' })
    const batch = (from: number, to: number, raw: readonly number[] = []) => ({
      spoolId: 'spool',
      from,
      to,
      events: Array.from({ length: to - from }, (_, index) => eventAt(from + index)),
      raw: raw.map((seq) => aRawItem({ seq })),
      spans: Array.from({ length: to - from }, (_, index) => aSpan({ seq: from + index, isSegment: true })),
    })
    const whole = await open()
    await whole.append(batch(0, 100, [50]))
    await whole.close()

    const vault = await openVault(join(dir, 'vault.sqlite'), () => 0)
    vault.append(batch(100, 250, [120, 200]))
    vault.close()

    const store = await open()
    expect(await store.watermark('spool')).toBe(100)
    expect((await store.known('1', [eventIdOf(180)], 'spool')).get(eventIdOf(180))).toBe(180)
    await store.append(batch(100, 170, [120]))
    await store.append(batch(170, 300, [200, 260]))
    expect((await storedSeqs(store, '1')).toReversed()).toEqual(Array.from({ length: 300 }, (_, seq) => seq))
    const raw = await store.rawItems('1', { itemType: 'transaction', limit: 10 })
    expect(raw.map(({ seq }) => seq)).toEqual([50, 120, 200, 260])
    expect((await store.trace(['1'], traceIdOf('one'), { limit: 1000 })).stored).toBe(300)
    expect((await store.stats()).stored.spans).toBe(300)
    expect(await store.watermark('spool')).toBe(300)
    await store.close()
  })

  it.each([{ borders: [0, 3] }, { borders: [0, 2, 3] }])(
    '[TS3] lists a duplicate no more after a crash than before it, replayed with the borders $borders',
    async ({ borders }) => {
      const eventId = eventIdOf('twice')
      // Twice in one record, and once more in another.
      const events = [1, 1, 2].map((seq) => anEvent({ seq, eventId }))
      const vault = await openVault(join(dir, 'vault.sqlite'), () => 0)
      vault.append({ spoolId: 'spool', from: 0, to: 3, events, raw: [] })
      vault.close()
      const store = await open()
      for (const [index, to] of borders.slice(1).entries()) {
        const from = borders[index]!
        const within = events.filter(({ seq }) => seq >= from && seq < to)
        await store.append({ spoolId: 'spool', from, to, events: within, raw: [] })
      }
      expect(await storedSeqs(store, '1')).toEqual([1])
      await store.close()
    },
  )
})
