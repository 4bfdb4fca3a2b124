import type { ProjectSettings } from '#domain/projects/project.ts'
import type { ProjectRecords } from '#stores/records/records.ts'

export interface SettingsCache {
  of(projectId: string): Promise<ProjectSettings | undefined>
  forget(): void
}

/** Settings are asked for with every event and change a few times a year. */
export function settingsCache(projects: Pick<ProjectRecords, 'byId'>): SettingsCache {
  let known = new Map<string, ProjectSettings>()
  return {
    async of(projectId) {
      const cached = known.get(projectId)
      if (cached !== undefined) return cached
      const project = await projects.byId(projectId)
      if (project !== undefined) known.set(projectId, project.settings)
      return project?.settings
    },
    forget() {
      known = new Map()
    },
  }
}
