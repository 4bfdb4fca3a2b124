import type { IssueActivity } from '#domain/issues/issue-activity.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { CommandDeps } from '#product/common/commands/command-deps.ts'

type Deps = Pick<CommandDeps, 'records' | 'now'>

/** What people say about issues they were let through to, and whether they want to hear of them. */
export interface CommentCommands {
  comment(issue: Issue, userId: string, text: string): Promise<IssueActivity>
  editComment(issue: Issue, id: string, userId: string, text: string): Promise<IssueActivity>
  deleteComment(issue: Issue, id: string, userId: string): Promise<void>
  follow(issue: Issue, userId: string, following: boolean): Promise<void>
}

export function createCommentCommands({ records, now }: Deps): CommentCommands {
  const { talk } = records
  return {
    comment: (issue, userId, text) => talk.comment(issue.id, userId, text, now()),
    editComment: (issue, id, userId, text) => talk.edit(issue.id, id, userId, text, now()),
    deleteComment: (issue, id, userId) => talk.remove(issue.id, id, userId),
    follow: (issue, userId, following) => talk.follow(issue.id, userId, following),
  }
}
