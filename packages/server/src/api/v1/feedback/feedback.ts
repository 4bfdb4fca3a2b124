import * as wire from '@hindcast/contract/feedback/feedback.ts'
import { shortIdOf } from '#domain/issues/issue.ts'
import type { Project } from '#domain/projects/project.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import type { FeedbackList, ReadFeedback } from '#product/feedback/query/feedback.ts'

const READ = 'event:read'

export function serveFeedback(serve: Serve, { access, feedback }: ApiDeps): void {
  serve(wire.listProjectFeedback, async ({ principal, params, query: { event, cursor, limit } }) => {
    const project = await access.project(principal, undefined, params.project, READ)
    const page = { eventId: event, cursor: cursor || undefined, limit }
    return toApiPage(await feedback.ofProject(project, page), project)
  })

  serve(wire.listIssueFeedback, async ({ principal, params, query: { cursor, limit } }) => {
    const { issue, project } = await access.issue(principal, params.issue, READ)
    return toApiPage(await feedback.ofIssue(issue, { cursor: cursor || undefined, limit }), project)
  })
}

function toApiPage({ feedback, next, total }: FeedbackList, project: Project) {
  return { feedback: feedback.map((one) => toApiFeedback(one, project)), next: next ?? null, total }
}

function toApiFeedback({ said, issue }: ReadFeedback, project: Project): wire.Feedback {
  return {
    id: said.feedbackId,
    message: said.message,
    name: said.name ?? null,
    email: said.email ?? null,
    url: said.url ?? null,
    occurredAt: iso(said.occurredAt),
    receivedAt: iso(said.receivedAt),
    release: said.release ?? null,
    environment: said.environment ?? null,
    eventId: said.eventId ?? null,
    replayId: said.replayId ?? null,
    issue:
      issue === undefined
        ? null
        : {
            id: issue.id,
            shortId: shortIdOf(project.slug, issue.number),
            title: issue.title,
            level: issue.level,
          },
  }
}
