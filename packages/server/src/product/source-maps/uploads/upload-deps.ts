import type { Log } from '#domain/log.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import type { RecordStore } from '#stores/records/records.ts'

export interface UploadDeps {
  readonly chunks: ChunkStore
  /** Holds nothing but files of builds: a blob that no file refers to is removed. */
  readonly blobs: Pick<BlobStore, 'put' | 'delete'>
  readonly records: Pick<RecordStore, 'artifacts' | 'projects'>
  /** Called when files were added, before the tool gets its response. */
  readonly onStored: (projectIds: readonly string[]) => void
  readonly now: () => number
  readonly log: Log
  readonly answerWithinMs?: number
  readonly keptBytes?: number
}
