import { LIMITS } from '#domain/limits.ts'
import { daysKept } from '#domain/intake/retention.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Where something was looked for in vain. */
export interface SearchedProjects {
  readonly projects: readonly SearchedProject[]
  /** How many more were searched. */
  readonly more: number
}

export interface SearchedProject {
  readonly project: Project
  readonly retentionDays: number
  /** Whether any event that it keeps has a digest. */
  readonly hasDigests: boolean
}

export async function describeSearched(
  telemetry: Pick<TelemetryStore, 'projectsWith'>,
  projects: readonly Project[],
): Promise<SearchedProjects> {
  const named = projects.slice(0, LIMITS.digests.searchedProjects)
  const withDigests = await telemetry.projectsWith(
    named.map(({ id }) => id),
    'digest',
  )
  return {
    projects: named.map((project) => ({
      project,
      retentionDays: daysKept(project.settings, 'errors'),
      hasDigests: withDigests.has(project.id),
    })),
    more: projects.length - named.length,
  }
}
