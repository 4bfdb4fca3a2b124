import { AppError } from '#domain/app-error.ts'
import { ISSUE_STATUSES, type Issue, type IssueStatus } from '#domain/issue.ts'
import type { CommandDeps } from './command-deps.ts'

/** Answers the issue as it is afterwards. */
export async function updateIssueStatus(
  { records, now }: Pick<CommandDeps, 'records' | 'now'>,
  input: { readonly issueId: string; readonly status: string },
): Promise<Issue> {
  const status = input.status as IssueStatus
  if (!ISSUE_STATUSES.includes(status)) {
    throw new AppError('invalid_input', `The status must be one of ${ISSUE_STATUSES.join(', ')}.`)
  }
  await records.issues.setStatus(input.issueId, status, now())
  const issue = await records.issues.byId(input.issueId)
  if (!issue) throw new AppError('not_found', 'There is no such issue.')
  return issue
}
