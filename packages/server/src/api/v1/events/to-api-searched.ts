import type * as wire from '@hindcast/contract/events/searched-projects.ts'
import type { SearchedProjects } from '#product/events/query/searched-projects.ts'

export function toApiSearchedProjects(
  { projects, more }: SearchedProjects,
  ownProjectId: string | undefined,
): wire.SearchedProjects {
  return {
    projects: projects.map(({ project, retentionDays, hasDigests }) => ({
      slug: project.slug,
      name: project.name,
      own: project.id === ownProjectId,
      retentionDays,
      hasDigests,
    })),
    more,
  }
}
