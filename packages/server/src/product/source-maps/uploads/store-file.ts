import { createHash } from 'node:crypto'
import { AppError } from '#domain/app-error.ts'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { completedByContent, kindByName } from '#protocol/build-file.ts'
import { storingBlobs } from './store-blobs.ts'
import { refuseBeyondQuota } from './store-bundle.ts'
import type { UploadDeps } from './upload-deps.ts'

/** A file that came by itself, as tools did before there were bundles. */
export interface SingleFile {
  readonly organizationId: string
  readonly projects: readonly Project[]
  readonly release: string
  readonly dist: string | undefined
  /** `~/static/main.js` */
  readonly name: string
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: Uint8Array
}

/** Answers the file as the first of the projects has it. */
export async function storeFile(deps: UploadDeps, upload: SingleFile): Promise<ArtifactFile> {
  const [first] = upload.projects
  if (first === undefined) throw new AppError('invalid_input', 'A file must belong to at least one project.')
  if (upload.name === '' || upload.name.length > LIMITS.text.url) {
    throw new AppError('invalid_input', 'name: must be the address of the file, such as ~/main.js.')
  }
  await refuseBeyondQuota(deps, upload.organizationId, upload.bytes.byteLength * upload.projects.length)
  const projectIds = upload.projects.map(({ id }) => id)
  const build = { release: upload.release, dist: upload.dist, uploadedAt: deps.now() }
  const bundle = { checksum: checksumOf(upload), projectIds, ...build }
  return storingBlobs(deps, async (put) => {
    const blob = await put(upload.bytes)
    const bytes = upload.bytes.byteLength
    const file = { ...described(upload), url: upload.name, blob, bytes, ...build }
    const files = projectIds.map((projectId) => Object.assign({ projectId }, file))
    if (await deps.records.artifacts.addBundle(bundle, files)) deps.onStored(projectIds)
    return { projectId: first.id, ...file }
  })
}

function described({ name, headers, bytes }: SingleFile) {
  const sourceMap = headers.get('sourcemap') ?? headers.get('x-sourcemap')
  const debugId = normalDebugId(headers.get('debug-id') ?? '')
  return completedByContent({ kind: kindByName(name, sourceMap !== undefined), debugId, sourceMap }, bytes)
}

/** The same bytes under another name, release or dist are another file. */
function checksumOf({ name, release, dist, bytes }: SingleFile): string {
  return createHash('sha1')
    .update(JSON.stringify([name, release, dist ?? null]))
    .update(bytes)
    .digest('hex')
}
