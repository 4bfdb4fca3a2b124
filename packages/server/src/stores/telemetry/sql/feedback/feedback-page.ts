import type {
  FeedbackPage,
  FeedbackPosition,
  FeedbackScope,
  FeedbackTelemetry,
  StoredFeedback,
} from '#stores/telemetry/feedback.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { rowsOf } from '#stores/telemetry/sql/scope-conditions.ts'

const COLUMNS = `feedback_id, received_at, occurred_at, message, name, email, url, event_id, replay_id, release, environment`

async function readFeedback(
  query: Query,
  scope: FeedbackScope,
  { before, limit }: Parameters<FeedbackTelemetry['feedback']>[1],
): Promise<FeedbackPage> {
  const total = await countFeedback(query, scope)
  if (total === 0 || limit === 0) return { feedback: [], next: undefined, total }
  const bind = query.bindings()
  // Ids and moments first: messages are read for the rows of the page only.
  const rows = await query(
    `with scoped as (select * from feedback where ${whereOf(scope, bind)}),
     first as (select feedback_id, min(received_at) as received_at from scoped group by feedback_id),
     page as (
       select feedback_id, received_at from first where ${before === undefined ? 'true' : earlier(before, bind)}
       order by received_at desc, feedback_id desc limit ${bind.integer(limit + 1)}
     )
     select ${COLUMNS} from scoped join page using (feedback_id, received_at)
     qualify row_number() over (partition by feedback_id order by seq) = 1
     order by received_at desc, feedback_id desc`,
    bind,
  )
  const feedback = rows.slice(0, limit).map((row) => toFeedback(scope.projectId, row))
  const last = feedback.at(-1)
  const next = rows.length > limit && last && { receivedAt: last.receivedAt, feedbackId: last.feedbackId }
  return { feedback, next: next || undefined, total }
}

async function countFeedback(query: Query, scope: FeedbackScope): Promise<number> {
  // Most projects have none, and need not read the events of the issue for that.
  if (scope.issue !== undefined && !(await hasFeedback(query, scope))) return 0
  const bind = query.bindings()
  const [row] = await query(
    `select count(distinct feedback_id) as total from feedback where ${whereOf(scope, bind)}`,
    bind,
  )
  return Number(row?.['total'] ?? 0)
}

async function hasFeedback(query: Query, { projectId }: FeedbackScope): Promise<boolean> {
  const bind = query.bindings()
  const rows = await query(`select 1 from feedback where ${whereOf({ projectId }, bind)} limit 1`, bind)
  return rows.length > 0
}

export const feedbackReads = { feedback: readFeedback }

function whereOf({ projectId, eventIds, issue }: FeedbackScope, bind: Bindings): string {
  const project = parseDecimalId(projectId)
  if (project === undefined) return 'false'
  const conditions = [`project_id = ${bind.integer(project)}`]
  if (eventIds !== undefined) conditions.push(bind.dialect.isOneOf('event_id', bind.texts(eventIds)))
  if (issue !== undefined) {
    const id = parseDecimalId(issue.id)
    if (id === undefined) conditions.push('false')
    else {
      const events = `${rowsOf({ projectId, range: issue.range }, bind)} and issue_id = ${bind.integer(id)}`
      conditions.push(`event_id in (select event_id from events where ${events})`)
    }
  }
  return conditions.join(' and ')
}

function earlier({ receivedAt, feedbackId }: FeedbackPosition, bind: Bindings): string {
  const moment = bind.integer(receivedAt)
  return `(received_at < ${moment} or (received_at = ${moment} and feedback_id < ${bind.text(feedbackId)}))`
}

function toFeedback(projectId: string, row: Row): StoredFeedback {
  const optional = (name: string) => (row[name] ?? undefined) as string | undefined
  return {
    projectId,
    feedbackId: row['feedback_id'] as string,
    receivedAt: Number(row['received_at']),
    occurredAt: Number(row['occurred_at']),
    message: row['message'] as string,
    name: optional('name'),
    email: optional('email'),
    url: optional('url'),
    eventId: optional('event_id'),
    replayId: optional('replay_id'),
    release: optional('release'),
    environment: optional('environment'),
  }
}
