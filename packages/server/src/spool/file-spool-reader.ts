import { gunzipSync } from 'node:zlib'
import type { Log } from '#domain/log.ts'
import { quarantine } from './quarantine.ts'
import { frameSeed } from './record.ts'
import { listSegments, type Segment } from './segment.ts'
import { openSegmentView, type SegmentView } from './segment-view.ts'
import { readSpoolId } from './spool-id.ts'
import type { Quarantined, SpoolReader, SpoolRecord } from './spool.ts'
import { readBatch } from './batch.ts'

export interface FileSpoolReaderOptions {
  readonly dir: string
  readonly log: Log
}

/** Reads the log of a folder. Everything below `until` is handed out exactly once: as a record or as quarantined. */
export async function openFileSpoolReader(options: FileSpoolReaderOptions): Promise<SpoolReader> {
  const { dir, log } = options
  const id = await readSpoolId(dir)
  const seed = frameSeed(id)
  const views = createViewCache()

  const read: SpoolReader['read'] = async (from, until, { maxBytes, maxRecords }) => {
    // Listed each time: a new segment ends the one before it.
    const segments = await listSegments(dir)
    const records: SpoolRecord[] = []
    const quarantined: Quarantined[] = []
    let position = from
    let bytes = 0
    while (position < until && records.length < maxRecords && (records.length === 0 || bytes < maxBytes)) {
      const { segment, nextStart } = locate(segments, position)
      const view = segment && (await views.open(segment))
      const end = view === undefined ? position : Math.min(await view.end(), nextStart)
      if (view === undefined || end <= position) {
        const to = Math.min(nextStart, until)
        const damage = { from: position, to, reason: 'this part of the log is missing' }
        quarantined.push(await quarantine(dir, damage, undefined, log))
        position = to
        continue
      }
      const batch = await readBatch(view, seed, {
        from: position,
        until,
        end,
        maxBytes: maxBytes - bytes,
        maxRecords: maxRecords - records.length,
      })
      for (const record of batch.records) {
        records.push(decoded(record))
        bytes += record.next - record.position
      }
      if (batch.damage) quarantined.push(await quarantine(dir, batch.damage, view, log))
      if (batch.next === position) break
      position = batch.next
    }
    return { records, next: position, quarantined }
  }

  return { id, first: async () => (await listSegments(dir))[0]?.start ?? 0, read, close: views.close }
}

/** Its checksum matched, and it was decoded once before it was accepted: it cannot fail, and it is not large. */
function decoded(record: SpoolRecord): SpoolRecord {
  return record.receipt.coding === 'gzip' ? { ...record, body: gunzipSync(record.body) } : record
}

/** The segment a position lies in, and where that segment has to end. */
function locate(segments: readonly Segment[], position: number) {
  const after = segments.findIndex((segment) => segment.start > position)
  return {
    segment: after === -1 ? segments.at(-1) : segments[after - 1],
    nextStart: segments[after]?.start ?? Number.POSITIVE_INFINITY,
  }
}

/** Reading goes forward, so the segment read last is nearly always the one read next. */
function createViewCache() {
  let current: SegmentView | undefined
  const close = async () => {
    const view = current
    current = undefined
    await view?.close()
  }
  const open = async (segment: Segment): Promise<SegmentView | undefined> => {
    if (current?.start === segment.start) return current
    await close()
    current = await openSegmentView(segment)
    return current
  }
  return { open, close }
}
