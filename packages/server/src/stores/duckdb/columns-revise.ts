import { BIGINT, LIST, VARCHAR, listValue } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

import type { EventRevision } from '../telemetry.ts'
import { requireDecimalId } from './identifiers.ts'

/** One statement per project, and only over the rows between the first and the last: zone maps skip the rest. */
export async function reviseColumns(
  writer: DuckDBConnection,
  revisions: readonly EventRevision[],
): Promise<void> {
  for (const [projectId, own] of Map.groupBy(revisions, (revision) => revision.projectId)) {
    const seqs = own.map(({ seq }) => BigInt(seq)).sort((a, b) => (a < b ? -1 : 1))
    const numbers = (values: readonly bigint[]) => listValue([...values])
    const texts = (values: readonly string[]) => listValue(values.map((text) => text.toWellFormed()))
    await writer.run(
      `update events set issue_id = known.issue_id, title = known.title, culprit = known.culprit,
                         fingerprint = known.fingerprint
       from (select unnest($1) as seq, unnest($2) as issue_id, unnest($3) as title, unnest($4) as culprit,
                    unnest($5) as event_id, unnest($9) as fingerprint) known
       where events.project_id = $6 and events.seq between $7 and $8
         and events.seq = known.seq and events.event_id = known.event_id`,
      [
        numbers(own.map(({ seq }) => BigInt(seq))),
        numbers(own.map(({ issueId }) => requireDecimalId(issueId))),
        texts(own.map(({ title }) => title)),
        texts(own.map(({ culprit }) => culprit)),
        texts(own.map(({ eventId }) => eventId)),
        requireDecimalId(projectId),
        seqs[0]!,
        seqs.at(-1)!,
        texts(own.map(({ grouping }) => grouping.fingerprint)),
      ],
      [
        LIST(BIGINT),
        LIST(BIGINT),
        LIST(VARCHAR),
        LIST(VARCHAR),
        LIST(VARCHAR),
        BIGINT,
        BIGINT,
        BIGINT,
        LIST(VARCHAR),
      ],
    )
  }
}
