import type { RouteManifest } from './registry.ts'
import { LONGEST_ACTION, MOST_ACTIONS } from './server-action.ts'

type Rewrite = RouteManifest['redirects'][number]
type Action = RouteManifest['actions'][number]
export interface NextBuild extends Omit<RouteManifest, 'defaultLocale'> {
  defaultLocale?: string
}

interface JsonObject {
  readonly [key: string]: unknown
}

export const NEXT_ROUTES = 'routes-manifest.json'
const APP_PATHS = 'app-path-routes-manifest.json'
const ACTIONS = 'server/server-reference-manifest.json'

/**
 * What a build of Next.js says about its routes and server actions. Only three of its files are read, by their place in
 * its folder, and only what is named here is taken from them: the last one has the key that encrypts arguments of actions.
 * Undefined: not such a folder. Pure and without imports: `hindcast` and `hindcast-next` both read builds with it.
 */
export async function readNextBuild(
  read: (name: string) => Promise<string | undefined>,
): Promise<NextBuild | undefined> {
  const manifest = readNextManifest(parsed(await read(NEXT_ROUTES)), parsed(await read(APP_PATHS)))
  return manifest && { ...manifest, actions: readActions(parsed(await read(ACTIONS))) }
}

/** `routes-manifest.json`, and the routes of `app-path-routes-manifest.json` that it may lack. */
export function readNextManifest(routes: unknown, appPaths?: unknown): NextBuild | undefined {
  if (!isObject(routes) || !Array.isArray(routes['dynamicRoutes'])) return undefined
  const basePath = textOf(routes['basePath'])
  const rewrites = rewriteLists(routes['rewrites'])
  const i18n = isObject(routes['i18n']) ? routes['i18n'] : {}
  const defaultLocale = textOf(i18n['defaultLocale'])
  const pages = [...listOf(routes['staticRoutes']), ...listOf(routes['dynamicRoutes'])].map((route) =>
    textOf(route['page']),
  )
  return {
    style: 'next',
    basePath,
    locales: textsOf(i18n['locales']),
    ...(defaultLocale === '' ? {} : { defaultLocale }),
    patterns: [
      ...new Set([...pages, ...Object.values(isObject(appPaths) ? appPaths : {}).map(textOf)]),
    ].filter(Boolean),
    redirects: readRewrites(routes['redirects'], basePath),
    beforeFiles: readRewrites(rewrites['beforeFiles'], basePath),
    afterFiles: readRewrites(rewrites['afterFiles'], basePath),
    fallback: readRewrites(rewrites['fallback'], basePath),
    actions: [],
  }
}

/** Earlier versions of Next.js list their actions without file and name; those are left out. */
function readActions(manifest: unknown): Action[] {
  if (!isObject(manifest)) return []
  return ['node', 'edge']
    .flatMap((runtime) => Object.entries(isObject(manifest[runtime]) ? manifest[runtime] : {}))
    .flatMap(([id, entry]) => {
      const file = isObject(entry) ? textOf(entry['filename']) : ''
      const name = isObject(entry) ? textOf(entry['exportedName']) : ''
      return fits(id, 'id') && fits(file, 'file') && fits(name, 'name') ? [{ id, file, name }] : []
    })
    .slice(0, MOST_ACTIONS)
}

function fits(text: string, part: keyof typeof LONGEST_ACTION): boolean {
  return text !== '' && text.length <= LONGEST_ACTION[part]
}

/** Before the three lists there was one, which meant the second of them. */
function rewriteLists(rewrites: unknown): JsonObject {
  return isObject(rewrites) ? rewrites : { afterFiles: rewrites }
}

/** Without those that Next.js added itself, that ask for a header or a cookie, or that lie outside of the base path. */
function readRewrites(list: unknown, basePath: string): Rewrite[] {
  return listOf(list)
    .filter(
      (entry) => entry['internal'] !== true && entry['has'] === undefined && entry['missing'] === undefined,
    )
    .flatMap((entry) => {
      const source = withoutBase(textOf(entry['source']), basePath)
      const destination = textOf(entry['destination'])
      if (source === undefined) return []
      return [{ source, destination: withoutBase(destination, basePath) ?? destination }]
    })
}

function withoutBase(path: string, basePath: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  if (basePath === '') return path
  if (path === basePath) return '/'
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
