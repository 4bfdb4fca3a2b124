import { LIMITS } from '#domain/limits.ts'
import {
  compileManifest,
  parsePatterns,
  type CompiledManifest,
  type InnerPath,
  type RouteManifest,
} from './manifest.ts'
import { compileMatcher, type RouteMatcher } from './matcher.ts'
import { nameOfAction } from './server-action.ts'
import { pathOf } from './url-path.ts'

/** What the routes of one release of a project are named by. */
export interface RouteRegistry {
  /** In the order in which they are tried. */
  readonly rules: readonly RouteMatcher[]
  readonly manifest: CompiledManifest | undefined
  readonly learned: RouteMatcher
  /** Names of server actions by their id. */
  readonly actions: ReadonlyMap<string, string>
}

export interface RegistryParts {
  /** Patterns that members wrote, in their order. */
  readonly rules: readonly string[]
  readonly manifest: RouteManifest | undefined
  readonly learned: readonly string[]
}

export function compileRegistry({ rules, manifest, learned }: RegistryParts): RouteRegistry {
  return {
    rules: parsePatterns(rules.slice(0, LIMITS.routes.rules)).map((pattern) => compileMatcher([pattern])),
    manifest: manifest && compileManifest(manifest),
    learned: compileMatcher(parsePatterns(learned)),
    actions: new Map(manifest?.actions?.map((action) => [action.id, nameOfAction(action)])),
  }
}

export const emptyRegistry: RouteRegistry = compileRegistry({ rules: [], manifest: undefined, learned: [] })

/** The path of a URL inside the application; undefined for what is outside, or has no route. */
export function innerPathOf(url: string, { manifest }: RouteRegistry): InnerPath | undefined {
  const path = pathOf(url)
  if (path === undefined || manifest === undefined) return path && { path }
  return manifest.inside(path)
}
