import { createHash } from 'node:crypto'
import { AppError } from '#domain/app-error.ts'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { ByteSource } from '#domain/byte-source.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { openBundle, readBundleFile, type Bundle } from '#protocol/artifact-bundle.ts'
import { completedByContent } from '#protocol/build-file.ts'
import { storingBlobs } from './store-blobs.ts'
import type { UploadDeps } from './upload-deps.ts'

export interface BundleRequest {
  readonly organizationId: string
  readonly checksum: string
  readonly chunks: readonly string[]
  readonly projects: readonly Project[]
  readonly release: string | undefined
  readonly dist: string | undefined
}

/** From chunks to files of the projects: all of them, or none and a sentence why. */
export async function storeBundle(
  deps: UploadDeps,
  request: BundleRequest,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const source = await deps.chunks.open(request.organizationId, request.chunks)
  if (source === undefined)
    throw new AppError('invalid_input', 'Chunks of this bundle have expired. Upload it again.')
  await verify(deps, request, source)
  const bundle = await openBundle(source)
  await refuseBeyondQuota(deps, request.organizationId, bundle.bytes * request.projects.length)
  await storingBlobs(deps, async (put) => {
    const files = await storeFiles(request, { source, bundle, put, signal })
    await addBundle(deps, request, bundle, files)
  })
}

/** Chunks that are not what they were cannot be mended, so they are sent again the next time. */
async function verify(
  { chunks }: Pick<UploadDeps, 'chunks'>,
  request: BundleRequest,
  source: ByteSource,
): Promise<void> {
  if (source.size > LIMITS.upload.bundleBytes) {
    throw new AppError('invalid_input', `The bundle is larger than ${LIMITS.upload.bundleBytes} bytes.`)
  }
  if ((await sha1Of(source)) === request.checksum) return
  await chunks.remove(request.organizationId, request.chunks)
  throw new AppError('invalid_input', 'The bundle doesn’t match its checksum. Upload it again.')
}

async function sha1Of(source: ByteSource): Promise<string> {
  const hash = createHash('sha1')
  for (let at = 0; at < source.size; at += LIMITS.upload.chunkBytes) {
    hash.update(await source.read(at, Math.min(LIMITS.upload.chunkBytes, source.size - at)))
  }
  return hash.digest('hex')
}

export async function refuseBeyondQuota(
  { records, keptBytes = LIMITS.upload.keptBytes }: Pick<UploadDeps, 'records' | 'keptBytes'>,
  organizationId: string,
  adding: number,
): Promise<void> {
  const projects = await records.projects.list(organizationId)
  const used = await records.artifacts.usedBytes(projects.map(({ id }) => id))
  if (used + adding <= keptBytes) return
  throw new AppError(
    'rate_limited',
    `This organization may keep ${keptBytes} bytes of source maps, and ${used} are kept already. ` +
      `They expire ${LIMITS.upload.keptDays} days after their upload.`,
  )
}

type StoredFile = Omit<ArtifactFile, 'projectId' | 'release' | 'dist' | 'uploadedAt'>

async function storeFiles(
  request: BundleRequest,
  {
    source,
    bundle,
    put,
    signal,
  }: {
    readonly source: ByteSource
    readonly bundle: Bundle
    readonly put: (bytes: Uint8Array) => Promise<string>
    readonly signal: AbortSignal
  },
): Promise<readonly StoredFile[]> {
  if (request.projects.length === 0)
    throw new AppError('invalid_input', 'A bundle must belong to at least one project.')
  const files: StoredFile[] = []
  for (const listed of bundle.files) {
    signal.throwIfAborted()
    const bytes = await readBundleFile(source, listed)
    const blob = await put(bytes)
    const { kind, url, debugId, sourceMap } = listed.file
    const known = completedByContent({ kind, debugId, sourceMap }, bytes)
    files.push({ ...known, url, blob, bytes: bytes.byteLength })
  }
  return files
}

async function addBundle(
  { records, now, onStored }: Pick<UploadDeps, 'records' | 'now' | 'onStored'>,
  request: BundleRequest,
  bundle: Bundle,
  files: readonly StoredFile[],
): Promise<void> {
  const projectIds = request.projects.map(({ id }) => id)
  // Values in the request were typed by hand; the manifest was written by the tool.
  const build = {
    release: request.release ?? bundle.release,
    dist: request.dist ?? bundle.dist,
    uploadedAt: now(),
  }
  const added = await records.artifacts.addBundle(
    { checksum: request.checksum, projectIds, ...build },
    projectIds.flatMap((projectId) => files.map((file) => Object.assign({ projectId }, file, build))),
  )
  if (added) onStored(projectIds)
}
