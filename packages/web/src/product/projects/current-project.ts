import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { choose, currentPreferences, usePreferences } from '#product/session/preferences.ts'
import { issueQuery } from '#product/issues/issue-queries.ts'
import { projectsQuery } from '#product/session/session-queries.ts'

/** The project of the page, or the one looked at last where a page belongs to none. */
export function useCurrentProject() {
  const { project: named, issue } = useParams({ strict: false })
  // The URL of an issue does not contain its project; the issue page loads it.
  const { data: ofIssue } = useQuery({
    ...issueQuery(issue ?? ''),
    enabled: false,
    select: ({ project }) => project,
  })
  const { lastProject } = usePreferences()
  const { data: projects = [] } = useQuery(projectsQuery)
  return (
    projects.find(({ slug }) => slug === (named ?? ofIssue ?? lastProject)) ??
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
