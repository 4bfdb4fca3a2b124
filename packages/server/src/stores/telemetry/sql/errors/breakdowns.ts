import type { Breakdown, BreakdownsOptions, Measure, Scope } from '#stores/telemetry/telemetry.ts'
import type { Bindings, Query, Row } from '#stores/telemetry/sql/dialect.ts'
import { conditionOf, eventsOf, hasValue, keyOf, readKey, whereOf } from './conditions.ts'

/** What is counted once per value, beside events themselves. */
const COUNTED: Readonly<Record<Measure, string | undefined>> = {
  events: undefined,
  users: 'user_key',
  issues: 'issue_id',
}

/**
 * All of them from one scan: each row goes into a group per dimension. Nothing of it is kept but the groups, so that an
 * issue with millions of events needs no more memory than its values.
 */
export async function readBreakdowns(
  query: Query,
  scope: Scope,
  { of, measure, limit, withUsers = false }: BreakdownsOptions,
): Promise<readonly Breakdown[]> {
  if (of.length === 0) return []
  const bind = query.bindings()
  const keys = of.map((_, index) => `key${index}`)
  const counted = COUNTED[measure]
  // A value is met once per thing that is counted, so that counting rows counts the things; `count(distinct)` takes longer.
  const grouped = withUsers ? COUNTED.users : counted
  const once = grouped === undefined ? '' : `, ${grouped}`
  const count = counted === undefined ? 'sum(events)' : `count(${counted})`
  const users = withUsers ? ', count(user_key) as users' : ''
  const rows = await query(
    `with valued as (
       select received_at${once}, ${of.map((one, index) => `${valueOf(one, bind)} as key${index}`).join(', ')}
       from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)}
     ),
     grouped as (
       select ${keys.join(', ')}${once}, grouping(${keys.join(', ')}) as place, count(*) as events,
              max(received_at) as latest
       from valued group by grouping sets (${keys.map((key) => `(${key}${once})`).join(', ')})
     ),
     summed as (
       select place, coalesce(${keys.join(', ')}) as key, ${count} as count${users}, max(latest) as latest,
              sum(sum(events)) over (partition by place) as total
       from grouped where coalesce(${keys.join(', ')}) is not null
       group by place, key
       qualify count > 0
     )
     select place, key, count${withUsers ? ', users' : ''}, latest, total from summed
     qualify row_number() over (partition by place order by count desc, key) <= ${bind.integer(limit)}
     order by place desc, count desc, key`,
    bind,
  )
  const usersOf = withUsers ? (row: Row) => ({ users: Number(row['users']) }) : () => ({})
  return of.map(({ by }, index) => {
    const own = rows.filter(({ place }) => BigInt(place as bigint | string) === placeOf(index, of.length))
    return {
      total: Number(own[0]?.['total'] ?? 0),
      values: own.map((row) =>
        Object.assign(usersOf(row), {
          key: readKey(by, row['key'] as string),
          count: Number(row['count']),
          latest: Number(row['latest']),
        }),
      ),
    }
  })
}

/** The number that `grouping` answers for rows that are grouped by this key: a bit for each of the others, the first one highest. */
function placeOf(index: number, keys: number): bigint {
  return (1n << BigInt(keys)) - 1n - (1n << BigInt(keys - 1 - index))
}

/** Null where the event has no value, or none of those that were asked for. */
function valueOf({ by, keys }: BreakdownsOptions['of'][number], bind: Bindings): string {
  // A bare column is grouped by its dictionary, several times as fast as what is calculated for each row.
  if (typeof by === 'string' && keys === undefined) return keyOf(by, bind)
  const has =
    keys === undefined
      ? hasValue(by, bind)
      : conditionOf({ dimension: by, op: 'is', values: keys.map((key) => key.toWellFormed()) }, bind)
  return `case when ${has} then ${keyOf(by, bind)} end`
}
