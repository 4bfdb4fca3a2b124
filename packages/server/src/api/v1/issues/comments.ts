import {
  createComment,
  deleteComment,
  followIssue,
  listActivity,
  updateComment,
} from '@hindcast/contract/issues/lifecycle.ts'
import type { IssueActivity } from '#domain/issues/issue-activity.ts'
import type { Project } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import type { Serve } from '#api/http/serve.ts'
import { toApiActivity } from './to-api-activity.ts'

export function serveComments(serve: Serve, deps: ApiDeps): void {
  const { access, commands, queries } = deps
  const { comments } = commands
  const shown = async (activity: IssueActivity, project: Project) => {
    const [line] = await queries.historyLines([activity])
    return toApiActivity(line!, project)
  }

  serve(listActivity, async ({ principal, params, query }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:read')
    const page = await queries.history(issue, { cursor: query.cursor || undefined, limit: query.limit })
    return {
      activity: page.lines.map((line) => toApiActivity(line, project)),
      next: page.next ?? null,
    }
  })

  serve(createComment, async ({ principal, params, body }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const comment = await comments.comment(issue, principal.userId!, body.text)
    return shown(comment, project)
  })

  serve(updateComment, async ({ principal, params, body }) => {
    const { issue, project } = await access.issue(principal, params.issue, 'event:write')
    const comment = await comments.editComment(issue, params.comment, principal.userId!, body.text)
    return shown(comment, project)
  })

  serve(deleteComment, async ({ principal, params }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:write')
    await comments.deleteComment(issue, params.comment, principal.userId!)
    return { deleted: params.comment }
  })

  serve(followIssue, async ({ principal, params, body }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:read')
    await comments.follow(issue, principal.userId!, body.following)
    return body
  })
}
