import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { choose, currentPreferences, usePreferences } from './preferences.ts'
import { projectsQuery } from './queries.ts'

/** The project of the page, or the one looked at last where a page belongs to none. */
export function useCurrentProject() {
  const { project: named } = useParams({ strict: false })
  const { lastProject } = usePreferences()
  const { data: projects = [] } = useQuery(projectsQuery)
  return (
    projects.find(({ slug }) => slug === (named ?? lastProject)) ??
    projects.find(({ own }) => !own) ??
    projects[0]
  )
}

/** The next visit begins where this one ends. */
export function useRememberProject(slug: string | undefined): void {
  useEffect(() => {
    if (slug !== undefined && currentPreferences().lastProject !== slug) void choose({ lastProject: slug })
  }, [slug])
}
