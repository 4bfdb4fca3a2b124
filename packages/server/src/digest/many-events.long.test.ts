import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventPosition } from '#domain/events/event-position.ts'
import type { JsonObject } from '#domain/json.ts'
import { MOMENT, aPayload } from '#domain/testing.ts'
import type { EventSummary } from '#stores/telemetry/telemetry.ts'
import { loseAnswers } from '#digest/testing/lose-answers.ts'
import { anEnvelope } from '#digest/testing/records.ts'
import { aWorld } from '#digest/testing/world.ts'
import type { World } from '#digest/testing/world.ts'

const WEEK = { from: MOMENT - 3e8, to: MOMENT + 3e8 }

const violation = (url: string): JsonObject => ({
  type: 'csp-violation',
  body: { documentURL: 'https://a.example/', blockedURL: url, effectiveDirective: 'script-src' },
})

/** One item that makes many events, and compressed takes far fewer bytes than it makes events. */
const alike = (count: number): Buffer =>
  gzipSync(anEnvelope([{ type: 'raw_security', payload: JSON.stringify(Array(count).fill(violation('x'))) }]))

async function stored(world: World): Promise<readonly EventSummary[]> {
  const all: EventSummary[] = []
  let before: EventPosition | undefined
  do {
    const scope = { projectId: world.projectId, range: WEEK }
    const page = await world.telemetry.page(scope, { limit: 97, ...(before !== undefined && { before }) })
    all.push(...page.events)
    before = page.next
  } while (before !== undefined)
  return all
}

async function accepted(world: World): Promise<number> {
  const counts = await world.records.intake.list(world.projectId, WEEK)
  return counts
    .filter(({ outcome }) => outcome === 'accepted')
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

async function countedByIssues(world: World): Promise<number> {
  const query = { sort: 'last_seen', limit: 100 } as const
  const { issues } = await world.records.issues.page({ projectIds: [world.projectId] }, query)
  return issues.reduce((sum, { eventCount }) => sum + eventCount, 0)
}

describe('an item that makes many events', () => {
  it('[PL90] has every one of them stored, whatever comes behind it in the log', async () => {
    const world = await aWorld()
    for (let n = 0; n < 3; n++) await world.append(alike(500), { coding: 'gzip' })
    await world.digest()
    const events = await stored(world)
    expect(events).toHaveLength(1500)
    expect(new Set(events.map(({ seq }) => seq)).size).toBe(1500)
    expect(await accepted(world)).toBe(1500)
    expect(await countedByIssues(world)).toBe(1500)
  })

  it('[PL91] has them stored exactly once and in order, wherever batches end and however often they are brought', async () => {
    const item = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 400 }))
    const log = fc.array(
      fc.record({ items: fc.array(item, { minLength: 1, maxLength: 3 }), zip: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    await fc.assert(
      fc.asyncProperty(log, fc.integer({ min: 1, max: 4 }), async (requests, batchRecords) => {
        const world = await aWorld()
        const expected: string[] = []
        for (const [r, { items, zip }] of requests.entries()) {
          const body = anEnvelope(
            items.map((count, i) => {
              if (count === 0) {
                expected.push(`event ${r} ${i}`)
                return {
                  type: 'event',
                  payload: aPayload({ event_id: undefined, transaction: `event ${r} ${i}` }),
                }
              }
              const urls = Array.from({ length: count }, (_, n) => `https://a.example/${r}/${i}/${n}.js`)
              expected.push(...urls)
              return { type: 'raw_security', payload: JSON.stringify(urls.map(violation)) }
            }),
          )
          await world.append(zip ? gzipSync(body) : body, zip ? { coding: 'gzip' } : {})
        }
        await world.digest({
          telemetry: loseAnswers(world.telemetry, (call) => call % 2 === 0),
          limits: { batchBytes: 1e6, batchRecords },
        })
        const events = (await stored(world)).toReversed()
        const names = await Promise.all(events.map((event) => nameOf(world, event)))
        expect(names).toEqual(expected)
        expect(await accepted(world)).toBe(expected.length)
        expect(await countedByIssues(world)).toBe(expected.length)
      }),
      { numRuns: 6, seed: 20 },
    )
  }, 60_000)
})

/** What the test called it. */
async function nameOf(world: World, { eventId, transaction }: EventSummary): Promise<string> {
  if (transaction !== undefined) return transaction
  const event = await world.telemetry.get(world.projectId, eventId)
  const report = event?.document.payload['csp'] ?? event?.document.payload
  return /https:\/\/a\.example\/\d+\/\d+\/\d+\.js/.exec(JSON.stringify(report))?.[0] ?? eventId
}
