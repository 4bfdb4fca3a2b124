import { LIMITS } from '#domain/limits.ts'
import { compileMatcher, type RouteMatch, type RouteMatcher } from './matcher.ts'
import { isDynamic, parsePattern, type RoutePattern, type RouteStyle } from './pattern.ts'
import { compileRewrite, type CompiledRewrite, type RouteRewrite } from './rewrite.ts'
import type { ServerAction } from './server-action.ts'
import { pageOfNext } from './url-path.ts'

/** What a build says about its routes, whatever the framework. Patterns and rewrites are without the base path. */
export interface RouteManifest {
  readonly style: RouteStyle
  /** `/shop`, or empty. */
  readonly basePath: string
  /** That URLs start with; empty where no locale is taken off before a route is looked for. */
  readonly locales: readonly string[]
  readonly defaultLocale?: string
  readonly patterns: readonly string[]
  readonly redirects: readonly RouteRewrite[]
  /** Before any route, after the fixed ones, and after all of them. */
  readonly beforeFiles: readonly RouteRewrite[]
  readonly afterFiles: readonly RouteRewrite[]
  readonly fallback: readonly RouteRewrite[]
  /** Undefined: uploaded before server actions were part of it. */
  readonly actions?: readonly ServerAction[]
}

/** A path inside the application. */
export interface InnerPath {
  readonly path: readonly string[]
  readonly locale?: string
}

export interface CompiledManifest {
  readonly basePath: readonly string[]
  readonly matcher: RouteMatcher
  /** Takes off the base path and the locale; undefined for what is outside of the application, or an asset of it. */
  inside(path: readonly string[]): InnerPath | undefined
  match(inner: InnerPath): (RouteMatch & { readonly locale?: string }) | undefined
}

export function compileManifest(manifest: RouteManifest): CompiledManifest {
  const basePath = manifest.basePath.split('/').filter((part) => part !== '')
  const patterns = parsePatterns(manifest.patterns)
  const matcher = compileMatcher(patterns)
  const inner = compileInner(manifest, basePath)
  const steps = compileSteps(manifest, matcher, new Set(patterns.filter(isDynamic).map(({ text }) => text)))
  return { basePath, matcher, inside: inner, match: steps }
}

export function parsePatterns(texts: readonly string[]): readonly RoutePattern[] {
  return texts
    .slice(0, LIMITS.routes.patterns)
    .map(parsePattern)
    .filter((pattern) => pattern !== undefined)
}

export interface ManifestReport {
  readonly patterns: number
  /** Redirects and rewrites that will be applied. */
  readonly rewrites: number
  readonly actions: number
  /** What could not be read, the first of it. */
  readonly skipped: readonly string[]
}

const MOST_SKIPPED = 20

/** What of a manifest can be used. */
export function checkManifest(manifest: RouteManifest): ManifestReport {
  const { redirects, beforeFiles, afterFiles, fallback } = manifest
  const rewrites = [...redirects, ...beforeFiles, ...afterFiles, ...fallback]
  const unread = rewrites
    .filter((rewrite) => compileRewrite(rewrite) === undefined)
    .map(({ source }) => source)
  const skipped = manifest.patterns.filter((text) => parsePattern(text) === undefined)
  return {
    patterns: manifest.patterns.length - skipped.length,
    rewrites: rewrites.length - unread.length,
    actions: manifest.actions?.length ?? 0,
    skipped: [...skipped, ...unread].slice(0, MOST_SKIPPED),
  }
}

function compileInner(manifest: RouteManifest, basePath: readonly string[]): CompiledManifest['inside'] {
  const take = compileLocales(manifest)
  return (path) => {
    if (!basePath.every((part, at) => path[at] === part)) return undefined
    const inner = path.slice(basePath.length)
    const page = manifest.style === 'next' ? pageOfNext(inner) : inner
    return page && take(page)
  }
}

function compileLocales({ locales, defaultLocale }: RouteManifest): (path: readonly string[]) => InnerPath {
  const known = new Map(locales.map((locale) => [locale.toLowerCase(), locale]))
  return (path) => {
    const locale = path[0] === undefined ? undefined : known.get(path[0].toLowerCase())
    if (locale !== undefined) return { path: path.slice(1), locale }
    return defaultLocale === undefined ? { path } : { path, locale: defaultLocale }
  }
}

/** Redirects and rewrites around the routes, in the order in which Next.js goes through them. */
function compileSteps(
  manifest: RouteManifest,
  matcher: RouteMatcher,
  dynamic: ReadonlySet<string>,
): CompiledManifest['match'] {
  const take = compileLocales(manifest)
  const hasLocales = manifest.locales.length > 0
  const outer = ({ path, locale }: InnerPath) =>
    hasLocales && locale !== undefined ? [locale, ...path] : path
  const routeOf = ({ path, locale }: InnerPath) => {
    const found = matcher.match(path)
    return found && (locale === undefined ? found : { ...found, locale })
  }
  const follow = (rewrite: CompiledRewrite, inner: InnerPath): InnerPath | 'external' | undefined => {
    const target = rewrite(outer(inner))
    return target === undefined || target === 'external' ? target : take(target)
  }
  const redirects = compileRewrites(manifest.redirects)
  const before = compileRewrites(manifest.beforeFiles)
  const after = compileRewrites(manifest.afterFiles)
  const fallback = compileRewrites(manifest.fallback)
  const firstRoute = (rewrites: readonly CompiledRewrite[], from: InnerPath) => {
    let inner = from
    for (const rewrite of rewrites) {
      const target = follow(rewrite, inner)
      if (target === 'external') return { inner: undefined, route: undefined }
      const route = target && routeOf(target)
      if (route !== undefined) return { inner, route }
      inner = target ?? inner
    }
    return { inner, route: undefined }
  }
  return (asked) => {
    const start = lastOf(redirects, asked, follow)
    const inner = start && chained(before, start, follow)
    if (inner === undefined) return undefined
    const found = routeOf(inner)
    if (found !== undefined && !dynamic.has(found.pattern)) return found
    const rewritten = firstRoute(after, inner)
    if (rewritten.inner === undefined || rewritten.route !== undefined) return rewritten.route
    return routeOf(rewritten.inner) ?? firstRoute(fallback, rewritten.inner).route
  }
}

type Follow = (rewrite: CompiledRewrite, inner: InnerPath) => InnerPath | 'external' | undefined

/** Where redirects end; each visit starts with the first of them again. */
function lastOf(
  redirects: readonly CompiledRewrite[],
  from: InnerPath,
  follow: Follow,
): InnerPath | undefined {
  let inner = from
  for (let hops = 0; hops < LIMITS.routes.redirects; hops++) {
    const target = firstTarget(redirects, inner, follow)
    if (target === undefined) return inner
    if (target === 'external') return undefined
    inner = target
  }
  return inner
}

function firstTarget(
  redirects: readonly CompiledRewrite[],
  inner: InnerPath,
  follow: Follow,
): ReturnType<Follow> {
  for (const redirect of redirects) {
    const target = follow(redirect, inner)
    if (target !== undefined) return target
  }
  return undefined
}

/** Each of them once, one on top of the other. */
function chained(
  rewrites: readonly CompiledRewrite[],
  from: InnerPath,
  follow: Follow,
): InnerPath | undefined {
  let inner = from
  for (const rewrite of rewrites) {
    const target = follow(rewrite, inner)
    if (target === 'external') return undefined
    inner = target ?? inner
  }
  return inner
}

function compileRewrites(rewrites: readonly RouteRewrite[]): readonly CompiledRewrite[] {
  return rewrites
    .slice(0, LIMITS.routes.rewrites)
    .map(compileRewrite)
    .filter((rewrite) => rewrite !== undefined)
}
