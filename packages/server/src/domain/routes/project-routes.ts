import { emptyRegistry, compileRegistry, type RouteRegistry } from './registry.ts'
import type { RouteManifest } from './manifest.ts'

/** A pattern that somebody wrote by hand. */
export interface RouteRule {
  readonly id: string
  readonly pattern: string
  readonly createdAt: number
}

export interface ReleaseManifest {
  readonly release: string
  readonly uploadedAt: number
  readonly manifest: RouteManifest
}

/** All that a project knows about its routes. */
export interface StoredRoutes {
  /** In the order in which they are tried. */
  readonly rules: readonly RouteRule[]
  /** Newest first. */
  readonly manifests: readonly ReleaseManifest[]
  readonly learned: readonly string[]
}

export interface ProjectRoutes {
  /** With the manifest of the release, else with the newest: most releases leave most routes as they are. */
  of(release: string | undefined): RouteRegistry
}

export const noRoutes: ProjectRoutes = { of: () => emptyRegistry }

/** Compiles what is asked for, once: most events are of one or two releases. */
export function createProjectRoutes({ rules, manifests, learned }: StoredRoutes): ProjectRoutes {
  const [newest] = manifests
  const byRelease = new Map(manifests.map((entry) => [entry.release, entry]))
  const compiled = new Map<ReleaseManifest | undefined, RouteRegistry>()
  const patterns = rules.map(({ pattern }) => pattern)
  return {
    of(release) {
      const chosen = (release === undefined ? undefined : byRelease.get(release)) ?? newest
      const known = compiled.get(chosen)
      if (known !== undefined) return known
      const registry = compileRegistry({ rules: patterns, manifest: chosen?.manifest, learned })
      compiled.set(chosen, registry)
      return registry
    },
  }
}
