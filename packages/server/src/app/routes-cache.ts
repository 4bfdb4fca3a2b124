import { createProjectRoutes, type ProjectRoutes } from '#domain/routes/project-routes.ts'
import type { RouteRecords } from '#stores/records/routes.ts'

export interface RoutesCache {
  of(projectId: string): Promise<ProjectRoutes>
  forget(): void
}

/** Asked for with every event; compiling the patterns takes longer than naming a thousand events. */
export function createRoutesCache(routes: Pick<RouteRecords, 'all'>): RoutesCache {
  let known = new Map<string, ProjectRoutes>()
  return {
    async of(projectId) {
      const cached = known.get(projectId)
      if (cached !== undefined) return cached
      // What is read while a change comes in must not be remembered as what is there now.
      const remembering = known
      const compiled = createProjectRoutes(await routes.all(projectId))
      remembering.set(projectId, compiled)
      return compiled
    },
    forget() {
      known = new Map()
    },
  }
}
