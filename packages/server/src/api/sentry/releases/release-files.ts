import { createHash } from 'node:crypto'
import * as wire from '@hindcast/contract/sentry/artifacts.ts'
import type { Principal } from '#accounts/principal.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { linkHeader } from '#api/sentry/link-header.ts'
import { releasePlace } from './release-place.ts'
import { createFormReader, fileIn, headersIn, textIn } from './upload-form.ts'

interface Asked {
  readonly principal: Principal
  readonly params: { readonly organization: string; readonly project?: string; readonly version: string }
  readonly request: Request
}

/** One file per request, as tools did before there were bundles. */
export function serveSentryReleaseFiles(
  serve: Serve,
  { access, uploads, releases, publicUrl }: ApiDeps,
): void {
  const withForm = createFormReader()

  const list = async ({
    principal,
    params,
    request,
    header,
  }: Asked & { readonly header: (name: string, value: string) => void }) => {
    await releasePlace(access, principal, params)
    header('Link', linkHeader(publicUrl(), request.url, undefined))
    return []
  }
  const upload = async ({ principal, params, request }: Asked) => {
    const { organization, project, projects } = await releasePlace(access, principal, params)
    const { release } = await releases.one(organization, project, params.version)
    const owners =
      project === undefined ? projects.filter(({ id }) => release.projectIds.includes(id)) : [project]
    return withForm(request, async (form) => {
      const bytes = await fileIn(form)
      const headers = headersIn(form)
      const file = await uploads.storeFile({
        organizationId: organization.id,
        projects: owners,
        release: params.version,
        dist: textIn(form, 'dist', LIMITS.text.dist),
        name: textIn(form, 'name', LIMITS.text.url) ?? '',
        headers,
        bytes,
      })
      return {
        id: file.blob,
        name: file.url,
        dist: file.dist ?? null,
        headers: Object.fromEntries(headers),
        size: file.bytes,
        sha1: createHash('sha1').update(bytes).digest('hex'),
        dateCreated: iso(file.uploadedAt),
      }
    })
  }
  serve(wire.sentryListReleaseFiles, list)
  serve(wire.sentryListProjectReleaseFiles, list)
  serve(wire.sentryUploadReleaseFile, upload)
  serve(wire.sentryUploadProjectReleaseFile, upload)
}
