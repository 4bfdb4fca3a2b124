import type { RouteManifest } from './registry.ts'

/** What is used of the answer of `fetch`, which differs between platforms. */
interface Answer {
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}

export type Send = (
  address: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body: string },
) => Promise<Answer>

export interface ManifestTarget {
  /** Of the server: `https://errors.example.com`. */
  readonly origin: string
  /** Slug or number of the project. */
  readonly project: string
  /** With the scope `project:releases`. */
  readonly token: string
}

export interface Uploaded {
  readonly release: string
  readonly patterns: number
  readonly rewrites: number
  /** Undefined: an earlier server, which keeps none. */
  readonly actions?: number
  readonly skipped: readonly string[]
  /** Slug of the organization of the project. Undefined: an earlier server. */
  readonly organization?: string
}

/** Says in one sentence why nothing was uploaded. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed'
  /** Of the answer. Undefined: the server did not answer. */
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Uploads what a build says about its routes. Throws `UploadFailed`. */
export async function sendManifest(
  { origin, project, token }: ManifestTarget,
  release: string,
  manifest: RouteManifest,
  send: Send,
): Promise<Uploaded> {
  const answer = send(`${origin}/api/v1/projects/${encodeURIComponent(project)}/routes/manifest`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ release, manifest }),
  })
  return bodyOf<Uploaded>(origin, answer)
}

/** What a server answers. Throws `UploadFailed` where it does not, refuses, or is another kind of server. */
export async function bodyOf<T>(origin: string, request: Promise<Answer>): Promise<T> {
  const answer = await request.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UploadFailed(`${origin} does not answer: ${reason}`)
  })
  const body = (await answer.json().catch(() => undefined)) as
    | (T & { readonly message?: string; readonly detail?: string })
    | undefined
  if (!answer.ok) {
    const sentence = `${origin} answered ${answer.status}. ${body?.message ?? body?.detail ?? ''}`.trim()
    throw new UploadFailed(sentence, answer.status)
  }
  if (body === undefined)
    throw new UploadFailed(`${origin} does not answer as Hindcast does. Check the address.`, answer.status)
  return body
}

export function uploadedInWords({ release, patterns, rewrites, actions = 0, skipped }: Uploaded): string {
  const counts =
    actions === 0
      ? `${patterns} routes and ${rewrites} rewrites`
      : `${patterns} routes, ${rewrites} rewrites and ${actions} server action${actions === 1 ? '' : 's'}`
  return [`${counts} of ${release} uploaded.`, ...skipped.map((text) => `not read: ${text}`)].join('\n')
}
