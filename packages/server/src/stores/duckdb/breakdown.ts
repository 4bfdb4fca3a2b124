import type { Dimension, Measure, Scope } from '../telemetry.ts'
import { createBindings } from './bindings.ts'
import { MEASURE, keyOf, valueOf, whereOf } from './conditions.ts'
import type { Query } from './reader-pool.ts'

export interface KeyCount {
  readonly key: string
  readonly count: number
}

export async function readBreakdown(
  query: Query,
  scope: Scope,
  options: { readonly by: Dimension; readonly measure: Measure; readonly limit: number },
): Promise<{ readonly total: number; readonly values: readonly KeyCount[] }> {
  const all = createBindings()
  const [whole] = await query(
    `select ${MEASURE[options.measure]} as total from events
     where ${whereOf(scope, all)} and ${valueOf(options.by, all)} is not null`,
    all,
  )
  return { total: Number(whole?.['total']), values: await readMostFrequent(query, scope, options) }
}

export async function readMostFrequent(
  query: Query,
  scope: Scope,
  options: { readonly by: Dimension; readonly measure: Measure; readonly limit: number },
): Promise<readonly KeyCount[]> {
  const bind = createBindings()
  const rows = await query(
    `select ${keyOf(options.by, bind)} as key, ${MEASURE[options.measure]} as count from events
     where ${whereOf(scope, bind)}
     group by key having key is not null and count > 0
     order by count desc, key
     limit ${bind.integer(options.limit)}`,
    bind,
  )
  return rows.map(toKeyCount)
}

export async function readTagKeys(query: Query, scope: Scope, limit: number): Promise<readonly KeyCount[]> {
  const bind = createBindings()
  const rows = await query(
    `select key, count(*) as count
     from (select unnest(tag_keys) as key from events where ${whereOf(scope, bind)})
     group by key
     order by count desc, key
     limit ${bind.integer(limit)}`,
    bind,
  )
  return rows.map(toKeyCount)
}

function toKeyCount(row: Readonly<Record<string, unknown>>): KeyCount {
  return { key: String(row['key']), count: Number(row['count']) }
}
