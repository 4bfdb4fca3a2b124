import type { DataFolder } from './data-folder.ts'
import type { Log } from '#domain/log.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import { expireFileBlobs, openFileBlobStore, readFileBlobs } from '#stores/blobs/files/blob-store.ts'
import { openFileChunkStore } from '#stores/blobs/files/chunk-store.ts'
import { checkBucket, expireS3Blobs, openS3BlobStore } from '#stores/blobs/s3/blob-store.ts'
import { openS3ChunkStore } from '#stores/blobs/s3/chunk-store.ts'
import type { Bucket } from '#stores/blobs/s3/bucket.ts'
import { withEarlierFiles } from '#stores/blobs/s3/with-earlier-files.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { RecordsSnapshot } from '#stores/records/sqlite/snapshot.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createFetchStates } from '#symbols/maps/fetch-state.ts'
import { createMapJournal } from '#symbols/maps/map-journal.ts'
import type { MapMemory } from '#symbols/maps/memory.ts'
import type { SymbolStores } from '#symbols/maps/script-map.ts'

/** The only file that knows which adapters exist. */
export async function openRecords({ records, database }: DataFolder, log: Log): Promise<RecordStore> {
  if (database === undefined) return (await sqlite()).openSqliteRecords({ file: records, log })
  return (await postgres()).openPostgresRecords({ url: database, log })
}

/** For the thread that takes requests: what takes long to read is read by others. */
export async function openServedRecords({ records, database }: DataFolder, log: Log): Promise<RecordStore> {
  if (database === undefined)
    return (await sqlite()).openSqliteRecords({ file: records, log, readerThreads: true })
  return (await postgres()).openPostgresRecords({ url: database, log, served: true })
}

/**
 * Engines are loaded where they are used: a thread that opens one store pays nothing for those of the others, and an
 * installation without a database nothing for its driver.
 */
const sqlite = () => import('#stores/records/sqlite/sqlite.ts')
const postgres = () => import('#stores/records/postgres/postgres.ts')
const duckdb = () => import('#stores/telemetry/duckdb/telemetry-store.ts')
const clickHouse = () => import('#stores/telemetry/clickhouse/telemetry-store.ts')

export async function snapshotRecords(folder: DataFolder): Promise<RecordsSnapshot> {
  const { snapshotSqliteRecords } = await import('#stores/records/sqlite/snapshot.ts')
  return snapshotSqliteRecords(folder.records)
}

export async function openTelemetry(folder: DataFolder, log: Log): Promise<TelemetryStore> {
  const { telemetry: dir, clickhouse } = folder
  if (clickhouse === undefined) return (await duckdb()).openDuckDbTelemetry({ dir, now: Date.now, log })
  return (await clickHouse()).openClickHouseTelemetry({ address: clickhouse, now: Date.now, log })
}

export async function openBlobs({ blobs, bucket }: DataFolder): Promise<BlobStore> {
  if (bucket === undefined) return openFileBlobStore(blobs)
  return withEarlierFiles(openS3BlobStore(bucket, 'blobs'), readFileBlobs(blobs))
}

/** Removes blobs, but not files of builds, that were last stored before the moment; answers how many. */
export async function expireBlobs({ blobs, bucket }: DataFolder, before: number): Promise<number> {
  const inFolder = await expireFileBlobs(blobs, before)
  return bucket === undefined ? inFolder : inFolder + (await expireS3Blobs(bucket, 'blobs', before))
}

/** Files of builds, for the one thread that writes them. */
export async function openArtifactBlobs({ artifacts, bucket }: DataFolder): Promise<BlobStore> {
  if (bucket === undefined) return openFileBlobStore(artifacts)
  const files = await openFileBlobStore(artifacts)
  const store = openS3BlobStore(bucket, 'artifacts')
  return {
    ...withEarlierFiles(store, files),
    async delete(address) {
      await store.delete(address)
      await files.delete(address)
    },
  }
}

function readArtifactBlobs({ artifacts, bucket }: DataFolder): Pick<BlobStore, 'get'> {
  const files = readFileBlobs(artifacts)
  return bucket === undefined ? files : withEarlierFiles(openS3BlobStore(bucket, 'artifacts'), files)
}

/** Says where blobs are kept. Throws where they can't be. */
export async function checkBlobs(bucket: Bucket | undefined): Promise<string> {
  if (bucket === undefined) return 'in the data folder'
  await checkBucket(bucket)
  return `in ${bucket.address}, which can be read and written`
}

/** What every thread that maps stacks reads. */
export function symbolStores(folder: DataFolder, records: RecordStore, memory: MapMemory): SymbolStores {
  return {
    memory,
    journal: createMapJournal(records.mapOpenings, memory, Date.now),
    artifacts: records.artifacts,
    blobs: readArtifactBlobs(folder),
    fetchStates: createFetchStates(records, Date.now),
  }
}

export async function openChunks({ uploads, bucket }: DataFolder): Promise<ChunkStore> {
  if (bucket === undefined) return openFileChunkStore({ dir: uploads, now: Date.now })
  return openS3ChunkStore({ bucket })
}
