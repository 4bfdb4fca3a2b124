import { LIMITS } from '#domain/limits.ts'
import type { RouteManifest } from './manifest.ts'
import { nameRoute } from './name-route.ts'
import type { ProjectRoutes, StoredRoutes } from './project-routes.ts'
import type { RouteHint, SentName } from './sent-route.ts'

/** What stored rows have in common that are named the same today. */
export interface StoredName {
  /** A path, or a URL without its query. */
  readonly address: string
  /** As it was named when it was stored. */
  readonly route: string | undefined
  /** One of those whose routes are told apart; undefined for all others. */
  readonly release: string | undefined
  /** Undefined: stored by a version that did not keep it. */
  readonly sent: SentName | undefined
}

export interface KeyedName extends StoredName {
  /** By which the store finds these rows again. */
  readonly key: string
}

export interface Rename {
  /** Undefined: nobody knows more than the address. */
  readonly to: string | undefined
  /** Of everything that has this name today and another one in the store; one text, which costs little to keep and bind. */
  readonly keys: string
}

/** What is named otherwise today than when it was stored. Holds keys only: there may be a hundred thousand addresses. */
export interface Renames {
  /** Rows of these have names of their own, by the manifest of their release. */
  readonly releases: readonly string[]
  readonly list: readonly Rename[]
}

/** Collects those of the stored names that are others today. */
export function createRenames(routes: ProjectRoutes) {
  const keys = new Map<string | undefined, string[]>()
  return {
    add(names: readonly KeyedName[]): void {
      for (const stored of names) {
        const to = nameAgain(stored, routes)
        if (to === stored.route) continue
        const same = keys.get(to)
        if (same === undefined) keys.set(to, [stored.key])
        else same.push(stored.key)
      }
    },
    list: (): readonly Rename[] => [...keys].map(([to, same]) => ({ to, keys: same.join(',') })),
  }
}

/** As it would be named if it came now. */
export function nameAgain(stored: StoredName, routes: ProjectRoutes): string | undefined {
  const { address, route, release } = stored
  // Of what was cut off nobody knows how it went on.
  if (address.length >= LIMITS.spans.nameChars) return route
  return nameRoute({ ...hintOf(stored), url: address }, routes.of(release))?.pattern
}

/** Where it is not known who gave the name, it counts as the server's word: only rules and other manifests change it. */
function hintOf({ route, sent }: StoredName): RouteHint {
  if (sent === undefined) return { httpRoute: route }
  return sent.byServer ? { httpRoute: sent.route } : { name: sent.route, nameSource: 'route' }
}

/** The releases whose manifest says something else than the newest one, by which all others are named. */
export function releasesApart({ manifests }: StoredRoutes): readonly string[] {
  const [newest, ...others] = manifests
  const usual = newest && routesIn(newest.manifest)
  return others.filter(({ manifest }) => routesIn(manifest) !== usual).map(({ release }) => release)
}

/** Without server actions: their ids change with most builds, and name no route. */
function routesIn(manifest: RouteManifest): string {
  const { actions: _, ...routes } = manifest
  return JSON.stringify(routes)
}
