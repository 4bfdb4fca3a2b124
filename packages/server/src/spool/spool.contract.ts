import { describe, expect, it } from 'vitest'
import { SpoolRefused, type Receipt, type Spool, type SpoolReader } from './spool.ts'

export interface SpoolUnderTest {
  readonly spool: Spool
  readonly openReader: () => Promise<SpoolReader>
  /** Closes and opens again, as a restart does. */
  readonly reopen: () => Promise<Spool>
}

const receipt: Receipt = {
  receivedAt: 1_700_000_000_123,
  projectId: '7',
  keyId: 'k',
  form: 'store',
  userAgent: 'Møzilla 🦊',
  clientHints: { 'sec-ch-ua': '"x"' },
  refusedItems: [1, 3],
}
const all = { maxBytes: 1e9, maxRecords: 1e9 }

/** What every spool promises. `limitBytes` of the spool under test is 100 000. */
export function describeSpool(name: string, open: () => Promise<SpoolUnderTest>) {
  describe(`Spool contract: ${name}`, () => {
    it('[SP15] hands out what was appended, in order, with its receipt and every byte of its body', async () => {
      const { spool, openReader } = await open()
      const bodies = [Buffer.from('one'), Buffer.alloc(0), Buffer.from([0, 255, 0, 128])]
      const positions: number[] = []
      for (const body of bodies) positions.push(await spool.append(receipt, body))
      const { records, next, quarantined } = await (
        await openReader()
      ).read(positions[0]!, spool.status().committed, all)
      expect(records.map((record) => Buffer.from(record.body))).toEqual(bodies)
      expect(records.map((record) => record.receipt)).toEqual([receipt, receipt, receipt])
      expect(records.map((record) => record.position)).toEqual(positions)
      expect(records.map((record) => record.next)).toEqual([positions[1], positions[2], next])
      expect(next).toBe(spool.status().committed)
      expect(quarantined).toEqual([])
    })

    it('[SP18] keeps a body as it was when it was appended, whatever becomes of its memory then', async () => {
      const { spool, openReader } = await open()
      const memory = Buffer.alloc(3)
      const appended = ['one', 'two', 'six'].map((text) => {
        memory.write(text)
        const done = spool.append(receipt, memory)
        memory.fill(0)
        return done
      })
      await Promise.all(appended)
      const { records } = await (await openReader()).read(0, spool.status().committed, all)
      expect(records.map(({ body }) => Buffer.from(body).toString())).toEqual(['one', 'two', 'six'])
    })

    it('[SP15] never reads beyond `until`, and goes on from `next` without a gap or a repeat', async () => {
      const { spool, openReader } = await open()
      const reader = await openReader()
      const positions: number[] = []
      for (let i = 0; i < 10; i++) positions.push(await spool.append(receipt, Buffer.from(`body ${i}`)))
      expect((await reader.read(0, positions[4]!, all)).records).toHaveLength(4)
      expect((await reader.read(positions[4]!, positions[4]!, all)).records).toEqual([])
      const inside = await reader.read(0, positions[4]! + 5, all)
      expect(inside.next).toBe(positions[4])
      expect(inside.quarantined).toEqual([])
      const seen: number[] = []
      for (let from = 0; from < spool.status().committed;) {
        const read = await reader.read(from, spool.status().committed, { maxBytes: 1e6, maxRecords: 3 })
        seen.push(...read.records.map((record) => record.position))
        from = read.next
      }
      expect(seen).toEqual(positions)
    })

    it('[SP15] reads about `maxBytes`, but always at least one record', async () => {
      const { spool, openReader } = await open()
      for (let i = 0; i < 4; i++) await spool.append(receipt, Buffer.alloc(10_000, 1))
      const reader = await openReader()
      const { committed } = spool.status()
      const tiny = await reader.read(0, committed, { maxBytes: 1, maxRecords: 100 })
      expect(tiny.records).toHaveLength(1)
      const two = await reader.read(0, committed, { maxBytes: 15_000, maxRecords: 100 })
      expect(two.records).toHaveLength(2)
    })

    it('[SP1] notifies listeners of the readable position once the sender may be answered', async () => {
      const { spool } = await open()
      const heard: number[] = []
      spool.onCommit(() => {
        throw new Error('a broken listener')
      })
      spool.onCommit((committed) => heard.push(committed))
      await spool.append(receipt, Buffer.from('a'))
      await spool.append(receipt, Buffer.from('b'))
      expect(heard).toHaveLength(2)
      expect(heard.at(-1)).toBe(spool.status().committed)
    })

    it('[SP6] refuses as full beyond the byte limit, before accepting, and accepts again after a trim', async () => {
      const { spool } = await open()
      expect(spool.refusal()).toBeUndefined()
      while (spool.refusal() === undefined) await spool.append(receipt, Buffer.alloc(20_000, 1))
      expect(spool.refusal()).toMatchObject({ reason: 'spool_full', retryAfterSeconds: 30 })
      const before = spool.status()
      await expect(spool.append(receipt, Buffer.from('late'))).rejects.toBeInstanceOf(SpoolRefused)
      expect(spool.status()).toEqual(before)
      await spool.trim(before.committed)
      expect(spool.refusal()).toBeUndefined()
      await expect(spool.append(receipt, Buffer.from('again'))).resolves.toBe(before.committed)
    })

    it('[SP9] keeps its id and goes on behind the last record after a restart', async () => {
      const { spool, reopen, openReader } = await open()
      await spool.append(receipt, Buffer.from('before'))
      const { committed } = spool.status()
      const again = await reopen()
      expect(again.id).toBe(spool.id)
      expect(again.status().committed).toBe(committed)
      expect(await again.append(receipt, Buffer.from('after'))).toBe(committed)
      const { records } = await (await openReader()).read(0, again.status().committed, all)
      expect(records.map((record) => Buffer.from(record.body).toString())).toEqual(['before', 'after'])
    })

    it('[SP9] does not start over when everything was trimmed before a restart', async () => {
      const { spool, reopen } = await open()
      for (let i = 0; i < 20; i++) await spool.append(receipt, Buffer.alloc(3000, 1))
      const { committed } = spool.status()
      await spool.trim(committed)
      expect((await reopen()).status().committed).toBe(committed)
    })

    it('[SP11] finishes the open commit on close, and refuses what comes later', async () => {
      const { spool, openReader } = await open()
      let answered = 0
      for (const n of [1, 2, 3]) {
        void spool.append(receipt, Buffer.from(`body ${n}`)).then(() => answered++)
      }
      await spool.close()
      expect(answered).toBe(3)
      expect(spool.refusal()).toBeInstanceOf(SpoolRefused)
      await expect(spool.append(receipt, Buffer.from('late'))).rejects.toBeInstanceOf(SpoolRefused)
      const { records } = await (await openReader()).read(0, spool.status().committed, all)
      expect(records).toHaveLength(3)
    })
  })
}
