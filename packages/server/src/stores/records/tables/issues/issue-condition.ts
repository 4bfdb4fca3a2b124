import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { LIMITS } from '#domain/limits.ts'
import type { IssueCondition } from '#stores/records/issue-condition.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import type { IssueTable, Schema } from '#stores/records/sql/schema.ts'
import { containing, storable } from '#stores/records/sql/text.ts'

type Builder = ExpressionBuilder<Schema, 'issues'>
type Of<Op extends IssueCondition['op']> = Extract<IssueCondition, { readonly op: Op }>

const COMPARED = {
  number: 'number',
  events: 'event_count',
  users: 'user_count',
  first_seen: 'first_seen',
  last_seen: 'last_seen',
  status_changed: 'status_changed_at',
} as const satisfies Record<Of<'compare'>['field'], keyof IssueTable>

export function meets(eb: Builder, condition: IssueCondition, engine: RecordsEngine): Expression<SqlBool> {
  const each = (of: readonly IssueCondition[]) => of.map((one) => meets(eb, one, engine))
  if (condition.op === 'all') return eb.and(each(condition.of))
  if (condition.op === 'any') return eb.or(each(condition.of))
  if (condition.op === 'not') return eb.not(meets(eb, condition.of, engine))
  if (condition.op === 'ids') return eb('id', 'in', engine.listOf(condition.values))
  if (condition.op === 'text') return eb.and(condition.words.map(contains))
  if (condition.op === 'is') return eb(condition.field, 'in', engine.listOf(condition.values.map(storable)))
  if (condition.op === 'like') return sql<boolean>`lower(title) like ${likeOf(condition.pattern)} escape '\\'`
  if (condition.op === 'assigned') return assigned(eb, condition, engine)
  return eb(COMPARED[condition.field], condition.cmp, condition.value)
}

function assigned(eb: Builder, { people, teams, nobody }: Of<'assigned'>, engine: RecordsEngine) {
  const oneOf = (column: 'assignee_id' | 'assignee_team_id', ids: readonly string[]) =>
    eb.and([eb(column, 'is not', null), eb(column, 'in', engine.listOf(ids))])
  return eb.or([
    ...(people.length > 0 ? [oneOf('assignee_id', people)] : []),
    ...(teams.length > 0 ? [oneOf('assignee_team_id', teams)] : []),
    ...(nobody ? [eb.and([eb('assignee_id', 'is', null), eb('assignee_team_id', 'is', null)])] : []),
  ])
}

function likeOf(pattern: string): string {
  const bounded = storable(pattern).slice(0, LIMITS.text.exceptionValue).toLowerCase()
  return bounded.replace(/[\\%_]/g, '\\$&').replace(/\*+/g, '%')
}

export function contains(word: string): Expression<SqlBool> {
  // No stored text is longer, and SQLite refuses patterns that are much longer.
  const pattern = containing(storable(word.slice(0, LIMITS.text.exceptionValue)).toLowerCase())
  return sql<boolean>`search_text like ${pattern} escape '\\'`
}
