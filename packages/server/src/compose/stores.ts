import type { DataFolder } from '#data-folder.ts'
import type { Log } from '#domain/log.ts'
import type { BlobStore } from '#stores/blobs.ts'
import { openDuckDbTelemetry } from '#stores/duckdb/telemetry-store.ts'
import type { ChunkStore } from '#stores/chunks.ts'
import { openFileBlobStore, readFileBlobs } from '#stores/files/blob-store.ts'
import { openFileChunkStore } from '#stores/files/chunk-store.ts'
import type { RecordStore } from '#stores/records.ts'
import { openSqliteRecords } from '#stores/records/sqlite.ts'
import type { TelemetryStore } from '#stores/telemetry.ts'
import { createFetchStates } from '#symbols/fetch-state.ts'
import { createMapJournal } from '#symbols/map-journal.ts'
import type { MapMemory } from '#symbols/memory.ts'
import type { SymbolStores } from '#symbols/script-map.ts'

/** The only file that knows which adapters exist. */
export function openRecords(folder: DataFolder, log: Log): Promise<RecordStore> {
  return openSqliteRecords({ file: folder.records, log })
}

export function openTelemetry(folder: DataFolder, log: Log): Promise<TelemetryStore> {
  return openDuckDbTelemetry({ dir: folder.telemetry, now: Date.now, log })
}

export function openBlobs(folder: DataFolder): Promise<BlobStore> {
  return openFileBlobStore(folder.blobs)
}

/** Files of builds, for the one thread that writes them. */
export function openArtifactBlobs(folder: DataFolder): Promise<BlobStore> {
  return openFileBlobStore(folder.artifacts)
}

/** What every thread that maps stacks reads. */
export function symbolStores(folder: DataFolder, records: RecordStore, memory: MapMemory): SymbolStores {
  return {
    memory,
    journal: createMapJournal(records.mapOpenings, memory, Date.now),
    artifacts: records.artifacts,
    blobs: readFileBlobs(folder.artifacts),
    fetchStates: createFetchStates(records, Date.now),
  }
}

export function openChunks(folder: DataFolder): Promise<ChunkStore> {
  return openFileChunkStore({ dir: folder.uploads, now: Date.now })
}
