import { sql, type Kysely } from 'kysely'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { forRows } from '#stores/records/sql/row-sets.ts'
import type { ProjectTable, Schema } from '#stores/records/sql/schema.ts'

/** What a batch does to its projects. */
export function projectStatements(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    /** Answers the last number that each has now; a project that is gone has none. */
    takeNumbers: forRows<
      { readonly project_id: string; readonly issues: number },
      Pick<ProjectTable, 'id' | 'last_issue_number'>
    >(
      db,
      engine,
      { project_id: 'text', issues: 'bigint' },
      ({ given, from }) => sql`
        update projects set last_issue_number = projects.last_issue_number + ${given('issues')} ${from}
        where projects.id = ${given('project_id')} returning id, last_issue_number`,
    ),
    markFirstEvent: forRows<{ readonly project_id: string; readonly at: number }>(
      db,
      engine,
      { project_id: 'text', at: 'bigint' },
      ({ given, from }) => sql`
        update projects set first_event_at = ${given('at')} ${from}
        where projects.id = ${given('project_id')} and projects.first_event_at is null`,
    ),
  }
}
