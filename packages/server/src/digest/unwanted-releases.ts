import { createGlob } from '#domain/glob.ts'
import type { ProjectSettings } from '#domain/projects/project.ts'

/** Every kind of data has releases, and a project that does not want one wants none of its data. */
export function unwantedReleases({
  filters,
}: Pick<ProjectSettings, 'filters'>): (release: string) => boolean {
  return matchesAny(filters.releases)
}

export function matchesAny(patterns: readonly string[]): (text: string) => boolean {
  const globs = patterns.map(createGlob)
  return (text) => globs.some((matches) => matches(text))
}
