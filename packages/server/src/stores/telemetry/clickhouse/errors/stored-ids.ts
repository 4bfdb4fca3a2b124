import { FROM_ANOTHER_SPOOL, type EventTelemetry } from '#stores/telemetry/events.ts'
import { parseDecimalId, parseEventId } from '#stores/telemetry/sql/identifiers.ts'
import type { Row } from '#stores/telemetry/sql/dialect.ts'
import type { ClickHouseBindings } from '#stores/telemetry/clickhouse/bindings.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'

/** Those of the ids that are stored, by id. */
export async function storedIds(
  ask: Ask,
  projectId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const bind = ask.bindings()
  const where = whereIds(projectId, eventIds, bind)
  if (where === undefined) return new Map()
  const rows = await ask(
    `select event_id, spool_id, position from event_ids where ${where} order by received_at desc`,
    bind,
  )
  return new Map(rows.map((row) => [row['event_id'] as string, row]))
}

export async function readKnown(
  ask: Ask,
  ...[projectId, eventIds, spoolId]: Parameters<EventTelemetry['known']>
): Promise<ReadonlyMap<string, number>> {
  const stored = await storedIds(ask, projectId, eventIds)
  const spool = spoolId.toWellFormed()
  return new Map(
    eventIds.flatMap((eventId) => {
      const row = stored.get(eventId)
      if (row === undefined) return []
      return [[eventId, row['spool_id'] === spool ? Number(row['position']) : FROM_ANOTHER_SPOOL]]
    }),
  )
}

/** Rows of `event_ids`; undefined where no row can be meant. */
export function whereIds(
  projectId: string,
  eventIds: readonly string[],
  bind: ClickHouseBindings,
): string | undefined {
  const project = parseDecimalId(projectId)
  const ids = eventIds.filter((id) => parseEventId(id) !== undefined)
  if (project === undefined || ids.length === 0) return undefined
  return `project_id = ${bind.integer(project)} and event_id in ${bind.texts(ids)}`
}

/** Rows of a table that is ordered by the place of events. */
export const ofPlaces = (places: string): string =>
  `(project_id, received_at, spool_id, seq) in (select project_id, received_at, spool_id, seq from ${places})`
