import { BIGINT, LIST, VARCHAR, listValue } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

import type { EventRevision } from '#stores/telemetry/telemetry.ts'
import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'

/** Rows that say all of it already are not written again: most events of a release had their maps from the start. */
const REVISE = `
  update events set issue_id = known.issue_id, title = known.title, culprit = known.culprit,
                    fingerprint = known.fingerprint, search_text = coalesce(known.search_text, events.search_text),
                    stack_files = coalesce(known.stack_files, events.stack_files),
                    stack_functions = coalesce(known.stack_functions, events.stack_functions)
  from (select unnest($seqs) as seq, unnest($eventIds) as event_id, unnest($issueIds) as issue_id,
               unnest($titles) as title, unnest($culprits) as culprit, unnest($fingerprints) as fingerprint,
               unnest($searchTexts) as search_text, unnest($stackFiles) as stack_files,
               unnest($stackFunctions) as stack_functions) known
  where events.project_id = $projectId and events.seq between $first and $last
    and events.seq = known.seq and events.event_id = known.event_id
    and (events.issue_id is distinct from known.issue_id or events.title is distinct from known.title
         or events.culprit is distinct from known.culprit or events.fingerprint is distinct from known.fingerprint
         or events.search_text is distinct from coalesce(known.search_text, events.search_text)
         or events.stack_files is distinct from coalesce(known.stack_files, events.stack_files)
         or events.stack_functions is distinct from coalesce(known.stack_functions, events.stack_functions))`

const TYPES = {
  seqs: LIST(BIGINT),
  eventIds: LIST(VARCHAR),
  issueIds: LIST(BIGINT),
  titles: LIST(VARCHAR),
  culprits: LIST(VARCHAR),
  fingerprints: LIST(VARCHAR),
  searchTexts: LIST(VARCHAR),
  stackFiles: LIST(VARCHAR),
  stackFunctions: LIST(VARCHAR),
  projectId: BIGINT,
  first: BIGINT,
  last: BIGINT,
}

/** One statement per project, and only over the rows between the first and the last: zone maps skip the rest. */
export async function reviseColumns(
  writer: DuckDBConnection,
  revisions: readonly EventRevision[],
): Promise<void> {
  for (const [projectId, own] of Map.groupBy(revisions, (revision) => revision.projectId)) {
    const seqs = own.map(({ seq }) => BigInt(seq))
    const sorted = seqs.toSorted((a, b) => (a < b ? -1 : 1))
    const texts = (of: (revision: EventRevision) => string | undefined) =>
      listValue(own.map((revision) => of(revision)?.toWellFormed() ?? null))
    const values = {
      seqs: listValue(seqs),
      eventIds: texts(({ eventId }) => eventId),
      issueIds: listValue(own.map(({ issueId }) => requireDecimalId(issueId))),
      titles: texts(({ title }) => title),
      culprits: texts(({ culprit }) => culprit),
      fingerprints: texts(({ grouping }) => grouping.fingerprint),
      searchTexts: texts(({ searchText }) => searchText),
      stackFiles: texts(({ stackFiles }) => stackFiles),
      stackFunctions: texts(({ stackFunctions }) => stackFunctions),
      projectId: requireDecimalId(projectId),
      first: sorted[0]!,
      last: sorted.at(-1)!,
    }
    await writer.run(REVISE, values, TYPES)
  }
}
