import { BIGINT, VARCHAR } from '@duckdb/node-api'

import type { FeedbackRow } from '#stores/telemetry/feedback.ts'
import { type Column, chunksOf } from '#stores/telemetry/duckdb/chunks/columns-writer.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { ColumnsKind } from '#stores/telemetry/duckdb/kind.ts'

type TextField = Exclude<keyof FeedbackRow, 'seq' | 'projectId' | 'receivedAt' | 'occurredAt'>

const text = (field: TextField): Column<FeedbackRow> => ({
  type: VARCHAR,
  write: (row) => row[field]?.toWellFormed() ?? null,
})

/** In the order of the table: the appender goes by position. */
const COLUMNS: ReadonlyArray<Column<FeedbackRow>> = [
  { type: BIGINT, write: ({ seq }) => BigInt(seq) },
  { type: BIGINT, write: ({ projectId }) => requireDecimalId(projectId) },
  text('feedbackId'),
  { type: BIGINT, write: ({ receivedAt }) => BigInt(receivedAt) },
  { type: BIGINT, write: ({ occurredAt }) => BigInt(occurredAt) },
  text('message'),
  text('name'),
  text('email'),
  text('url'),
  text('eventId'),
  text('replayId'),
  text('release'),
  text('environment'),
]

export const feedbackColumns: ColumnsKind = {
  kind: 'feedback',
  table: 'feedback',
  chunks: ({ feedback = [] }, position) =>
    chunksOf(
      COLUMNS,
      feedback.filter(({ seq }) => seq >= position),
    ),
}
