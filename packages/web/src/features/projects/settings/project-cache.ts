import type { ProjectDetail, ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { projectQuery } from '#product/projects/project-queries.ts'
import { projectsQuery } from '#product/session/session-queries.ts'

/** Shows a change of a project wherever the project is shown. */
export function patchProject(ref: string, change: (project: ProjectDetail) => ProjectDetail): void {
  let slug = ref
  queryClient.setQueryData(projectQuery(ref).queryKey, (before) => {
    if (before === undefined) return before
    slug = before.slug
    return change(before)
  })
  const name = queryClient.getQueryData(projectQuery(ref).queryKey)?.name
  if (name === undefined) return
  queryClient.setQueryData(
    projectsQuery.queryKey,
    (before) =>
      before && {
        projects: before.projects.map((project) => (project.slug === slug ? { ...project, name } : project)),
      },
  )
}

export function patchKey(ref: string, id: string, change: Partial<ProjectKey>): void {
  patchProject(ref, (project) => ({
    ...project,
    keys: project.keys.map((key) => (key.id === id ? { ...key, ...change } : key)),
  }))
}
