import { fixesIn } from '#domain/releases/fixes.ts'
import type { Commit, Release } from '#domain/releases/release.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { updateIssues, type IssueUpdate } from '#product/issues/commands/update-issues.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>

const MOST = 100

/** Resolves the issues that these commits of a release say they fix. Issues of projects without the release stay as they are. */
export async function resolveFixed(
  deps: Deps,
  { organizationId, projectIds }: Release,
  commits: readonly Commit[],
): Promise<readonly Issue[]> {
  const named = commits.flatMap(({ id, message }) =>
    fixesIn(message ?? '').map(({ projectSlug, number }) => ({ projectSlug, number, commit: id })),
  )
  if (named.length === 0) return []
  const projects = (await deps.records.projects.list(organizationId)).filter(({ id }) =>
    projectIds.includes(id),
  )
  const updates = new Map<string, IssueUpdate>()
  for (const { projectSlug, number, commit } of named.slice(0, MOST)) {
    const project = projects.find(({ slug }) => slug === projectSlug)
    const issue = project && (await deps.records.issues.byNumber(project.id, number))
    if (project === undefined || issue === undefined || issue.status === 'resolved') continue
    const change = { status: 'resolved', resolution: { kind: 'commit', commit } } as const
    if (!updates.has(issue.id)) updates.set(issue.id, { issue, project, change })
  }
  await updateIssues(deps, [...updates.values()])
  return [...updates.values()].map(({ issue }) => issue)
}
