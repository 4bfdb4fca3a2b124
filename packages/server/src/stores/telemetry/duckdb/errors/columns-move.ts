import { BIGINT, LIST, VARCHAR, listValue } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

import type { IssueMove } from '#stores/telemetry/telemetry.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** Rows per statement: an append that waits for one of them waits for milliseconds. */
const SLICE = 20_000

/** Answers whether there are more. */
export async function moveSlice(writer: DuckDBConnection, move: IssueMove): Promise<boolean> {
  const { rowsChanged } = await writer.run(
    `update events set issue_id = $1 where rowid in (
       select rowid from events
       where project_id = $2 and issue_id = $3 and fingerprint in (select unnest($4)) limit ${SLICE}
     )`,
    [
      requireDecimalId(move.to),
      requireDecimalId(move.projectId),
      requireDecimalId(move.from),
      listValue([...move.fingerprints]),
    ],
    [BIGINT, BIGINT, BIGINT, LIST(VARCHAR)],
  )
  return rowsChanged === SLICE
}

const FILLED_AT_ONCE = 500

/** Rows from before there was a fingerprint get theirs, from the documents. Answers whether there may be more. */
export async function fillSlice(
  writer: DuckDBConnection,
  { projectId, from }: IssueMove,
  fingerprintOf: (projectId: string, eventId: string) => string | undefined,
): Promise<boolean> {
  const found = await writer.run(
    `select event_id from events
     where project_id = $1 and issue_id = $2 and fingerprint is null limit ${FILLED_AT_ONCE}`,
    [requireDecimalId(projectId), requireDecimalId(from)],
    [BIGINT, BIGINT],
  )
  const ids = (await found.getRowsJS()).map(([id]) => id as string)
  if (ids.length === 0) return false
  await writer.run(
    `update events set fingerprint = known.fingerprint
     from (select unnest($1) as event_id, unnest($2) as fingerprint) known
     where events.project_id = $3 and events.issue_id = $4 and events.event_id = known.event_id`,
    [
      listValue(ids),
      // An event without a document cannot be regrouped, so it stays where it is.
      listValue(ids.map((id) => fingerprintOf(projectId, id) ?? '')),
      requireDecimalId(projectId),
      requireDecimalId(from),
    ],
    [LIST(VARCHAR), LIST(VARCHAR), BIGINT, BIGINT],
  )
  return ids.length === FILLED_AT_ONCE
}
