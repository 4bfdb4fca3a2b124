import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { type Column, type TableRows, columnsOf, tableRows } from '#stores/telemetry/clickhouse/table.ts'

const { text, plain } = columnsOf<FeedbackRow>()

const COLUMNS: ReadonlyArray<Column<FeedbackRow>> = [
  { name: 'project_id', write: ({ projectId }) => requireDecimalId(projectId).toString() },
  plain('received_at', 'receivedAt'),
  plain('seq', 'seq'),
  plain('occurred_at', 'occurredAt'),
  text('feedback_id', 'feedbackId'),
  text('message', 'message'),
  text('name', 'name'),
  text('email', 'email'),
  text('url', 'url'),
  text('event_id', 'eventId'),
  text('replay_id', 'replayId'),
  text('release', 'release'),
  text('environment', 'environment'),
]

export const feedbackRows = (feedback: readonly FeedbackRow[]): TableRows =>
  tableRows('feedback', COLUMNS, feedback)
