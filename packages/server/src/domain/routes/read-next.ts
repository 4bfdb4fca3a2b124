import { isObject, type Json, type JsonObject } from '#domain/json.ts'
import type { RouteManifest } from './manifest.ts'
import type { RouteRewrite } from './rewrite.ts'

/**
 * The routes of a build of Next.js: `routes-manifest.json`, and the routes of `app-path-routes-manifest.json` that it may
 * lack. Undefined: not such a file.
 */
export function readNextManifest(routes: Json, appPaths?: Json): RouteManifest | undefined {
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
  }
}

/** Before the three lists there was one, which meant the second of them. */
function rewriteLists(rewrites: Json | undefined): JsonObject {
  return isObject(rewrites) ? rewrites : { afterFiles: rewrites }
}

/** Without those that Next.js added itself, that ask for a header or a cookie, or that lie outside of the base path. */
function readRewrites(list: Json | undefined, basePath: string): readonly RouteRewrite[] {
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

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
