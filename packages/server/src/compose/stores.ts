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

/** Files of builds, for every thread that reads them. */
export function readArtifactBlobs(folder: DataFolder): Pick<BlobStore, 'get'> {
  return readFileBlobs(folder.artifacts)
}

export function openChunks(folder: DataFolder): Promise<ChunkStore> {
  return openFileChunkStore({ dir: folder.uploads, now: Date.now })
}
