import { AppError } from '#domain/app-error.ts'
import { ISSUE_STATUSES, ISSUE_SUBSTATUSES, type Issue, type IssueState } from '#domain/issue.ts'
import type { Project } from '#domain/project.ts'
import type { IssueChange } from '#stores/records.ts'
import type { CommandDeps } from './command-deps.ts'

/** An issue the caller was let through to, and what becomes of it. What is left out stays. */
export interface IssueUpdate {
  readonly issue: Issue
  readonly project: Project
  readonly change: Omit<IssueChange, 'id'>
}

/** All of them or none. Answers what was there, which undoes this when it is given as updates. */
export async function updateIssues(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  updates: readonly IssueUpdate[],
): Promise<readonly IssueState[]> {
  const ids = updates.map(({ issue }) => issue.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new AppError('invalid_input', `Issue ${twice} is named more than once.`)
  for (const { change } of updates) checkStatus(change)
  await checkAssignees(records, updates)
  return records.issues.change(
    updates.map(({ issue, change }) => Object.assign({ id: issue.id }, change)),
    now(),
  )
}

function checkStatus({ status, substatus }: IssueUpdate['change']): void {
  if (status !== undefined && !ISSUE_STATUSES.includes(status)) {
    throw new AppError('invalid_input', `The status must be one of ${ISSUE_STATUSES.join(', ')}.`)
  }
  if (substatus === undefined) return
  if (!ISSUE_SUBSTATUSES.includes(substatus)) {
    throw new AppError('invalid_input', `The substatus must be one of ${ISSUE_SUBSTATUSES.join(', ')}.`)
  }
  if (status === undefined) throw new AppError('invalid_input', 'A substatus needs a status beside it.')
}

/** Somebody of another organization is nobody here, in the same words as somebody who never was. */
async function checkAssignees(
  records: CommandDeps['records'],
  updates: readonly IssueUpdate[],
): Promise<void> {
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
