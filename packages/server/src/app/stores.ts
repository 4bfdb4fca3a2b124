import type { DataFolder } from './data-folder.ts'
import type { Log } from '#domain/log.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import { openDuckDbTelemetry } from '#stores/telemetry/duckdb/telemetry-store.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import { openFileBlobStore, readFileBlobs } from '#stores/blobs/files/blob-store.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import type { RecordStore } from '#stores/records/records.ts'
import { openSqliteRecords } from '#stores/records/sqlite/sqlite.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createFetchStates } from '#symbols/maps/fetch-state.ts'
import { createMapJournal } from '#symbols/maps/map-journal.ts'
import type { MapMemory } from '#symbols/maps/memory.ts'
import type { SymbolStores } from '#symbols/maps/script-map.ts'

/** The only file that knows which adapters exist. */
export function openRecords(folder: DataFolder, log: Log): Promise<RecordStore> {
  return openSqliteRecords({ file: folder.records, log })
}

/** For the thread that takes requests: what takes long to read is read by others. */
export function openServedRecords(folder: DataFolder, log: Log): Promise<RecordStore> {
  return openSqliteRecords({ file: folder.records, log, readerThreads: true })
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
