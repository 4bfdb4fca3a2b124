import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { asking, cancelled } from '#domain/question.ts'
import { T0, aSpan, spanIdOf, traceIdOf } from '#stores/telemetry/telemetry.builders.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { inTransaction, openVaultFile } from '#stores/telemetry/duckdb/vault-file.ts'
import { createTraceReader } from './trace-reader.ts'
import { createSpanExpiry } from './vault-span-expiry.ts'
import { createSpanWriter } from './vault-span-writer.ts'

const HOUR = 3_600_000
const TRACE = traceIdOf('one')

describe('the vault of spans', () => {
  let dir: string
  let db: DatabaseSync
  beforeEach(async () => {
    dir = await temporaryFolder()
    db = await openVaultFile(join(dir, 'vault.sqlite'), () => 0)
  })
  afterEach(async () => {
    db.close()
    await rm(dir, { recursive: true, force: true })
  })
  const blocks = () =>
    db
      .prepare('select items from span_blocks order by block_id')
      .all()
      .map(({ items }) => items)
  const listed = () => Number(db.prepare('select count(*) as count from trace_blocks').get()?.['count'])
  const writer = (): ReturnType<typeof createSpanWriter> => {
    const write = createSpanWriter(db)
    return (rows) => inTransaction(db, () => write(rows))
  }
  const spans = (from: number, count: number, receivedAt = T0) =>
    Array.from({ length: count }, (_, index) => aSpan({ seq: from + index, receivedAt }))

  it('[TS103] opens no more blocks than the limit for a trace that came in single spans', async () => {
    const write = writer()
    // Hours apart, so that no block is continued.
    for (let seq = 0; seq < 30; seq += 1) write(spans(seq, 1, T0 + 2 * seq * HOUR))
    const reader = createTraceReader(db, 20)
    const { spans: found, stored } = await reader.trace(['1'], TRACE, { limit: 1000 })
    expect([found.length, stored]).toEqual([20, 30])
    expect(found.map(({ spanId }) => spanId)).toContain(spanIdOf(0))
    for (const { spanId } of found) expect(await reader.spanDetails('1', TRACE, spanId)).toBeDefined()
  })

  it('[TS109] puts small batches of a project into one block, and starts another when that would write too much again', () => {
    const write = writer()
    for (let seq = 0; seq < 40; seq += 1) write(spans(seq, 1))
    expect(blocks()).toEqual([17, 17, 6])
    expect(listed()).toBe(3)
    write(spans(100, 300))
    expect(blocks()).toEqual([17, 17, 256, 50])
    write([aSpan({ seq: 500, projectId: '2', receivedAt: T0 })])
    write(spans(501, 10, T0 + 2 * HOUR))
    expect(blocks()).toEqual([17, 17, 256, 50, 1, 10])
  })

  it('[TS109] starts another block when the last one is damaged', async () => {
    const write = writer()
    write(spans(0, 3))
    db.exec(`update span_blocks set details = x'00'`)
    write(spans(10, 3))
    expect(blocks()).toEqual([3, 3])
    expect(await createTraceReader(db).spanDetails('1', TRACE, spanIdOf(11))).toBeDefined()
  })

  it('[TS109] lists a trace with the blocks that hold spans of it, and with no other', () => {
    const write = writer()
    write(spans(0, 256))
    write([aSpan({ seq: 300, receivedAt: T0, traceId: traceIdOf('two') })])
    write([
      ...Array.from({ length: 255 }, (_, index) =>
        aSpan({ seq: 400 + index, receivedAt: T0, traceId: traceIdOf('three') }),
      ),
      aSpan({ seq: 700, receivedAt: T0, traceId: traceIdOf('four') }),
    ])
    const counts = db
      .prepare('select spans from trace_blocks')
      .all()
      .map((row) => Number(row['spans']))
    expect(blocks()).toEqual([256, 256, 1])
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, 255, 256])
  })

  it('[TS109] cuts blocks by the length of the details, too', () => {
    const details = { json: JSON.stringify({ attributes: { text: 'x'.repeat(200_000) } }) }
    writer()(Array.from({ length: 7 }, (_, seq) => aSpan({ seq, receivedAt: T0, details })))
    expect(blocks()).toEqual([3, 3, 1])
  })

  it('[TS107] does not continue a block that was undone or has expired', async () => {
    const write = createSpanWriter(db)
    const undone = () =>
      inTransaction(db, () => {
        write(spans(0, 5))
        throw new Error('disk full')
      })
    expect(undone).toThrow('disk full')
    write(spans(10, 2))
    expect(() =>
      inTransaction(db, () => {
        write(spans(20, 3))
        throw new Error('disk full')
      }),
    ).toThrow('disk full')
    write(spans(30, 3))
    const reader = createTraceReader(db)
    const stored = async () => (await reader.trace(['1'], TRACE, { limit: 100 })).spans.length
    expect(await stored()).toBe(5)
    inTransaction(db, () => createSpanExpiry(db)(1n, T0 + 1))
    expect([await stored(), listed(), ...blocks()]).toEqual([0, 0])
    write(spans(40, 3))
    expect([await stored(), listed(), ...blocks()]).toEqual([3, 1, 3])
  })

  it('[TS108] expires in slices, and leaves no trace listed without its block', () => {
    writer()(
      Array.from({ length: 256 * 20 }, (_, seq) => aSpan({ seq, receivedAt: T0, traceId: traceIdOf(seq) })),
    )
    const expire = createSpanExpiry(db)
    const slices: number[] = []
    for (;;) {
      const { isLast, items } = inTransaction(db, () => expire(1n, T0 + 1))
      if (isLast) break
      slices.push(items)
    }
    expect(Math.max(...slices)).toBeLessThanOrEqual(256 * 8)
    expect([slices.reduce((sum, items) => sum + items), blocks().length, listed()]).toEqual([256 * 20, 0, 0])
  })

  it('[TS57] stops reading a trace when nobody waits for it any more', async () => {
    writer()(spans(0, 256 * 40))
    const reader = createTraceReader(db)
    const stop = new AbortController()
    const answer = asking({ requester: 'ann', signal: stop.signal }, () =>
      reader.trace(['1'], TRACE, { limit: 20_000 }),
    )
    stop.abort(cancelled())
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
    expect((await reader.trace(['1'], TRACE, { limit: 20_000 })).spans.length).toBe(256 * 40)
  })

  it('[TS58] reads one trace at a time for one person, and another for the next', async () => {
    writer()(spans(0, 256 * 40))
    const reader = createTraceReader(db)
    const never = new AbortController().signal
    const done: string[] = []
    const ask = (requester: string, name: string, limit: number) =>
      asking({ requester, signal: never }, () => reader.trace(['1'], TRACE, { limit })).then(() =>
        done.push(name),
      )
    await Promise.all([
      ask('ann', 'long', 20_000),
      ask('ann', 'short of the same', 1),
      ask('bob', 'other', 1),
    ])
    expect(done).toEqual(['other', 'long', 'short of the same'])
  })

  it('[TS18] says that spans are damaged when their block is', async () => {
    writer()(spans(0, 3))
    db.exec(`update span_blocks set outlines = x'00', details = x'00'`)
    const reader = createTraceReader(db)
    const damaged = { code: 'store_unavailable', message: expect.stringContaining('damaged') as string }
    await expect(reader.trace(['1'], TRACE, { limit: 9 })).rejects.toMatchObject(damaged)
    await expect(reader.spanDetails('1', TRACE, spanIdOf(1))).rejects.toMatchObject(damaged)
  })
})
