import type { Dimension, Measure, Scope } from '#stores/telemetry/telemetry.ts'
import { MEASURE, asText, eventsOf, hasValue, partOf, readKey, whereOf } from './conditions.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { KEY_END, PAIR_END, unescapeTag } from './tag-text.ts'

export interface KeyCount {
  readonly key: string
  readonly count: number
}

export interface ValueCount extends KeyCount {
  readonly latest: number
}

interface Options {
  readonly by: Dimension
  readonly measure: Measure
  readonly limit: number
  readonly order?: 'count' | 'latest'
}

/** Like every name in a statement, it comes from here and never from outside. */
const ORDER = { count: 'count', latest: 'latest' } as const

export async function readBreakdown(
  query: Query,
  scope: Scope,
  { by, measure, limit, order = 'count' }: Options,
): Promise<{ readonly total: number; readonly values: readonly ValueCount[] }> {
  const bind = query.bindings()
  const rows = await query(
    `select ${asText(by, 'part', bind)} as key, count, latest, total from (
       select ${partOf(by, bind)} as part, ${MEASURE[measure]} as count, max(received_at) as latest,
              sum(count(*)) over () as total
       from ${eventsOf(scope, bind)}
       where ${whereOf(scope, bind)} and ${hasValue(by, bind)}
       group by part
       qualify count > 0
     )
     order by ${ORDER[order]} desc, key
     limit ${bind.integer(limit)}`,
    bind,
  )
  return {
    total: Number(rows[0]?.['total'] ?? 0),
    values: rows.map(({ key, count, latest }) => ({
      key: readKey(by, key as string),
      count: Number(count),
      latest: Number(latest),
    })),
  }
}

export async function readTagKeys(query: Query, scope: Scope, limit: number): Promise<readonly KeyCount[]> {
  const bind = query.bindings()
  const rows = await query(
    `select ${bind.dialect.before('pair', bind.text(KEY_END))} as key, count(*) as count
     from (
       select ${bind.dialect.eachPart('tags', bind.text(PAIR_END))} as pair from events where ${whereOf(scope, bind)}
     )
     where pair <> ''
     group by key
     order by count desc, key
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(({ key, count }) => ({ key: unescapeTag(key as string), count: Number(count) }))
}
