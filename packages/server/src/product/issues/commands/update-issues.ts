import { AppError } from '#domain/app-error.ts'
import type { IssueLifecycle } from '#domain/issues/lifecycle/lifecycle.ts'
import { ISSUE_PRIORITIES } from '#domain/issues/issue-priority.ts'
import type { Issue, IssueState } from '#domain/issues/issue.ts'
import { ISSUE_STATUSES, ISSUE_SUBSTATUSES } from '#domain/issues/issue-status.ts'
import type { Project } from '#domain/projects/project.ts'
import type { IssueChange } from '#stores/records/issue-change.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'
import {
  askedOnce,
  ignoring,
  resolving,
  type KnownReleases,
  type ResolutionRequest,
  type SnoozeRequest,
} from './decide-issue.ts'

/** An issue the caller was let through to, and what becomes of it. What is left out stays. */
export interface IssueUpdate {
  readonly issue: Issue
  readonly project: Project
  readonly change: IssueUpdateRequest
}

export interface IssueUpdateRequest extends Omit<IssueChange, 'id' | 'decision'> {
  /** With the status `resolved`. */
  readonly resolution?: ResolutionRequest
  /** With the status `ignored`. */
  readonly snooze?: SnoozeRequest
  /** From an `IssueState`, instead of a status: takes a decision back. */
  readonly lifecycle?: Omit<IssueLifecycle, 'firstSeen'>
}

type Deps = Pick<CommandDeps, 'records' | 'now'>

/**
 * All or none. Returns the previous state, which undoes this when sent as updates; issues that others changed since
 * are skipped and left out of the result.
 */
export async function updateIssues(
  deps: Deps,
  updates: readonly IssueUpdate[],
  by?: string,
): Promise<readonly IssueState[]> {
  const ids = updates.map(({ issue }) => issue.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new AppError('invalid_input', `Issue ${twice} is listed more than once.`)
  for (const { change } of updates) checkRequest(change)
  await checkAssignees(deps.records, updates)
  await checkTeams(deps.records, updates)
  const now = deps.now()
  const lifecycle = askedOnce(deps.records.lifecycle)
  const changes: IssueChange[] = []
  for (const { issue, change } of updates) changes.push(await changeOf(lifecycle, issue, change, now))
  return deps.records.issues.change(changes, now, by)
}

async function changeOf(
  releases: KnownReleases,
  issue: Issue,
  wish: IssueUpdateRequest,
  now: number,
): Promise<IssueChange> {
  const { resolution, snooze, lifecycle, ...plain } = wish
  const change = { ...plain, id: issue.id }
  if (lifecycle !== undefined) return { ...change, decision: { kind: 'restore', lifecycle } }
  if (resolution !== undefined) return { ...change, decision: await resolving(releases, issue, resolution) }
  if (snooze !== undefined) return { ...change, decision: ignoring(snooze, now) }
  return change
}

function checkRequest({
  status,
  substatus,
  resolution,
  snooze,
  lifecycle,
  priority,
}: IssueUpdateRequest): void {
  if (status !== undefined && !ISSUE_STATUSES.includes(status)) {
    throw new AppError('invalid_input', `The status must be one of ${ISSUE_STATUSES.join(', ')}.`)
  }
  if (typeof priority === 'string' && !ISSUE_PRIORITIES.includes(priority)) {
    throw new AppError('invalid_input', `The priority must be one of ${ISSUE_PRIORITIES.join(', ')}.`)
  }
  if (resolution !== undefined && status !== 'resolved') {
    throw new AppError('invalid_input', 'A resolution needs the status `resolved`.')
  }
  if (snooze !== undefined && status !== 'ignored') {
    throw new AppError('invalid_input', 'A snooze needs the status `ignored`.')
  }
  if (lifecycle !== undefined) checkLifecycle(lifecycle)
  if (substatus === undefined || lifecycle !== undefined) return
  if (!ISSUE_SUBSTATUSES.includes(substatus)) {
    throw new AppError('invalid_input', `The substatus must be one of ${ISSUE_SUBSTATUSES.join(', ')}.`)
  }
  if (status === undefined) throw new AppError('invalid_input', 'A substatus needs a status.')
}

function checkLifecycle({ status, resolution, snooze }: Omit<IssueLifecycle, 'firstSeen'>): void {
  const fits =
    (status === 'resolved') === (resolution !== undefined) &&
    (status === 'ignored') === (snooze !== undefined)
  if (!fits)
    throw new AppError('invalid_input', 'The substatus, resolution or snooze doesn’t match the status.')
}

/** A user of another organization is not found, with the same message as an unknown user. */
async function checkAssignees(records: Deps['records'], updates: readonly IssueUpdate[]): Promise<void> {
  const byOrganization = Map.groupBy(
    updates.filter(({ change }) => typeof change.assigneeId === 'string'),
    ({ project }) => project.organizationId,
  )
  for (const [organizationId, ofOne] of byOrganization) {
    const members = new Set((await records.people.members([organizationId])).map(({ id }) => id))
    if (ofOne.every(({ change }) => members.has(change.assigneeId!))) continue
    throw new AppError('invalid_input', 'An issue can only be assigned to a member of its organization.')
  }
}

async function checkTeams(records: Deps['records'], updates: readonly IssueUpdate[]): Promise<void> {
  const byOrganization = Map.groupBy(
    updates.filter(({ change }) => typeof change.assigneeTeamId === 'string'),
    ({ project }) => project.organizationId,
  )
  for (const [organizationId, ofOne] of byOrganization) {
    const teams = new Set((await records.teams.list(organizationId)).map(({ id }) => id))
    if (ofOne.some(({ change }) => !teams.has(change.assigneeTeamId!))) {
      throw new AppError('invalid_input', 'An issue can only be assigned to a team of its organization.')
    }
    if (ofOne.some(({ change }) => typeof change.assigneeId === 'string')) {
      throw new AppError('invalid_input', 'An issue can be assigned to a person or a team, not both.')
    }
  }
}
