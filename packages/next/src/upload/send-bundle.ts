import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, UploadFailed, type ManifestTarget } from '@hindcast/contract/routes/send-manifest.ts'

const WAIT_MS = 120_000
const POLL_MS = 500
/** A bundle that is not stored after so long will not be. */
const POLLS = 600

export interface BundleTarget extends ManifestTarget {
  /** Slug of the organization. */
  readonly organization: string
}

interface Assembly {
  readonly state: string
  readonly missingChunks: readonly string[]
  readonly detail: string | null
}

/** Uploads an artifact bundle as `sentry-cli` does: only what the server does not have, in chunks. Throws `UploadFailed`. */
export async function sendBundle(target: BundleTarget, release: string, bundle: Uint8Array): Promise<void> {
  const { chunkSize } = await call<{ readonly chunkSize: number }>(target, 'chunk-upload/')
  const chunks = inChunks(bundle, chunkSize)
  const body = {
    checksum: sha1(bundle),
    chunks: chunks.map(({ checksum }) => checksum),
    projects: [target.project],
    version: release,
  }
  const assemble = () => call<Assembly>(target, 'artifactbundle/assemble/', JSON.stringify(body))
  let { state, missingChunks, detail } = await assemble()
  for (const { checksum, bytes } of chunks.filter((chunk) => missingChunks.includes(chunk.checksum))) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), checksum)
    await call(target, 'chunk-upload/', form)
  }
  for (let polls = 0; state !== 'ok' && state !== 'error' && polls < POLLS; polls += 1) {
    if (polls > 0) await sleep(POLL_MS)
    ;({ state, detail } = await assemble())
  }
  if (state !== 'ok')
    throw new UploadFailed(`${target.origin} did not keep them: ${detail ?? 'it takes too long'}`)
}

function call<T>({ origin, organization, token }: BundleTarget, path: string, body?: string | FormData) {
  const address = `${origin}/api/0/organizations/${encodeURIComponent(organization)}/${path}`
  const answer = fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    signal: AbortSignal.timeout(WAIT_MS),
    ...(body !== undefined && { body }),
  })
  return bodyOf<T>(origin, answer)
}

function inChunks(bundle: Uint8Array, size: number) {
  return Array.from({ length: Math.ceil(bundle.length / size) }, (_, index) => {
    const bytes = bundle.subarray(index * size, (index + 1) * size)
    return { checksum: sha1(bytes), bytes }
  })
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
