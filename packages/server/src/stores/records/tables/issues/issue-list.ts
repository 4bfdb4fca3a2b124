import type { Kysely, Selectable } from 'kysely'
import type { IssueFilter, IssueRecords, IssueSort, IssueSpread } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { decodeCursor, encodeCursor } from './issue-cursor.ts'
import { matching, statusesOf } from './issue-matching.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'

const COLUMN = {
  last_seen: 'last_seen',
  first_seen: 'first_seen',
  events: 'event_count',
  users: 'user_count',
} as const satisfies Record<IssueSort, keyof IssueTable>

const TALLIED = {
  level: 'level',
  status: 'status',
  assignee: 'assignee_id',
  team: 'assignee_team_id',
} as const

type Row = Selectable<IssueTable>

export function issueLists(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    page: pager(db, engine),

    async ids(
      filter: IssueFilter,
      { sort, limit }: { readonly sort: IssueSort; readonly limit: number },
    ): Promise<readonly string[]> {
      const column = COLUMN[sort]
      const found: Pick<Row, 'id' | typeof column>[] = []
      for (const projectId of new Set(filter.projectIds)) {
        for (const status of statusesOf(filter)) {
          const rows = await db
            .selectFrom('issues')
            .select(['id', column])
            .where('project_id', '=', projectId)
            .where('status', '=', status)
            .where((eb) => matching(eb, filter, engine))
            .orderBy(column, 'desc')
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
          found.push(...rows)
        }
      }
      return largestFirst(found, column)
        .slice(0, limit)
        .map(({ id }) => id)
    },
    ...issueCounts(db, engine),
  }
}

function issueCounts(db: Kysely<Schema>, engine: RecordsEngine) {
  return {
    async count(filter: IssueFilter): Promise<number> {
      if (isEmpty(filter)) return 0
      const { issues } = await db
        .selectFrom('issues')
        .select((eb) => eb.fn.countAll<number>().as('issues'))
        .where('project_id', 'in', filter.projectIds)
        .where('status', 'in', statusesOf(filter))
        .where((eb) => matching(eb, filter, engine))
        .executeTakeFirstOrThrow()
      return issues
    },

    // In the order of an index, which holds all of it: one walk, and nothing is sorted.
    async spread(filter: IssueFilter): Promise<readonly IssueSpread[]> {
      if (isEmpty(filter)) return []
      return db
        .selectFrom('issues')
        .select((eb) => ['status', 'level', 'assignee_id as assignee', eb.fn.countAll<number>().as('issues')])
        .where('project_id', 'in', filter.projectIds)
        .where('status', 'in', statusesOf(filter))
        .where((eb) => matching(eb, filter, engine))
        .groupBy(['status', 'level', 'assignee_id'])
        .execute()
    },

    async tally(filter: IssueFilter, by: keyof typeof TALLIED, limit: number) {
      if (isEmpty(filter)) return []
      const column = TALLIED[by]
      return db
        .selectFrom('issues')
        .select((eb) => [`${column} as value`, eb.fn.countAll<number>().as('issues')])
        .where('project_id', 'in', filter.projectIds)
        .where('status', 'in', statusesOf(filter))
        .where((eb) => matching(eb, filter, engine))
        .groupBy(column)
        .orderBy('issues', 'desc')
        .orderBy('value')
        .limit(limit)
        .execute()
    },
  }
}

/** `in ()` is no SQL everywhere. */
function isEmpty(filter: IssueFilter): boolean {
  return filter.projectIds.length === 0 || statusesOf(filter).length === 0
}

/**
 * One walk down the index per project and status, then a merge. A single query over several projects would
 * sort every issue they have before it could answer the first fifty.
 */
function pager(db: Kysely<Schema>, engine: RecordsEngine) {
  return async (
    filter: IssueFilter,
    { sort, cursor, limit }: Parameters<IssueRecords['page']>[1],
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | undefined }> => {
    const column = COLUMN[sort]
    const after = cursor === undefined ? undefined : decodeCursor(sort, cursor)
    const found: Row[] = []
    for (const projectId of new Set(filter.projectIds)) {
      for (const status of statusesOf(filter)) {
        const rows = await db
          .selectFrom('issues')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('status', '=', status)
          .where((eb) => matching(eb, filter, engine))
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
    const rows = largestFirst(found, column).slice(0, limit)
    const last = rows.at(-1)
    const more = found.length > limit && last !== undefined
    return { rows, next: more ? encodeCursor(sort, { value: last[column], id: last.id }) : undefined }
  }
}

function largestFirst<Column extends string, R extends { readonly id: string } & Record<Column, number>>(
  rows: R[],
  column: Column,
): readonly R[] {
  return rows.sort((a, b) => b[column] - a[column] || (a.id < b.id ? 1 : -1))
}
