import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { T0, aRawItem, anEvent, eventIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { TelemetryStore } from './telemetry.ts'

const SPOOL = 'spool-a'

/** A copy of the store, made while it is in use. */
export function describeTelemetryCopies(
  name: string,
  open: () => Promise<OpenedTelemetryStore>,
  openCopy: (dir: string) => Promise<TelemetryStore>,
): void {
  describe(`copies of the telemetry store: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    let dir: string
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      dir = await mkdtemp(join(tmpdir(), 'hindcast-copy-'))
    })
    afterEach(async () => {
      await opened.cleanup()
      await rm(dir, { recursive: true, force: true })
    })

    const append = (from: number, to: number) => {
      const seqs = Array.from({ length: to - from }, (_, index) => from + index)
      const events = seqs.map((seq) => anEvent({ seq, spoolId: SPOOL }))
      return store.append({ spoolId: SPOOL, from, to, events, raw: [aRawItem({ seq: from })] })
    }

    async function inCopy<T>(read: (copy: TelemetryStore) => Promise<T>): Promise<T> {
      const copy = await openCopy(dir)
      try {
        return await read(copy)
      } finally {
        await copy.close()
      }
    }

    it('[TS190] opens with everything that was stored when it was made, and nothing after', async () => {
      // Restarted in between: a part is in the file, the rest in its log.
      await append(0, 3_000)
      store = await opened.reopen()
      await append(3_000, 3_010)
      const { stored } = await store.stats()
      await store.copyTo(dir)
      await store.resume()
      await append(3_010, 3_020)
      await inCopy(async (copy) => {
        expect(await copy.watermark(SPOOL)).toBe(3_010)
        expect((await copy.stats()).stored).toEqual(stored)
        expect(await copy.get('1', eventIdOf(3_009))).toEqual(await store.get('1', eventIdOf(3_009)))
        expect(await copy.get('1', eventIdOf(3_010))).toBeUndefined()
      })
      expect(await store.watermark(SPOOL)).toBe(3_020)
    })

    it('[TS190] takes what the original took after it, once', async () => {
      await append(0, 10)
      await store.copyTo(dir)
      await store.resume()
      await inCopy(async (copy) => {
        const events = [5, 12].map((seq) => anEvent({ seq, spoolId: SPOOL }))
        await copy.append({ spoolId: SPOOL, from: 5, to: 20, events, raw: [] })
        expect((await copy.stats()).stored).toMatchObject({ errors: 11 })
      })
    })

    it('[TS190] lists no event that it cannot open, also where old ones are deleted meanwhile', async () => {
      const old = Array.from({ length: 6_000 }, (_, seq) => anEvent({ seq, spoolId: SPOOL, receivedAt: T0 }))
      await store.append({ spoolId: SPOOL, from: 0, to: 6_000, events: old, raw: [] })
      const kept = [6_001, 6_002].map((seq) => anEvent({ seq, spoolId: SPOOL, receivedAt: T0 + 2 }))
      await store.append({ spoolId: SPOOL, from: 6_000, to: 6_010, events: kept, raw: [] })
      const expiring = store.expire('1', T0 + 1)
      await store.copyTo(dir)
      await store.resume()
      expect(await expiring).toMatchObject({ errors: 6_000 })
      await inCopy(async (copy) => {
        const scope = { projectId: '1', range: { from: 0, to: Number.MAX_SAFE_INTEGER } }
        const { events } = await copy.page(scope, { limit: 100 })
        expect(events.map(({ eventId }) => eventId)).toEqual([6_002, 6_001].map(eventIdOf))
        for (const { eventId } of events) expect(await copy.get('1', eventId)).toBeDefined()
      })
    })

    it('[TS191] keeps writes waiting from the copy until it may go on, and answers reads meanwhile', async () => {
      await append(0, 10)
      await store.copyTo(dir)
      let isAppended = false
      const appending = append(10, 20).then(() => (isAppended = true))
      expect(await store.watermark(SPOOL)).toBe(10)
      expect((await store.stats()).stored).toMatchObject({ errors: 10 })
      expect(isAppended).toBe(false)
      await store.resume()
      await appending
      expect(await store.watermark(SPOOL)).toBe(20)
    })

    it('[TS191] goes on by itself where the copy failed', async () => {
      await expect(store.copyTo(join(dir, 'nowhere'))).rejects.toThrow()
      await append(0, 10)
      expect(await store.watermark(SPOOL)).toBe(10)
    })

    it('[TS191] finishes what waits and closes where nobody lets it go on', async () => {
      await store.copyTo(dir)
      const appending = append(0, 10)
      store = await opened.reopen()
      await appending
      expect(await store.watermark(SPOOL)).toBe(10)
    })
  })
}
