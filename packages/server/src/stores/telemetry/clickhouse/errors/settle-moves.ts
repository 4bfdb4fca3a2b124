import { requireDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { changedTable } from '#stores/telemetry/clickhouse/layout.ts'
import { createBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import type { Engine } from '#stores/telemetry/clickhouse/engine.ts'
import type { WrittenEvent } from './event-tables.ts'
import { readMoves } from './moves.ts'

/**
 * Another node may have written down a move after this one looked, and have moved the rows before these were there. After
 * they are written it is one or the other: the move finds them, or they find the move.
 */
export async function settleMoves(engine: Engine, events: readonly WrittenEvent[]): Promise<void> {
  const issueOf = await readMoves(engine, events)
  const late = events.filter((event) => issueOf(event) !== event.issueId)
  const groups = Map.groupBy(late, (event) => `${event.projectId} ${event.issueId} ${issueOf(event)}`)
  for (const own of groups.values()) {
    const [first] = own
    const bind = createBindings()
    await engine.command(
      `update ${changedTable(engine.layout, 'events')} set issue_id = ${bind.integer(requireDecimalId(issueOf(first!)))}
       where project_id = ${bind.integer(requireDecimalId(first!.projectId))}
         and received_at in ${bind.integers(own.map(({ receivedAt }) => receivedAt))}
         and event_id in ${bind.texts(own.map(({ eventId }) => eventId))}`,
      bind,
    )
  }
}
