import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { ISSUE_STATUSES, type IssueStatus } from '#domain/issues/issue-status.ts'
import type { IssueFilter } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { contains, meets } from './issue-condition.ts'
import type { Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

type Builder = ExpressionBuilder<Schema, 'issues'>

export function statusesOf({ statuses }: IssueFilter): readonly IssueStatus[] {
  return statuses ?? ISSUE_STATUSES
}

/** Everything of a filter but the projects and the statuses, which the indexes begin with. */
export function matching(eb: Builder, filter: IssueFilter, engine: RecordsEngine): Expression<SqlBool> {
  const { levels, assignees = [], words = [], ids, exceptIds, where } = filter
  return eb.and([
    ...(levels === undefined ? [] : [levels.length === 0 ? eb.lit(false) : eb('level', 'in', levels)]),
    ...assignees.map((condition) => assigned(eb, condition, engine)),
    ...words.map(contains),
    ...(ids === undefined ? [] : [eb('id', 'in', engine.listOf(ids))]),
    ...(exceptIds === undefined ? [] : [eb('id', 'not in', engine.listOf(exceptIds))]),
    ...(where === undefined ? [] : [meets(eb, where, engine)]),
  ])
}

function assigned(
  eb: Builder,
  { op, values }: NonNullable<IssueFilter['assignees']>[number],
  engine: RecordsEngine,
): Expression<SqlBool> {
  const people = values.filter((value) => value !== null)
  const nobody = values.length > people.length
  if (op === 'is') {
    const isOne = eb('assignee_id', 'in', engine.listOf(people))
    return nobody ? eb.or([isOne, eb('assignee_id', 'is', null)]) : isOne
  }
  const isNone = eb('assignee_id', 'not in', engine.listOf(people))
  return nobody
    ? eb.and([isNone, eb('assignee_id', 'is not', null)])
    : eb.or([isNone, eb('assignee_id', 'is', null)])
}

export function searchable(text: string): string {
  return storable(text).toLowerCase()
}
