import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import { createProject } from '#product/projects/commands/create-project.ts'
import { createToken } from '#product/people/commands/create-token.ts'
import { isFirstRun, redeemFirstRun } from '#product/projects/commands/first-run.ts'
import { createKey, updateKey } from '#product/projects/commands/manage-keys.ts'
import {
  addDeploy,
  deleteRelease,
  ensureRelease,
  updateRelease,
} from '#product/releases/commands/releases.ts'
import { mergeIssues, unmergeIssue, type MergeDeps } from '#product/issues/commands/merge-issues.ts'
import { revokeToken } from '#product/people/commands/revoke-token.ts'
import { createRouteCommands } from '#product/routes/commands/routes.ts'
import { createSavedViewCommands } from '#product/search/commands/saved-views.ts'
import { createCommentCommands } from '#product/issues/commands/comments.ts'
import { unjoinEvent, type UnjoinDeps } from '#product/issues/commands/unjoin-event.ts'
import { updateIssues } from '#product/issues/commands/update-issues.ts'
import { updateProject } from '#product/projects/commands/update-project.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { ApiCommands } from './deps.ts'

type ChangedIssue = Pick<Issue, 'id' | 'projectId'>

export interface ChangeListeners {
  /** Awaited before the answer: a new key works with the next request, and a disabled one no longer does. */
  readonly projectsChanged: () => Promise<void> | void
  /** Other open pages show the change. */
  readonly issuesChanged: (issues: readonly ChangedIssue[]) => void
}

/** The commands as the API calls them: bound to their stores, notifying listeners of every change. */
export function bindCommands(
  deps: CommandDeps,
  merging: MergeDeps & UnjoinDeps,
  { projectsChanged, issuesChanged }: ChangeListeners,
): ApiCommands {
  const announced = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    await projectsChanged()
    return result
  }
  return {
    setupNeeded: () => isFirstRun(deps),
    async createFirstOwner(input) {
      const { userId } = await redeemFirstRun(deps, input)
      return { userId, email: input.email }
    },
    createProject: (actor, organization, input) =>
      announced(createProject(deps, { organizationId: organization.id, ...input }, actor)),
    updateProject: (actor, project, change) =>
      announced(updateProject(deps, { projectId: project.id, ...change }, actor)),
    createKey: (actor, project, label) => announced(createKey(deps, { projectId: project.id, label }, actor)),
    updateKey: (actor, project, keyId, change) =>
      announced(updateKey(deps, { projectId: project.id, keyId, ...change }, actor)),
    async updateIssues(updates, by) {
      const before = await updateIssues(deps, updates, by)
      const changed = new Set(before.map(({ id }) => id))
      issuesChanged(updates.map(({ issue }) => issue).filter(({ id }) => changed.has(id)))
      return before
    },
    comments: createCommentCommands({ ...deps, issuesChanged }),
    savedViews: createSavedViewCommands(deps),
    routes: createRouteCommands(deps, async () => projectsChanged()),
    async mergeIssues(into, from, personId) {
      const merged = await mergeIssues(merging, into, from, personId)
      issuesChanged([into, ...from])
      return merged
    },
    async unmergeIssue(issue, fingerprints, personId) {
      const unmerged = await unmergeIssue(merging, issue, fingerprints, personId)
      issuesChanged([issue, { id: unmerged.issueId, projectId: issue.projectId }])
      return unmerged
    },
    async unjoinEvent(issue, eventId) {
      const id = await unjoinEvent(merging, issue, eventId)
      issuesChanged([issue, { id, projectId: issue.projectId }])
      return id
    },
    createToken: (actor, organization, input) =>
      createToken(deps, { organizationId: organization.id, ...input }, actor),
    revokeToken: (actor, organization, tokenId) =>
      revokeToken(deps, { organizationId: organization.id, tokenId }, actor),
    ...releaseCommands(deps, issuesChanged),
    updatePreferences: (userId, change) => deps.records.preferences.update(userId, change),
  }
}

function releaseCommands(
  deps: CommandDeps,
  issuesChanged: ChangeListeners['issuesChanged'],
): Pick<ApiCommands, 'ensureRelease' | 'updateRelease' | 'deleteRelease' | 'addDeploy'> {
  return {
    async ensureRelease(...release) {
      const { created, fixed } = await ensureRelease(deps, ...release)
      issuesChanged(fixed)
      return created
    },
    async updateRelease(...release) {
      const { fixed } = await updateRelease(deps, ...release)
      issuesChanged(fixed)
    },
    deleteRelease: (...release) => deleteRelease(deps, ...release),
    addDeploy: (...deploy) => addDeploy(deps, ...deploy),
  }
}
