import { describe, expect, it } from 'vitest'
import { parseEnvelope } from '#protocol/envelope.ts'
import { loadSamples } from '#samples/load.ts'
import { eventsOf, SCENARIOS } from '#samples/scenarios.ts'
import type { Receipt } from '#spool/spool.ts'

const NOW = Date.UTC(2026, 10, 15)

describe.each(SCENARIOS)('scenario $name', (scenario) => {
  it('[CL7] tells the same story for the same seed, and another one for another', () => {
    expect(eventsOf(scenario, NOW, 1)).toEqual(eventsOf(scenario, NOW, 1))
    expect(eventsOf(scenario, NOW, 1)[0]?.eventId).not.toBe(eventsOf(scenario, NOW, 2)[0]?.eventId)
  })

  it('[CL7] happens in order, in the past, with every bug it plans', () => {
    const events = eventsOf(scenario, NOW, 1)
    const times = events.map(({ receivedAt }) => receivedAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(NOW)
    expect(events).toHaveLength(scenario.plans.reduce((sum, { events: count }) => sum + count, 0))
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length)
  })
})

describe('loading samples', () => {
  it('[CL7] sends them through the spool as envelopes an SDK could have sent', async () => {
    const appended: { receipt: Receipt; body: Uint8Array }[] = []
    const spool = {
      append: async (receipt: Receipt, body: Uint8Array) => appended.push({ receipt, body }),
    }
    const input = { scenario: 'busy-shop', projectId: '7', keyId: 'k', now: NOW, seed: 1 }
    expect(await loadSamples(spool, input)).toBe(appended.length)
    for (const { receipt, body } of appended) {
      expect(parseEnvelope(body)).toMatchObject({
        header: { event_id: receipt.eventId },
        items: [{ type: 'event' }],
      })
      expect(receipt.projectId).toBe('7')
    }
  })

  it('[CL5] names the scenarios there are when asked for another', async () => {
    const spool = { append: async () => 0 }
    const input = { scenario: 'quiet', projectId: '7', keyId: 'k', now: NOW, seed: 1 }
    await expect(loadSamples(spool, input)).rejects.toThrow(/busy-shop, regression-after-deploy/)
  })
})
