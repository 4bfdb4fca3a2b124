import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeBundle } from '@hindcast/contract/source-maps/encode-bundle.ts'
import { AppError } from '#domain/app-error.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Uploads } from '#product/source-maps/uploads/uploads.ts'
import { debugIdOf, deployedFile } from './deployed-scripts.ts'
import type { Release, Scenario } from './plans.ts'

/** How often is asked whether a bundle that takes its time is stored. */
const POLL_MS = 50

interface BuiltScript {
  readonly file: string
  readonly code: string
  readonly map: string
}

/** Uploads the scripts of every release with their source maps, as the build of the shop would have done. */
export async function uploadSampleBuilds(
  uploads: Pick<Uploads, 'takeChunks' | 'assemble'>,
  project: Project,
  { releases }: Scenario,
): Promise<void> {
  const { default: scripts } = await import('./built-scripts.json', { with: { type: 'json' } })
  for (const release of releases) await upload(uploads, project, release, bundleOf(release, scripts))
}

/** The files are the same in every release, so that they are stored once; names and debug IDs are in the manifest. */
function bundleOf({ version, buildHash }: Release, scripts: readonly BuiltScript[]): Uint8Array {
  const files = scripts.flatMap(({ file, code, map }) => {
    const debugId = debugIdOf(file, buildHash)
    const url = `~${deployedFile(file, buildHash)}`
    const sourceMap = `${url.slice(url.lastIndexOf('/') + 1)}.map`
    return [
      { url, kind: 'minified_source', debugId, sourceMap, text: code },
      { url: `${url}.map`, kind: 'source_map', debugId, text: map },
    ] as const
  })
  return encodeBundle(version, files)
}

async function upload(
  uploads: Pick<Uploads, 'takeChunks' | 'assemble'>,
  project: Project,
  { version }: Release,
  bytes: Uint8Array,
): Promise<void> {
  const { organizationId } = project
  const checksum = createHash('sha1').update(bytes).digest('hex')
  const request = {
    organizationId,
    checksum,
    chunks: [checksum],
    projects: [project],
    release: version,
    dist: undefined,
  }
  let answer = await uploads.assemble(request)
  if (answer.state === 'not_found') {
    await uploads.takeChunks(organizationId, [{ checksum, isPacked: false, bytes }])
    answer = await uploads.assemble(request)
  }
  while (answer.state === 'assembling') {
    await sleep(POLL_MS)
    answer = await uploads.assemble(request)
  }
  if (answer.state === 'ok') return
  throw new AppError('conflict', answer.detail ?? 'The source maps of the samples could not be stored.')
}
