import { expect, it, onTestFinished, vi } from 'vitest'
import type { RecordStore } from '#stores/records/records.ts'
import { aBody, aFolder, aReceipt, openTestSpool, quiet } from '#spool/testing/log-folder.ts'
import { trimByStores } from './trim-by-stores.ts'

it('[OP207] trims a spool to what both stores have, and goes on when one was away', async () => {
  const spool = await openTestSpool(await aFolder(), { limitBytes: 200 })
  onTestFinished(() => spool.close())
  const positions: number[] = []
  for (const text of ['a', 'b']) {
    await spool.append(aReceipt(), aBody(text))
    positions.push(spool.status().committed)
  }
  expect(spool.refusal()?.reason).toBe('spool_full')
  let inTelemetry: number | undefined
  const asked: string[] = []
  const digest = { watermark: async (id: string) => (asked.push(id), positions[1]!) }
  const stored: number[] = []
  const trimming = trimByStores({
    spool,
    records: { digest: digest as Partial<RecordStore['digest']> as RecordStore['digest'] },
    telemetry: {
      watermark: async () => {
        if (inTelemetry === undefined) throw new Error('ClickHouse is away')
        return inTelemetry
      },
    },
    stored: (position) => stored.push(position),
    log: quiet,
  })
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1))
  expect([spool.status().first, stored]).toEqual([0, []])
  inTelemetry = positions[0]!
  await vi.waitFor(() => expect(spool.status().first).toBe(positions[0]))
  expect(spool.refusal()).toBeUndefined()
  inTelemetry = positions[1]!
  await vi.waitFor(() => expect(stored.at(-1)).toBe(positions[1]))
  await trimming.stop()
  expect(new Set(asked)).toEqual(new Set([spool.id]))
})
