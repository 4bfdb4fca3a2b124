import type { IssueActivity } from '#domain/issues/issue-activity.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

interface Deps extends Pick<CommandDeps, 'records' | 'now'> {
  readonly issuesChanged: (issues: readonly Issue[]) => void
}

/** Comments on issues the caller was let through to, and who follows them. */
export interface CommentCommands {
  comment(issue: Issue, userId: string, text: string): Promise<IssueActivity>
  editComment(issue: Issue, id: string, userId: string, text: string): Promise<IssueActivity>
  deleteComment(issue: Issue, id: string, userId: string): Promise<void>
  follow(issue: Issue, userId: string, following: boolean): Promise<void>
}

export function createCommentCommands({ records, now, issuesChanged }: Deps): CommentCommands {
  const { comments } = records
  const announced = async <T>(issue: Issue, change: Promise<T>): Promise<T> => {
    const result = await change
    issuesChanged([issue])
    return result
  }
  return {
    comment: (issue, userId, text) => announced(issue, comments.comment(issue.id, userId, text, now())),
    editComment: (issue, id, userId, text) =>
      announced(issue, comments.edit(issue.id, id, userId, text, now())),
    deleteComment: (issue, id, userId) => announced(issue, comments.remove(issue.id, id, userId)),
    follow: (issue, userId, following) => comments.follow(issue.id, userId, following),
  }
}
