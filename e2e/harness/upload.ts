import { createHash } from 'node:crypto'
import { makeBundle, type BuildFile } from '../../packages/server/src/protocol/testing/make-bundle.ts'
import { eventually } from './eventually.ts'
import type { Installation } from './installation.ts'

/** Uploads a bundle as sentry-cli does; answers its size and what became of it. */
export async function uploadBuild(
  { origin, init }: Pick<Installation, 'origin' | 'init'>,
  project: string,
  files: readonly BuildFile[],
  release?: string,
): Promise<{ readonly bytes: number; readonly state: string }> {
  const bundle = makeBundle(files, release === undefined ? {} : { release })
  const checksum = createHash('sha1').update(bundle).digest('hex')
  const organization = `${origin}/api/0/organizations/${init.org}`
  const authorization = `Bearer ${init.token}`
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bundle)], checksum))
  const sent = await fetch(`${organization}/chunk-upload/`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  if (!sent.ok) throw new Error(`the upload was answered with ${sent.status}: ${await sent.text()}`)
  const body = JSON.stringify({ checksum, chunks: [checksum], projects: [project], version: release })
  const state = await eventually('the bundle', async () => {
    const answer = await fetch(`${organization}/artifactbundle/assemble/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    const said = (await answer.json()) as { readonly state: string }
    return said.state === 'ok' || said.state === 'error' ? said.state : undefined
  })
  return { bytes: bundle.length, state }
}
