import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import { ISSUE_STATUSES } from '#domain/issue.ts'
import { LIMITS } from '#domain/limits.ts'
import type { IssueFilter, IssueRecords, IssueSort } from '#stores/records.ts'
import { decodeCursor, encodeCursor } from './issue-cursor.ts'
import type { IssueTable, Schema } from './schema.ts'
import { containing, storable } from './text.ts'

const COLUMN = {
  last_seen: 'last_seen',
  first_seen: 'first_seen',
  events: 'event_count',
} as const satisfies Record<IssueSort, keyof IssueTable>

type Row = Selectable<IssueTable>

/**
 * One walk down the index per project and status, then a merge. A single query over several projects would
 * sort every issue they have before it could answer the first fifty.
 */
export async function pageIssues(
  db: Kysely<Schema>,
  filter: IssueFilter,
  { sort, cursor, limit }: Parameters<IssueRecords['page']>[1],
): Promise<{ readonly rows: readonly Row[]; readonly next: string | undefined }> {
  const column = COLUMN[sort]
  const after = cursor === undefined ? undefined : decodeCursor(sort, cursor)
  const found: Row[] = []
  for (const projectId of new Set(filter.projectIds)) {
    for (const status of filter.status ? [filter.status] : ISSUE_STATUSES) {
      const rows = await db
        .selectFrom('issues')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('status', '=', status)
        .where((eb) => matching(eb, filter))
        .$if(after !== undefined, (query) =>
          query.where((eb) => eb(eb.refTuple(column, 'id'), '<', eb.tuple(after!.value, after!.id))),
        )
        .orderBy(column, 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      found.push(...rows)
    }
  }
  found.sort((a, b) => b[column] - a[column] || (a.id < b.id ? 1 : -1))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const more = found.length > limit && last !== undefined
  return { rows, next: more ? encodeCursor(sort, { value: last[column], id: last.id }) : undefined }
}

export async function countIssues(db: Kysely<Schema>, filter: IssueFilter): Promise<number> {
  if (filter.projectIds.length === 0) return 0
  const { issues } = await db
    .selectFrom('issues')
    .select((eb) => eb.fn.countAll<number>().as('issues'))
    .where('project_id', 'in', filter.projectIds)
    .where('status', 'in', filter.status ? [filter.status] : ISSUE_STATUSES)
    .where((eb) => matching(eb, filter))
    .executeTakeFirstOrThrow()
  return issues
}

function matching(eb: ExpressionBuilder<Schema, 'issues'>, { level, words = [] }: IssueFilter) {
  return eb.and([
    ...(level === undefined ? [] : [eb('level', '=', level)]),
    ...words.map((word) => sql<boolean>`search_text like ${pattern(word)} escape '\\'`),
  ])
}

/** No stored text is longer, and SQLite refuses patterns that are much longer. */
function pattern(word: string): string {
  return containing(searchable(word.slice(0, LIMITS.text.exceptionValue)))
}

export function searchable(text: string): string {
  return storable(text).toLowerCase()
}
