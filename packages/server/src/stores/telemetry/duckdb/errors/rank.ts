import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventRank, Scope } from '#stores/telemetry/telemetry.ts'
import { createBindings } from '#stores/telemetry/duckdb/bindings.ts'
import { beyond } from '#stores/telemetry/duckdb/event-order.ts'
import type { Query } from '#stores/telemetry/duckdb/reader-pool.ts'
import { eventsOf, whereOf } from './conditions.ts'

export async function readRank(query: Query, scope: Scope, at: EventPosition): Promise<EventRank> {
  const bind = createBindings()
  const [row] = await query(
    `select count(*) filter (${beyond('<', at, bind)}) as older,
            count(*) filter (${beyond('>', at, bind)}) as newer,
            count(*) as total
     from ${eventsOf(scope, bind)} where ${whereOf(scope, bind)}`,
    bind,
  )
  const [older, newer, total] = [row?.['older'], row?.['newer'], row?.['total']].map(Number) as [
    number,
    number,
    number,
  ]
  return { older, at: total - older - newer, newer }
}
