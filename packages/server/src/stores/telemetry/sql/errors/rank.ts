import type { EventPosition } from '#domain/events/event-position.ts'

import type { EventRank, Scope } from '#stores/telemetry/telemetry.ts'
import { beyond } from '#stores/telemetry/sql/event-order.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'
import { eventsOf, whereOf } from './conditions.ts'

export async function readRank(query: Query, scope: Scope, at: EventPosition): Promise<EventRank> {
  const bind = query.bindings()
  const [row] = await query(
    `select count(*) filter (where ${beyond('<', at, bind)}) as older,
            count(*) filter (where ${beyond('>', at, bind)}) as newer,
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
