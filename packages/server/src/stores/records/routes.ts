import type { RouteRule, StoredRoutes } from '#domain/routes/project-routes.ts'
import type { RouteManifest } from '#domain/routes/manifest.ts'

/** Counts the changes of what routes are named by. */
export interface RoutesRevision {
  readonly revision: number
  readonly changedAt: number
}

/** What each project knows about its routes. Goes with the project. */
export interface RouteRecords {
  all(projectId: string): Promise<StoredRoutes>
  /** Of the last change of any kind; undefined where there was none. */
  revision(projectId: string): Promise<RoutesRevision | undefined>
  /** Behind the others; undefined where there are `most` already. */
  addRule(projectId: string, pattern: string, now: number, most: number): Promise<RouteRule | undefined>
  /** Answers what was deleted. */
  deleteRule(projectId: string, id: string, now: number): Promise<RouteRule | undefined>
  /** These first, in this order; rules that are not named stay behind them as they were. */
  orderRules(projectId: string, ids: readonly string[], now: number): Promise<void>
  /** Replaces the manifest of the release; of each project the latest `keep` are kept. */
  putManifest(
    projectId: string,
    release: string,
    manifest: RouteManifest,
    now: number,
    keep: number,
  ): Promise<void>
  /** Instead of what was learned before. */
  setLearned(projectId: string, patterns: readonly string[], now: number): Promise<void>
}
