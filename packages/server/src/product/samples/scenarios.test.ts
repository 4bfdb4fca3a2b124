import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#domain/json.ts'
import { DEFAULT_PROJECT_SETTINGS } from '#domain/projects/project.ts'
import { aReceipt } from '#domain/testing.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { digestError } from '#digest/kinds/errors/digest.ts'
import { digestSessionCounts } from '#digest/kinds/sessions/read.ts'
import { parseEnvelope } from '#protocol/envelope.ts'
import { digestInParts } from '#digest/testing/digest.ts'
import { anErrorContext } from '#digest/testing/error-context.ts'
import { aRecord } from '#digest/testing/records.ts'
import { loadSamples } from './load.ts'
import { requireScenario, SCENARIOS } from './plans.ts'
import { eventsOf } from './scenarios.ts'
import type { Receipt } from '#spool/spool.ts'

const NOW = Date.UTC(2026, 10, 15)

describe.each(SCENARIOS)('scenario $name', (scenario) => {
  it('[CL7] gives the same events for the same seed, and others for another', () => {
    expect(eventsOf(scenario, NOW, 1)).toEqual(eventsOf(scenario, NOW, 1))
    expect(eventsOf(scenario, NOW, 1)[0]?.eventId).not.toBe(eventsOf(scenario, NOW, 2)[0]?.eventId)
  })

  it('[CL7] happens in order, in the past, with every bug it plans', () => {
    const events = eventsOf(scenario, NOW, 1)
    const times = events.map(({ receivedAt }) => receivedAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(NOW)
    const planned = scenario.plans.reduce((sum, { events: count }) => sum + count, 0)
    expect(events.filter((event) => !isBrowserSide(event))).toHaveLength(planned)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  })

  it('[CL7] becomes one issue per bug, however many releases it lives through', () => {
    const rows = digested(scenario).filter(({ recognised }) => recognised !== 'server_render_error')
    expect(new Set(rows.map(({ document }) => document.grouping.fingerprint)).size).toBe(
      scenario.plans.length,
    )
  })
})

it('[CL7] what the shop’s server failed at is reported by the visitor’s browser too, with the same digest and trace', () => {
  const events = eventsOf(SCENARIOS[0]!, NOW, 1)
  const sides = events.filter(isBrowserSide)
  expect(sides.length).toBe(SCENARIOS[0]!.plans.find(({ bug }) => bug === 'stock-query')!.events)
  for (const { payload } of sides) {
    const shared = { tags: payload['tags'], contexts: payload['contexts'] }
    expect(
      events.filter((other) => other.payload['platform'] === 'node').map((other) => other.payload),
    ).toContainEqual(expect.objectContaining(shared))
  }
})

function isBrowserSide({ payload }: ReturnType<typeof eventsOf>[number]): boolean {
  return payload['platform'] === 'javascript' && 'nextjs.digest' in (payload['tags'] as JsonObject)
}

/** As the digest makes it from the samples. */
function digested(scenario: (typeof SCENARIOS)[number]) {
  return eventsOf(scenario, NOW, 1).map(({ payload, eventId, receivedAt, visitor }, seq) => {
    const { address, userAgent } = visitor
    const received = aReceipt({ at: receivedAt, address, userAgent })
    const row = digestError(payload, anErrorContext({ seq, eventId, received }))
    if (row instanceof Drop) throw new Error(row.detail)
    return row
  })
}

it('[CL7] the busy shop fills every filter of the stream with something to choose from', () => {
  const rows = digested(SCENARIOS[0]!)
  const different = (values: readonly unknown[]) =>
    new Set(values.filter((value) => value !== undefined)).size
  expect(different(rows.map(({ level }) => level))).toBe(5)
  expect(different(rows.map(({ release }) => release))).toBe(5)
  expect(different(rows.map(({ environment }) => environment))).toBe(3)
  expect(different(rows.map(({ browser }) => browser))).toBeGreaterThan(5)
  expect(different(rows.map(({ os }) => os))).toBeGreaterThan(3)
  expect(different(rows.map(({ transaction }) => transaction))).toBeGreaterThan(15)
  expect(different(rows.map(({ user }) => user))).toBeGreaterThan(50)
  expect(different(rows.map(({ handled }) => handled))).toBe(2)
  const [loudest] = Object.values(Object.groupBy(rows, ({ document }) => document.grouping.fingerprint))
    .filter((same) => same !== undefined)
    .toSorted((a, b) => b.length - a.length)
  expect(different(loudest!.map(({ release }) => release))).toBeGreaterThan(1)
  expect(different(loudest!.map(({ browser }) => browser))).toBeGreaterThan(3)
})

function typesIn(body: Uint8Array): readonly string[] {
  const envelope = parseEnvelope(body)
  return envelope instanceof Drop ? [] : envelope.items.map(({ type }) => type)
}

function digestedSessions(body: Uint8Array, seq: number) {
  const envelope = parseEnvelope(body)
  if (envelope instanceof Drop) throw new Error(envelope.detail)
  const payload = JSON.parse(Buffer.from(envelope.items[0]!.payload).toString()) as JsonObject
  const rows = digestSessionCounts(payload, {
    seq,
    projectId: '7',
    received: { at: NOW, sentAt: undefined },
    isFiltered: () => false,
  })
  if (rows instanceof Drop) throw new Error(rows.detail)
  return rows
}

describe('loading samples', () => {
  it('[CL7] sends them through the spool as envelopes an SDK could have sent', async () => {
    const appended: { receipt: Receipt; body: Uint8Array }[] = []
    const spool = {
      append: async (receipt: Receipt, body: Uint8Array) => appended.push({ receipt, body }),
    }
    const input = { scenario: SCENARIOS[0]!, projectId: '7', keyId: 'k', now: NOW, seed: 1 }
    const events = await loadSamples(spool, input)
    expect(events).toBeGreaterThan(1_000)
    for (const { receipt, body } of appended.slice(0, events)) {
      expect(parseEnvelope(body)).toMatchObject({
        header: { event_id: receipt.eventId },
        items: [{ type: 'event' }],
      })
      expect(receipt.projectId).toBe('7')
    }
  })

  it('[CL7] sends the sessions of its releases too, each with one whose visits broke more often', async () => {
    const bodies: Uint8Array[] = []
    const spool = { append: async (_: Receipt, body: Uint8Array) => bodies.push(body) }
    const input = { scenario: SCENARIOS[0]!, projectId: '7', keyId: 'k', now: NOW, seed: 1 }
    const events = await loadSamples(spool, input)
    const rows = bodies
      .slice(events)
      .filter((body) => typesIn(body).includes('sessions'))
      .flatMap((body, seq) => digestedSessions(body, seq))
    const brokenOf = (version: string) => {
      const own = rows.filter(({ release }) => release === version)
      return own.filter(({ status }) => status === 'unhandled').length / own.length
    }
    expect(rows.length).toBeGreaterThan(10_000)
    expect(brokenOf('shop@4.3.0')).toBeGreaterThan(2 * brokenOf('shop@4.2.1'))
    expect(brokenOf('shop@4.2.1')).toBeGreaterThan(0)
  })

  it('[CL7] sends visits with spans and web vitals too, some of them the visit that an error happened in', async () => {
    const bodies: Uint8Array[] = []
    const spool = { append: async (_: Receipt, body: Uint8Array) => bodies.push(body) }
    const scenario = SCENARIOS[0]!
    await loadSamples(spool, { scenario, projectId: '7', keyId: 'k', now: NOW, seed: 1 })
    const spans = bodies
      .filter((body) => typesIn(body).includes('transaction'))
      .flatMap((body) => {
        const { spans: found, counts } = digestInParts(aRecord(body, { receivedAt: NOW }), {
          spoolId: 's',
          settings: DEFAULT_PROJECT_SETTINGS,
        })
        expect(counts.filter(({ outcome }) => outcome !== 'accepted')).toEqual([])
        return found
      })
    expect(spans.length).toBeGreaterThan(10_000)
    expect(spans.filter(({ vitals }) => vitals.lcp !== undefined).length).toBeGreaterThan(500)
    const facts = spans.flatMap(({ navigation }) => navigation ?? [])
    const navigations = facts.filter((one) => one.kind === 'navigation')
    expect(new Set(navigations.map(({ served }) => served))).toEqual(
      new Set(['cache', 'partial', 'network', 'full_load', undefined]),
    )
    expect(navigations.filter(({ releaseBefore }) => releaseBefore !== undefined).length).toBeGreaterThan(5)
    expect(facts.filter(({ kind }) => kind === 'prefetch').length).toBeGreaterThan(100)
    expect(facts.filter(({ kind }) => kind === 'report').length).toBeGreaterThan(100)
    const traces = new Set(spans.map(({ traceId }) => traceId))
    const errors = eventsOf(scenario, NOW, 1).map(({ payload }) => {
      const { trace } = payload['contexts'] as { trace: { trace_id: string } }
      return trace.trace_id
    })
    expect(errors.filter((traceId) => traces.has(traceId)).length).toBeGreaterThan(200)
  })

  it('[CL5] names the scenarios there are when asked for another', () => {
    expect(() => requireScenario('quiet')).toThrow(/busy-shop, regression-after-deploy/)
  })
})
