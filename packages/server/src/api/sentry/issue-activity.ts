import type { InferOutput } from 'valibot'
import {
  sentryCreateNote,
  sentryListActivity,
  sentryListNotes,
  sentryListUserReports,
  type SentryActivity,
} from '@hindcast/contract/sentry/issue-activity.ts'
import { AppError } from '#domain/app-error.ts'
import type { IssueActivityKind } from '#domain/issues/issue-activity.ts'
import { LIMITS } from '#domain/limits.ts'
import type { HistoryLine } from '#product/issues/query/history.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import { present } from '#api/http/present.ts'
import type { Serve } from '#api/http/serve.ts'
import { sentryComment } from './issue-parts.ts'
import { decodeCursor, linkHeader } from './link-header.ts'
import { rowsOf } from './list-params.ts'

/** What happened to an issue, and what people said about it. */
export function serveSentryIssueActivity(serve: Serve, deps: ApiDeps): void {
  const { access, commands, queries, feedback, publicUrl } = deps

  serve(sentryListActivity, async ({ principal, params }) => {
    const { issue } = await access.issueIn(principal, params.organization, params.issue, 'event:read')
    const { lines } = await queries.history(issue, { cursor: undefined, limit: LIMITS.page.max })
    return { activity: lines.map(sentryActivity) }
  })

  serve(sentryListNotes, async ({ principal, params, query, request, header }) => {
    const { issue } = await access.issueIn(principal, params.organization, params.issue, 'event:read')
    const asked = { cursor: decodeCursor(query.cursor), limit: rowsOf(query), kind: 'comment' } as const
    const page = await queries.history(issue, asked)
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    return page.lines.map(sentryComment)
  })

  serve(sentryCreateNote, async ({ principal, params, body }) => {
    const { issue } = await access.issueIn(principal, params.organization, params.issue, 'event:write')
    const author = principal.userId ?? principal.ownerId
    if (author === undefined)
      throw new AppError(
        'invalid_input',
        'This token belongs to an organization, and a comment to a user. Use a token of your own.',
      )
    const [line] = await queries.historyLines([await commands.comments.comment(issue, author, body.text)])
    return sentryComment(line!)
  })

  serve(sentryListUserReports, async ({ principal, params, query, request, header }) => {
    const { issue } = await access.issueIn(principal, params.organization, params.issue, 'event:read')
    const page = await feedback.ofIssue(issue, { cursor: decodeCursor(query.cursor), limit: rowsOf(query) })
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    return page.feedback.map(({ said }) => {
      const event = said.eventId ?? ''
      return {
        id: said.feedbackId,
        eventID: event,
        name: said.name ?? null,
        email: said.email ?? null,
        comments: said.message,
        dateCreated: iso(said.occurredAt),
        user: null,
        event: { id: event, eventID: event },
      }
    })
  })
}

/** Where Sentry has a word for it. */
const TYPES: Readonly<Partial<Record<IssueActivityKind, string>>> = {
  comment: 'note',
  resolved: 'set_resolved',
  ignored: 'set_ignored',
  reopened: 'set_unresolved',
  woke: 'set_unresolved',
  regressed: 'set_regression',
  escalated: 'set_escalating',
  priority: 'set_priority',
  merged: 'merge',
  split_out: 'unmerge_destination',
  split_off: 'unmerge_source',
}

function sentryActivity(line: HistoryLine): InferOutput<typeof SentryActivity> {
  const { id, at, kind, person, assignee, assigneeTeam, data } = line
  const { text, release, commit, how, until, count, priority } = data
  return {
    id,
    type: TYPES[kind] ?? kind,
    dateCreated: iso(at),
    user: person === undefined ? null : { id: person.id, name: person.name, email: person.email },
    data: present({
      text,
      how,
      version: release,
      commit,
      until: until === undefined ? undefined : iso(until),
      count,
      priority,
      assigneeEmail: assignee?.email,
      assigneeTeam: assigneeTeam?.slug,
    }),
  }
}
