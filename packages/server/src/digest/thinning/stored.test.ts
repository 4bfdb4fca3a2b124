import { expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { MOMENT, aPayload } from '#domain/testing.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { hex, seededRandom } from '#domain/seeded-random.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const SECONDS = MOMENT / 1000
const DAY = { from: MOMENT - 86_400_000, to: MOMENT + 86_400_000 }
const TRACES = 400
const random = seededRandom(1)
const IDS = Array.from({ length: TRACES }, () => hex(random, 32))
const isFailed = (n: number) => n % 100 === 50

const transaction = (n: number): JsonObject => ({
  type: 'transaction',
  event_id: hex(random, 32),
  transaction: '/cart',
  transaction_info: { source: 'route' },
  start_timestamp: SECONDS - 1.1 + n / 1e6,
  timestamp: SECONDS - 1,
  contexts: {
    trace: {
      trace_id: IDS[n]!,
      span_id: 'b'.repeat(16),
      op: 'pageload',
      status: isFailed(n) ? 'internal_error' : 'ok',
    },
  },
  spans: ['c', 'd', 'e'].map((digit) => ({
    span_id: digit.repeat(16),
    parent_span_id: 'b'.repeat(16),
    trace_id: IDS[n]!,
    op: 'http.client',
    description: 'GET /api',
    start_timestamp: SECONDS - 1.1,
    timestamp: SECONDS - 1.05,
  })),
})
const BODIES = IDS.map((_, n) => anEnvelope([{ type: 'transaction', payload: transaction(n) }]))

/** Two minutes of traffic in a project that keeps a thousand spans of an hour, and is sent 1,600. */
async function aBusyWorld(spansPerHour: number | null = 1000): Promise<World> {
  const world = await aWorld()
  const { settings } = (await world.records.projects.byId(world.projectId))!
  await world.records.projects.updateSettings(world.projectId, { ...settings, spansPerHour })
  for (const [n, body] of BODIES.entries()) await world.append(body, { receivedAt: MOMENT + n * 300 })
  return world
}

const intakeOf = async ({ records, projectId }: World) =>
  Object.fromEntries(
    (await records.intake.list(projectId, DAY)).map(({ category, outcome, reason, quantity }) => [
      `${category} ${outcome} ${reason}`.trim(),
      quantity,
    ]),
  )

/** Trace ids with how many spans of each are stored. */
async function storedOf({ telemetry, projectId }: World): Promise<ReadonlyMap<string, number>> {
  const stored = await Promise.all(
    IDS.map(async (id) => [id, (await telemetry.trace([projectId], id, { limit: 10 })).stored] as const),
  )
  return new Map(stored.filter(([, spans]) => spans > 0))
}

const cartOf = async ({ telemetry, projectId }: World) =>
  (await telemetry.routeStats({ projectId, range: DAY }, { by: 'route', limit: 5 }))[0]!

it('[PL144] counts whole transactions as thinned out, and extrapolates what is kept', async () => {
  const world = await aBusyWorld()
  await world.digest()
  const stored = await storedOf(world)
  expect(new Set(stored.values())).toEqual(new Set([4]))
  expect(stored.size * 4).toBeLessThan(1000)
  for (const [n, id] of IDS.entries()) if (isFailed(n)) expect(stored.has(id)).toBe(true)
  expect(await intakeOf(world)).toEqual({
    'transaction accepted': stored.size,
    'transaction dropped thinned_out': TRACES - stored.size,
  })
  const { pageloads, failed } = await cartOf(world)
  expect(pageloads.sampled).toBe(stored.size)
  expect(pageloads.margin).toBeGreaterThan(0)
  expect(Math.abs(pageloads.total - TRACES)).toBeLessThan(pageloads.margin)
  expect(failed.total).toBe(IDS.filter((_, n) => isFailed(n)).length)
})

it('[PL144] counts spans of containers one by one', async () => {
  const world = await aBusyWorld()
  await world.digest()
  const kept = await storedOf(world)
  const out = IDS.filter((id) => !kept.has(id)).slice(-5)
  const items = out.map((trace_id, n) => ({
    trace_id,
    span_id: `${n + 1}`.repeat(16),
    name: 'work',
    status: 'ok',
    is_segment: false,
    start_timestamp: SECONDS - 2,
    end_timestamp: SECONDS - 1,
  }))
  await world.append(anEnvelope([{ type: 'span', payload: { version: 2, items } }]), {
    receivedAt: MOMENT + TRACES * 300,
  })
  await world.digest()
  expect(await intakeOf(world)).toMatchObject({ 'span dropped thinned_out': 5 })
})

it.each([37, 1000])(
  '[PL145] a batch that was cut off between its writes is stored as if it had not been, in batches of %i',
  async (batchRecords) => {
    const whole = await aBusyWorld()
    await whole.digest()
    const expected = {
      stored: await storedOf(whole),
      intake: await intakeOf(whole),
      cart: await cartOf(whole),
    }
    const world = await aBusyWorld()
    let written = 0
    const telemetry: TelemetryStore = {
      ...world.telemetry,
      async append(batch) {
        if (++written > 2) throw new Error('the process ended')
        await world.telemetry.append(batch)
      },
    }
    const limits = { batchBytes: 1e9, batchRecords: 100 }
    const crashing = await world.startDigester({ telemetry, limits })
    crashing.advance(world.spool.status().committed)
    const failed = () => world.logged.some(({ level }) => level === 'error')
    await expect.poll(failed, { timeout: 30_000 }).toBe(true)
    await crashing.stop()
    // The counts of the third batch are written, its rows are not.
    await world.digest({ limits: { batchBytes: 1e9, batchRecords } })
    const found = { stored: await storedOf(world), intake: await intakeOf(world), cart: await cartOf(world) }
    expect(found).toEqual(expected)
  },
)

it('[PL145] a batch that has to be read again decides from where the last one ended', async () => {
  const whole = await aBusyWorld()
  await whole.digest()
  const world = await aBusyWorld()
  let asked = 0
  await world.digest({
    limits: { batchBytes: 1e9, batchRecords: 100 },
    projects: async (id) => {
      if (++asked === 250) throw new Error('the disk was busy')
      return (await world.records.projects.byId(id))?.settings
    },
  })
  expect(await storedOf(world)).toEqual(await storedOf(whole))
})

it('[PL147] keeps everything unless a project says otherwise', async () => {
  const world = await aBusyWorld(null)
  await world.digest()
  expect((await storedOf(world)).size).toBe(TRACES)
  expect(await intakeOf(world)).toEqual({ 'transaction accepted': TRACES })
  expect((await cartOf(world)).pageloads).toEqual({ sampled: TRACES, total: TRACES, margin: 0 })
})

it('[PL141] keeps the spans of a trace whose error was received before', async () => {
  const world = await aBusyWorld()
  await world.digest()
  const kept = await storedOf(world)
  const out = IDS.filter((id) => !kept.has(id)).slice(-10)
  const at = { receivedAt: MOMENT + TRACES * 300 }
  for (const trace_id of out)
    await world.append(
      anEnvelope([
        {
          type: 'event',
          payload: aPayload({ event_id: hex(random, 32), contexts: { trace: { trace_id } } }),
        },
      ]),
      at,
    )
  for (const id of out) await world.append(BODIES[IDS.indexOf(id)]!, at)
  await world.digest()
  const now = await storedOf(world)
  expect(out.filter((id) => !now.has(id))).toEqual([])
})
