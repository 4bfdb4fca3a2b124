import { createUploads, type Uploads } from '#product/source-maps/uploads/uploads.ts'
import type { Log } from '#domain/log.ts'
import type { Core } from './core.ts'
import { openArtifactBlobs, openChunks } from './stores.ts'

export interface ComposedUploads extends Uploads {
  /** Told with the projects whenever files of a build were added to them. */
  onStored(listener: (projectIds: readonly string[]) => void): void
}

export async function openUploads(
  { folder, records }: Pick<Core, 'folder' | 'records'>,
  log: Log,
): Promise<ComposedUploads> {
  const listeners: Array<(projectIds: readonly string[]) => void> = []
  const uploads = createUploads({
    chunks: await openChunks(folder),
    blobs: await openArtifactBlobs(folder),
    records,
    onStored: (projectIds) => {
      for (const listener of listeners) listener(projectIds)
    },
    now: Date.now,
    log,
  })
  return { ...uploads, onStored: (listener) => void listeners.push(listener) }
}
