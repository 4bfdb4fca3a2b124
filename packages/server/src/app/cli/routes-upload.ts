import type { RouteManifest } from '@hindcast/contract/routes/registry.ts'
import {
  sendManifest,
  uploadedInWords,
  UploadFailed,
  type Send,
} from '@hindcast/contract/routes/send-manifest.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Invocation } from './invocation.ts'
import { requiredFlag, textFlag } from './required.ts'
import { readRouteFiles } from './route-files.ts'
import { WrongUse } from './wrong-use.ts'

const WAIT_MS = 30_000

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
  const target = { origin: originOf(server), project, token: config.token }
  const uploaded = await sendManifest(target, release, manifest, send).catch(asAppError)
  terminal.print(flags['json'] === true ? JSON.stringify(uploaded) : uploadedInWords(uploaded))
  return 0
}

/** A server that is down, also behind a proxy, is no mistake of the caller: the same call works later. */
function asAppError(error: unknown): never {
  if (!(error instanceof UploadFailed)) throw error
  const { message, status = 503 } = error
  throw new AppError(status >= 500 ? 'store_unavailable' : 'invalid_input', message, { cause: error })
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

function originOf(server: string): string {
  if (!URL.canParse(server)) throw new WrongUse(`--url is not an address: ${server}`)
  return new URL(server).origin
}

const send: Send = (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(WAIT_MS) })
