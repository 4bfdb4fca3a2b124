import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { encodeLines } from '#stores/telemetry/duckdb/block-codec.ts'
import { decodeEventLines, wholeLine } from '#stores/telemetry/duckdb/event-block.ts'
import { createEventExpiry } from './vault-event-expiry.ts'
import { inTransaction, openVaultFile } from '#stores/telemetry/duckdb/vault-file.ts'
import { createVault, type Vault } from '#stores/telemetry/duckdb/vault.ts'
import { temporaryFolder } from '#stores/telemetry/duckdb/testing.ts'
import { T0, anEvent, eventIdOf } from '#stores/telemetry/telemetry.builders.ts'

const HOUR = 3_600_000
const LATER = T0 + 9 * HOUR

describe('compaction of the vault', () => {
  let dir: string
  let db: DatabaseSync
  let vault: Vault
  beforeEach(async () => {
    dir = await temporaryFolder()
    db = await openVaultFile(join(dir, 'vault.sqlite'), () => 0)
    vault = createVault(db)
  })
  afterEach(async () => {
    vault.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** One batch for each event, a second apart. */
  function append(from: number, to: number, projectId = '1'): void {
    for (let seq = from; seq < to; seq += 1) {
      const events = [anEvent({ seq, projectId, receivedAt: T0 + 1000 * seq })]
      vault.append({ spoolId: 'spool-a', from: seq, to: seq + 1, events, raw: [] })
    }
  }
  async function compact(until: number): Promise<void> {
    while (await vault.compact(until));
  }
  /** How many events are in each; of compact ones in brackets. */
  const blocks = () =>
    db
      .prepare('select items, is_compact from event_blocks order by project_id, first_received_at')
      .all()
      .map(({ items, is_compact: isCompact }) => (isCompact === 1 ? [Number(items)] : Number(items)))
  const stored = () =>
    blocks()
      .flat()
      .reduce((sum, items) => sum + items, 0)

  it('[TS237] puts the blocks of an hour that is over into few, and leaves the others', async () => {
    append(0, 300)
    append(4000, 4003, '2')
    await compact(T0 + HOUR - 1)
    expect(blocks()).toEqual(Array.from({ length: 303 }, () => 1))
    const bytes = () =>
      Number(db.prepare('select sum(length(data)) as bytes from event_blocks').get()?.['bytes'])
    const before = bytes()
    await compact(T0 + HOUR)
    expect(blocks()).toEqual([[256], [44], 1, 1, 1])
    expect(bytes()).toBeLessThan(before / 5)
    await compact(LATER)
    expect(blocks()).toEqual([[256], [44], [3]])
  })

  it('[TS237] takes turns between projects, so that none waits for another that gets too much', async () => {
    for (const [at, projectId] of ['1', '2', '1', '2', '1'].entries())
      append(4000 * at, 4000 * at + 2, projectId)
    const compacted = () =>
      db
        .prepare('select distinct project_id from event_blocks where is_compact = 1 order by project_id')
        .all()
        .map((row) => row['project_id'])
    await vault.compact(LATER * 2)
    await vault.compact(LATER * 2)
    expect(compacted()).toEqual([1, 2])
  })

  it('[TS237] takes no more at once than it can hold, and goes on where it stopped', async () => {
    const text = 'x'.repeat(700_000)
    const events = Array.from({ length: 90 }, (_, seq) => {
      const event = anEvent({ seq, receivedAt: T0 + seq })
      const payload = { message: `${seq} ${text}` }
      return { ...event, document: { ...event.document, payload } }
    })
    vault.append({ spoolId: 'spool-a', from: 0, to: 90, events, raw: [] })
    expect(await vault.compact(LATER)).toBe(true)
    expect(blocks().some((block) => !Array.isArray(block))).toBe(true)
    expect(stored()).toBe(90)
    await compact(LATER)
    expect(blocks().every(Array.isArray)).toBe(true)
    expect(stored()).toBe(90)
    for (const seq of [0, 45, 89])
      expect(vault.get('1', eventIdOf(seq))?.document.payload).toEqual({ message: `${seq} ${text}` })
  })

  it('[TS238] loses no change that is made while it compresses', async () => {
    append(0, 50)
    const under = vault.compact(LATER)
    const { document } = anEvent({ seq: 7 })
    const headline = { issueId: '9', title: 'Changed', culprit: 'elsewhere' }
    const event = { projectId: '1', eventId: eventIdOf(7), seq: 7 }
    vault.revise([{ ...event, ...headline, grouping: document.grouping, awaited: [] }])
    expect(await under).toBe(true)
    expect(vault.get('1', eventIdOf(7))).toMatchObject(headline)
    const again = vault.compact(LATER)
    await vault.expire(
      { projectId: '1', before: T0 + 10_000, kinds: ['errors'] },
      new AbortController().signal,
    )
    append(50, 52)
    expect(await again).toBe(true)
    await compact(LATER)
    expect(blocks()).toEqual([[42]])
    const ids = Array.from({ length: 52 }, (_, seq) => eventIdOf(seq))
    expect([...vault.known('1', ids, 'spool-a').keys()]).toEqual(ids.slice(10))
    for (const [seq, eventId] of ids.entries())
      expect(vault.get('1', eventId)?.seq).toBe(seq < 10 ? undefined : seq)
  })

  it('[TS236] reads blocks of earlier versions, which had documents and summaries in one', async () => {
    append(0, 5)
    const before = [0, 1, 2, 3, 4].map((seq) => vault.get('1', eventIdOf(seq)))
    const rewrite = db.prepare('update event_blocks set data = ? where block_id = ?')
    for (const { block_id: blockId, data } of db.prepare('select block_id, data from event_blocks').all())
      rewrite.run(encodeLines(decodeEventLines(data as Uint8Array).map(wholeLine)), blockId!)
    await compact(LATER)
    expect(blocks()).toEqual([[5]])
    expect([0, 1, 2, 3, 4].map((seq) => vault.get('1', eventIdOf(seq)))).toEqual(before)
  })

  it('[TS241] lets compact blocks expire in slices of no more events than others', async () => {
    const events = Array.from({ length: 8192 }, (_, seq) => anEvent({ seq, receivedAt: T0 + seq }))
    vault.append({ spoolId: 'spool-a', from: 0, to: 8192, events, raw: [] })
    await compact(LATER)
    expect(blocks()).toEqual(Array.from({ length: 32 }, () => [256]))
    const expire = createEventExpiry(db)
    const slices: number[] = []
    for (let isLast = false; !isLast;) {
      const slice = inTransaction(db, () => expire(1n, T0 + 8000))
      slices.push(slice.items)
      isLast = slice.isLast
    }
    expect(Math.max(...slices)).toBeLessThan(3200 + 256)
    expect(slices.reduce((sum, items) => sum + items)).toBe(8000)
    expect(stored()).toBe(192)
    expect(vault.get('1', eventIdOf(8000))?.seq).toBe(8000)
    expect(vault.get('1', eventIdOf(7999))).toBeUndefined()
  })

  it('[TS239] leaves a block that cannot be read where it is, and goes on with the others', async () => {
    append(0, 5)
    db.exec(`update event_blocks set data = x'00' where items = 1 and first_received_at = ${T0 + 2000}`)
    await compact(LATER)
    expect(blocks()).toEqual([[4], [1]])
    expect(vault.get('1', eventIdOf(4))?.seq).toBe(4)
    expect(() => vault.get('1', eventIdOf(2))).toThrow()
  })
})
