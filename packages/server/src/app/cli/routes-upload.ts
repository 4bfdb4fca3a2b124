import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { RouteManifest } from '#domain/routes/manifest.ts'
import type { Invocation } from './invocation.ts'
import { requiredFlag, textFlag } from './required.ts'
import { readRouteFiles } from './route-files.ts'
import { WrongUse } from './wrong-use.ts'

const WAIT_MS = 30_000

interface Uploaded {
  readonly release: string
  readonly patterns: number
  readonly rewrites: number
  readonly skipped: readonly string[]
}

/** Over HTTP, with a token: it is run where the application is built, which is rarely where the server runs. */
export async function uploadRoutes({ config, flags, rest, terminal }: Invocation): Promise<number> {
  const [path] = rest
  if (path === undefined) throw new WrongUse('Name the folder of the build, or a file with its routes.')
  const release = requiredFlag(flags, 'release')
  const project = requiredFlag(flags, 'project')
  const server = textFlag(flags, 'url') ?? config.publicUrl
  if (server === undefined) throw new WrongUse('--url is missing, and HINDCAST_URL is not set.')
  if (config.token === undefined) {
    throw new WrongUse(
      'HINDCAST_TOKEN is not set. Make one with: hindcast token create --scopes project:releases',
    )
  }
  const manifest = withFlags(await readRouteFiles(path), flags)
  const address = addressOf(server, project)
  const uploaded = await put(address, config.token, { release, manifest })
  terminal.print(flags['json'] === true ? JSON.stringify(uploaded) : inWords(uploaded))
  return 0
}

function withFlags(manifest: RouteManifest, flags: Invocation['flags']): RouteManifest {
  const basePath = textFlag(flags, 'base-path')
  const locales = textFlag(flags, 'locales')?.split(',')
  if (manifest.patterns.length > LIMITS.routes.patterns) {
    throw new AppError(
      'invalid_input',
      `More than ${LIMITS.routes.patterns} routes: ${manifest.patterns.length}.`,
    )
  }
  return {
    ...manifest,
    ...(basePath !== undefined && { basePath }),
    ...(locales !== undefined && { locales }),
  }
}

function addressOf(server: string, project: string): URL {
  try {
    return new URL(`/api/v1/projects/${encodeURIComponent(project)}/routes/manifest`, server)
  } catch {
    throw new WrongUse(`--url is not an address: ${server}`)
  }
}

async function put(address: URL, token: string, body: object): Promise<Uploaded> {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(WAIT_MS),
    })
  } catch (error) {
    throw new AppError('store_unavailable', `${address.origin} does not answer: ${(error as Error).message}`)
  }
  const answer = (await response.json().catch(() => ({}))) as Partial<Uploaded> & { readonly detail?: string }
  if (!response.ok) {
    throw new AppError(
      'invalid_input',
      `${address.origin} answered ${response.status}. ${answer.detail ?? ''}`.trim(),
    )
  }
  return answer as Uploaded
}

function inWords({ release, patterns, rewrites, skipped }: Uploaded): string {
  return [
    `${patterns} routes and ${rewrites} rewrites of ${release} uploaded.`,
    ...skipped.map((text) => `not read: ${text}`),
  ].join('\n')
}
