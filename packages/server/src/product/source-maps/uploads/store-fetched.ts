import { createHash } from 'node:crypto'
import type { Project } from '#domain/projects/project.ts'
import { storingBlobs } from './store-blobs.ts'
import { refuseBeyondQuota } from './store-bundle.ts'
import type { UploadDeps } from './upload-deps.ts'

/** A source map that was not uploaded. */
export interface FetchedMap {
  readonly project: Project
  readonly release: string | undefined
  /** It is found by this. */
  readonly debugId: string
  /** Where it came from. */
  readonly url: string
  readonly bytes: Uint8Array
}

/** The same bytes for the same script are the same file, however often they are fetched. */
export async function storeFetched(deps: UploadDeps, fetched: FetchedMap): Promise<void> {
  const { project, release, debugId, url, bytes } = fetched
  const checksum = createHash('sha1').update(debugId).update(bytes).digest('hex')
  if (await deps.records.artifacts.hasBundle(checksum, [project.id])) return
  await refuseBeyondQuota(deps, project.organizationId, bytes.byteLength)
  const uploadedAt = deps.now()
  const bundle = { checksum, projectIds: [project.id], release, dist: undefined, uploadedAt }
  // Without the release: it is no upload of it, and is not to be found or counted as one.
  const place = { release: undefined, dist: undefined, sourceMap: undefined, uploadedAt }
  await storingBlobs(deps, async (put) => {
    const blob = await put(bytes)
    const file = {
      projectId: project.id,
      kind: 'source_map',
      url,
      debugId,
      blob,
      bytes: bytes.byteLength,
      ...place,
    } as const
    if (await deps.records.artifacts.addBundle(bundle, [file])) deps.onStored([project.id])
  })
}
