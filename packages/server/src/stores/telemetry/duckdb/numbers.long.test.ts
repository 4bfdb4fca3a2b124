import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import type { EventPosition } from '#domain/events/event-position.ts'
import { silentLog } from '#domain/testing.ts'

import { aRawItem, anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'
import type { AppendedEvent, TelemetryBatch, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { openDuckDbTelemetry } from './telemetry-store.ts'
import { temporaryFolder } from './testing.ts'
import { openVault } from './vault.ts'

/** A record of the log: how many bytes it takes, and the ids of the events that it makes. */
interface LogRecord {
  readonly position: number
  readonly next: number
  readonly ids: readonly string[]
}

const SCOPE = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }

function logOf(sizes: ReadonlyArray<readonly [bytes: number, ids: readonly number[]]>): readonly LogRecord[] {
  let position = 0
  return sizes.map(([bytes, ids]) => {
    const record = { position, next: position + bytes, ids: ids.map((id) => eventIdOf(id)) }
    position = record.next
    return record
  })
}

function batchOf(records: readonly LogRecord[]): TelemetryBatch {
  const events = records.flatMap(({ position, ids }): AppendedEvent[] =>
    ids.map((eventId) => anEvent({ seq: position, projectId: '1', eventId, receivedAt: 1 })),
  )
  const raw = records.flatMap(({ position, ids }) =>
    ids.map(() => aRawItem({ seq: position, projectId: '1' })),
  )
  return { spoolId: 's', from: records[0]!.position, to: records.at(-1)!.next, events, raw }
}

async function pages(store: TelemetryStore): Promise<readonly string[]> {
  const ids: string[] = []
  let before: EventPosition | undefined
  do {
    const page = await store.page(SCOPE, { limit: 7, ...(before !== undefined && { before }) })
    ids.push(...page.events.map(({ eventId }) => eventId))
    before = page.next
  } while (before !== undefined)
  return ids.toReversed()
}

async function rawCount(store: TelemetryStore): Promise<number> {
  let count = 0
  let after = -1
  for (;;) {
    const items = await store.rawItems('1', { itemType: 'transaction', after, limit: 5 })
    if (items.length === 0) return count
    count += items.length
    after = items.at(-1)!.seq
  }
}

it('[TS65] numbers any number of events of a record in the order of the log, once, whatever a crash leaves half written', async () => {
  const record = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.array(fc.nat(200), { maxLength: 40 }))
  const step = fc.record({ records: fc.integer({ min: 1, max: 3 }), isCut: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 9 }),
      fc.array(step, { maxLength: 12 }),
      async (sizes, steps) => {
        const dir = await temporaryFolder()
        onTestFinished(() => rm(dir, { recursive: true, force: true }))
        const log = logOf(sizes)
        const open = () => openDuckDbTelemetry({ dir, now: () => 0, log: silentLog })
        for (const { records, isCut } of [...steps, { records: log.length, isCut: false }]) {
          const store = await open()
          const position = await store.watermark('s')
          const part = log.filter(({ position: at }) => at >= position).slice(0, records)
          if (part.length > 0 && !isCut) await store.append(batchOf(part))
          await store.close()
          if (part.length === 0 || !isCut) continue
          // The process was killed after the documents and before the rows.
          const vault = await openVault(join(dir, 'vault.sqlite'), () => 0)
          vault.append(batchOf(part))
          vault.close()
        }
        const store = await open()
        const expected = [...new Set(log.flatMap(({ ids }) => ids))]
        expect(await pages(store)).toEqual(expected)
        expect(await rawCount(store)).toBe(log.flatMap(({ ids }) => ids).length)
        for (const eventId of expected.slice(0, 10)) {
          const [seq] = (
            await store.page(
              { ...SCOPE, where: [{ dimension: 'event', op: 'is', values: [eventId] }] },
              { limit: 2 },
            )
          ).events.map((event) => event.seq)
          expect((await store.get('1', eventId))?.seq).toBe(seq)
        }
        await store.close()
      },
    ),
    { numRuns: 10, seed: 7 },
  )
}, 60_000)
