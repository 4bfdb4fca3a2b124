import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type { DigestRecords, DigestResult } from '#stores/records/records.ts'
import type { AppendedEvent, RawItemRow, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { DigestedBatch } from './digest-batch.ts'
import { withoutDuplicates } from '#digest/kinds/errors/duplicates.ts'
import type { PositionedCount } from './counts.ts'
import { releasesSeen } from './releases-seen.ts'

export interface BatchStores {
  readonly records: DigestRecords
  readonly telemetry: Pick<TelemetryStore, 'append' | 'known'>
  readonly blobs: Pick<BlobStore, 'put'>
  readonly releases: Pick<ReleaseHealthRecords, 'saw'>
  /** Keeps bytes for the operator that no store may have. Doing it again changes nothing. */
  readonly setAside: (name: string, bytes: Uint8Array) => Promise<void>
  readonly log: Log
}

export interface WrittenProject {
  readonly projectId: string
  readonly events: number
  /** Issues that got events. */
  readonly issueIds: readonly string[]
  readonly created: readonly string[]
  readonly regressed: readonly string[]
}

export interface WrittenBatch {
  /** Everything below is in every store. */
  readonly position: number
  readonly items: number
  readonly projects: readonly WrittenProject[]
  readonly counts: readonly PositionedCount[]
}

/**
 * Records first, because they know the issue of each event. A crash in between replays the batch: the records
 * then skip it and answer the same issues, and the telemetry takes it.
 */
export async function writeBatch(stores: BatchStores, batch: DigestedBatch): Promise<WrittenBatch> {
  const { spoolId, from, to } = batch
  const { events, counts: eventCounts } = await withoutDuplicates(batch.events, stores.telemetry, spoolId)
  const raw = await outsourced(batch.raw, stores.blobs)
  for (const { name, bytes } of batch.setAside) await stores.setAside(name, bytes)
  const counts = [...batch.counts, ...eventCounts]
  // First: whether an issue came back depends on the order of releases, and this may be a new one.
  await stores.releases.saw(releasesSeen([...events.map(({ row }) => row), ...batch.sessions]))
  const applied = await stores.records.apply({
    spoolId,
    from,
    to,
    events: events.map(({ record }) => record),
    counts,
  })
  const rows: AppendedEvent[] = []
  for (const { row, record } of events) {
    const issueId = applied.issueIds.get(`${record.projectId}/${record.fingerprint}`)
    if (issueId !== undefined) rows.push({ ...row, issueId })
    else stores.log.warn('an event has no issue, because its project is gone', { eventId: row.eventId })
  }
  await stores.telemetry.append({ spoolId, from, to, events: rows, raw, sessions: batch.sessions })
  const items = rows.length + raw.length + batch.sessions.length
  return { position: to, items, projects: byProject(rows, applied), counts }
}

/** Large items go where large things live. */
async function outsourced(
  raw: readonly RawItemRow[],
  blobs: Pick<BlobStore, 'put'>,
): Promise<readonly RawItemRow[]> {
  const rows: RawItemRow[] = []
  for (const row of raw) {
    const { body } = row
    const isLarge = body instanceof Uint8Array && body.length > LIMITS.rawItemInlineBytes
    if (isLarge) rows.push({ ...row, body: { blob: await blobs.put(body) } })
    // A copy: a view would take the whole of the spool that was read with it along to the store's thread.
    else rows.push(body instanceof Uint8Array ? { ...row, body: new Uint8Array(body) } : row)
  }
  return rows
}

function byProject(rows: readonly AppendedEvent[], applied: DigestResult): readonly WrittenProject[] {
  const created = new Set(applied.created)
  const regressed = new Set(applied.regressed)
  return Array.from(
    Map.groupBy(rows, (row) => row.projectId),
    ([projectId, own]) => {
      const issueIds = [...new Set(own.map((row) => row.issueId))]
      return {
        projectId,
        events: own.length,
        issueIds,
        created: issueIds.filter((id) => created.has(id)),
        regressed: issueIds.filter((id) => regressed.has(id)),
      }
    },
  )
}
