import type { ReleaseHealthRecords } from '#stores/records/release-health.ts'
import type { DigestRecords } from '#stores/records/records.ts'
import { NO_ROWS, type TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { PositionedCount } from './counts.ts'
import type { DigestedBatch } from './digest-batch.ts'
import type { BatchPart, TableStores, WrittenProject } from '#digest/kinds/kind.ts'
import type { ThinningStates } from '#digest/thinning/thinning-states.ts'
import { releasesSeen } from './releases-seen.ts'

export interface BatchStores extends TableStores {
  readonly records: DigestRecords
  readonly telemetry: Pick<TelemetryStore, 'append' | 'known' | 'find' | 'get'>
  readonly releases: Pick<ReleaseHealthRecords, 'recordSeen'>
  /** Keeps bytes for the operator that no store may have. Doing it again changes nothing. */
  readonly setAside: (name: string, bytes: Uint8Array) => Promise<void>
  readonly thinning?: ThinningStates
}

export interface WrittenBatch {
  /** Everything below is in every store. */
  readonly position: number
  readonly items: number
  readonly projects: readonly WrittenProject[]
  readonly counts: readonly PositionedCount[]
  readonly records: number
  readonly receivedAt: number | undefined
}

/**
 * Records first, because they know the issue of each event. A crash in between replays the batch: the records
 * then skip it and answer the same issues, and the telemetry takes it.
 */
export async function writeBatch(stores: BatchStores, batch: DigestedBatch): Promise<WrittenBatch> {
  const { spoolId, from, to } = batch
  const parts: BatchPart[] = []
  await stores.thinning?.save(batch.thinning)
  for (const { table, rows } of batch.tables) parts.push(await table.prepare(rows, stores, spoolId))
  for (const { name, bytes } of batch.setAside) await stores.setAside(name, bytes)
  const counts = [...batch.counts, ...parts.flatMap((part) => part.counts)]
  // First: whether an issue came back depends on the order of releases, and this may be a new one.
  await stores.releases.recordSeen(releasesSeen(parts.flatMap(({ releases }) => releases)))
  const events = parts.flatMap((part) => part.events)
  const applied = await stores.records.apply({ spoolId, from, to, events, counts })
  const finished = parts.map((part) => part.finish(applied))
  await stores.telemetry.append(
    Object.assign({ spoolId, from, to, ...NO_ROWS }, ...finished.map(({ rows }) => rows)),
  )
  return {
    position: to,
    items: finished.reduce((sum, { items }) => sum + items, 0),
    projects: finished.flatMap(({ projects }) => projects),
    counts,
    records: batch.records,
    receivedAt: batch.receivedAt,
  }
}
