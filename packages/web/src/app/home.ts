import { redirect } from '@tanstack/react-router'
import { currentPreferences } from '#product/session/preferences.ts'
import { projectsQuery } from '#product/session/session-queries.ts'
import { queryClient } from '#lib/api/query-client.ts'

/** The first page: the project looked at last, or what a newcomer needs next. */
export async function leadHome(): Promise<never> {
  const { projects } = await queryClient.ensureQueryData(projectsQuery)
  const { lastProject } = currentPreferences()
  const project = projects.find(({ slug }) => slug === lastProject) ?? projects.find(({ own }) => !own)
  if (project === undefined) throw redirect({ to: '/projects/new', replace: true })
  if (project.firstEventAt === null)
    throw redirect({ to: '/projects/$project/connect', params: { project: project.slug }, replace: true })
  throw redirect({ to: '/projects/$project/overview', params: { project: project.slug }, replace: true })
}
