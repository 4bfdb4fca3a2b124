import * as wire from '@hindcast/contract/sentry/artifacts.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps, Assembly } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { namedProjects, releasePlace, SCOPE } from './release-place.ts'
import { chunksIn, createFormReader } from './upload-form.ts'

export function serveSentryArtifacts(serve: Serve, { access, uploads, releases, publicUrl }: ApiDeps): void {
  const withForm = createFormReader()

  serve(wire.sentryChunkUploadOptions, async ({ principal, params }) => {
    const { slug } = await access.organization(principal, params.organization, SCOPE)
    return uploadOptions(`${publicUrl()}/api/0/organizations/${slug}/chunk-upload/`)
  })

  serve(wire.sentryUploadChunks, async ({ principal, params, request }) => {
    const { id } = await access.organization(principal, params.organization, SCOPE)
    await withForm(request, async (form) => uploads.takeChunks(id, await chunksIn(form)))
    return {}
  })

  serve(wire.sentryAssembleBundle, async ({ principal, params, body }) => {
    const place = await releasePlace(access, principal, params)
    const projects = await namedProjects(access, principal, place, body.projects)
    const { checksum, chunks } = body
    const build = { release: body.version ?? undefined, dist: body.dist ?? undefined }
    return assembly(
      await uploads.assemble({ organizationId: place.organization.id, checksum, chunks, projects, ...build }),
    )
  })

  serve(wire.sentryAssembleRelease, async ({ principal, params, body }) => {
    const place = await releasePlace(access, principal, params)
    const { release } = await releases.one(place.organization, undefined, params.version)
    const named = await namedProjects(access, principal, place, body.projects)
    const ofRelease = place.projects.filter(({ id }) => release.projectIds.includes(id))
    const { checksum, chunks } = body
    const build = { release: params.version, dist: body.dist ?? undefined }
    const projects = named.length > 0 ? named : ofRelease
    return assembly(
      await uploads.assemble({ organizationId: place.organization.id, checksum, chunks, projects, ...build }),
    )
  })

  serve(wire.sentryAssembleDebugFiles, async ({ principal, params, body }) => {
    await access.project(principal, params.organization, params.project, SCOPE)
    const detail = 'Hindcast reads source maps of JavaScript; native debug files are not kept.'
    const answers = Object.keys(body).map((checksum) => [
      checksum,
      { state: 'error', missingChunks: [], detail },
    ])
    return Object.fromEntries(answers) as Record<string, ReturnType<typeof assembly>>
  })
}

/** Tools insist on `missingChunks` even where none is. */
function assembly({ state, missingChunks, detail }: Assembly) {
  return { state, missingChunks: [...missingChunks], detail: detail ?? null }
}

function uploadOptions(url: string) {
  const { chunkBytes, chunksPerRequest, bundleBytes, waitSeconds, concurrency } = LIMITS.upload
  return {
    url,
    chunkSize: chunkBytes,
    chunksPerRequest,
    maxFileSize: bundleBytes,
    maxRequestSize: chunkBytes * chunksPerRequest,
    maxWait: waitSeconds,
    concurrency,
    hashAlgorithm: 'sha1' as const,
    // Build plugins would choose zstd if it stood here.
    compression: ['gzip' as const],
    // Without `release_files` sentry-cli 2 uploads every file by itself.
    accept: ['release_files' as const, 'artifact_bundles' as const, 'artifact_bundles_v2' as const],
  }
}
