import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { T0, anEvent, eventIdOf } from './telemetry.builders.ts'
import type { OpenedTelemetryStore } from './telemetry.contract.ts'
import type { AppendedEvent, EventRow, TelemetryStore } from './telemetry.ts'

const HOUR = 3_600_000
const SPOOL = 'spool-a'
/** Of a store that answers slowly, fewer will do. */
const MANY = 360
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Of three hours, two projects and seven issues by turns. */
function eventAt(seq: number, count: number): EventRow {
  const event = anEvent({
    seq,
    projectId: String(1 + (seq % 2)),
    receivedAt: T0 + Math.floor((3 * seq) / count) * HOUR + seq,
    title: `Bug ${seq % 7}: "quoted" ,"document":{ \u{1f480} \n`,
  })
  const grouping = { ...event.document.grouping, fingerprint: eventIdOf(`bug ${seq % 7}`) }
  return { ...event, fingerprint: grouping.fingerprint, document: { ...event.document, grouping } }
}

/** What is stored takes less space afterwards, and nothing else is different. */
export function describeCompaction(
  name: string,
  open: () => Promise<OpenedTelemetryStore>,
  count = MANY,
): void {
  describe(`compaction of the telemetry store: ${name}`, () => {
    let opened: OpenedTelemetryStore
    let store: TelemetryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.cleanup())

    const events = Array.from({ length: count }, (_, seq) => eventAt(seq, count))

    /** In batches of a few events, as they come when there is little to do. */
    async function append(from: number, to: number): Promise<void> {
      for (let start = from; start < to; start += 9) {
        const end = Math.min(start + 9, to)
        const batch = Array.from({ length: end - start }, (_, at): AppendedEvent => ({
          ...events[start + at]!,
          identifiers: [{ kind: 'digest', value: String((start + at) % 5) }],
        }))
        await store.append({ spoolId: SPOOL, from: start, to: end, events: batch, raw: [] })
      }
    }

    async function compact(until: number): Promise<void> {
      while (await store.compact(until));
    }

    async function answers() {
      const scopes = ['1', '2'].map((projectId) => ({ projectId, range: ALL }))
      const ids = events.map(({ eventId }) => eventId)
      return {
        pages: await Promise.all(scopes.map((scope) => store.page(scope, { limit: 1000 }))),
        known: await Promise.all(['1', '2'].map((id) => store.known(id, ids, SPOOL))),
        found: await store.find(['1', '2'], { kind: 'digest', value: '3' }, 1000),
        documents: await Promise.all(events.map(({ projectId, eventId }) => store.get(projectId, eventId))),
        counts: (await store.stats()).stored,
      }
    }

    it('[TS236] changes no answer, also after a restart and for what comes later', async () => {
      const most = (count * 5) / 6
      await append(0, most)
      const before = await answers()
      expect(before.documents.slice(0, most)).toEqual(events.slice(0, most))
      await compact(T0 + 3 * HOUR)
      expect(await answers()).toEqual(before)
      expect(await store.compact(T0 + 3 * HOUR)).toBe(false)
      store = await opened.reopen()
      expect(await answers()).toEqual(before)
      // A replay is ignored, and what is new is not.
      await append(0, count)
      await compact(T0 + 5 * HOUR)
      const after = await answers()
      expect(after.documents).toEqual(events)
      expect(after.pages.map((page) => page.events.length)).toEqual([count / 2, count / 2])
    })

    it('[TS236] lets what was compacted be revised and expire', async () => {
      await append(0, count)
      await compact(T0 + 9 * HOUR)
      const { projectId, eventId, seq, document } = events[Math.floor(count / 4)]!
      const { grouping } = document
      const headline = { issueId: '9', title: 'New', culprit: 'elsewhere' }
      await store.revise([{ projectId, eventId, seq, ...headline, grouping, awaited: [] }])
      await compact(T0 + 9 * HOUR)
      expect(await store.get(projectId, eventId)).toMatchObject(headline)
      const moment = T0 + HOUR + count / 2
      const old = events.filter((event) => event.receivedAt < moment)
      expect((await store.expire('1', moment)).errors + (await store.expire('2', moment)).errors).toBe(
        old.length,
      )
      for (const event of events) {
        const found = await store.get(event.projectId, event.eventId)
        expect(found?.eventId, event.eventId).toBe(event.receivedAt < moment ? undefined : event.eventId)
      }
      expect((await store.stats()).stored.errors).toBe(count - old.length)
    })
  })
}
