import type { EventSummary, EventTelemetry } from '#stores/telemetry/telemetry.ts'
import { SUMMARY_COLUMNS, toSummary } from '#stores/telemetry/sql/errors/event-summary.ts'
import { NEWEST_FIRST } from '#stores/telemetry/sql/event-order.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import type { Ask } from '#stores/telemetry/clickhouse/questions.ts'
import type { Pair } from './event-tables.ts'
import { ofPlaces, whereIds } from './stored-ids.ts'

const numbersOf = (projectIds: readonly string[]): readonly bigint[] =>
  [...new Set(projectIds)].flatMap((id) => parseDecimalId(id) ?? [])

export async function readFound(
  ask: Ask,
  ...[projectIds, { kind, value }, limit, near]: Parameters<EventTelemetry['find']>
): Promise<readonly EventSummary[]> {
  const projects = numbersOf(projectIds)
  if (projects.length === 0 || limit < 1) return []
  const bind = ask.bindings()
  const order = near === undefined ? NEWEST_FIRST : `abs(received_at - ${bind.integer(near)}), received_at`
  const places = `identifiers
    where project_id in ${bind.integers(projects)} and kind = ${bind.text(kind)} and value = ${bind.text(value)}
    order by ${order} limit 1 by project_id, event_id limit ${bind.integer(limit)}`
  const rows = await ask(
    `select ${SUMMARY_COLUMNS} from events where ${ofPlaces(places)} order by ${NEWEST_FIRST}`,
    bind,
  )
  return rows.map(toSummary)
}

/** One look for each project, which ends at the first row. */
export async function readProjectsWith(
  ask: Ask,
  ...[projectIds, kind]: Parameters<EventTelemetry['projectsWith']>
): Promise<ReadonlySet<string>> {
  const projects = numbersOf(projectIds)
  if (projects.length === 0) return new Set()
  const bind = ask.bindings()
  const name = bind.text(kind)
  const looks = projects.map(
    (project) =>
      `select project_id from identifiers where project_id = ${bind.integer(project)} and kind = ${name} limit 1`,
  )
  const rows = await ask(looks.map((look) => `(${look})`).join(' union all '), bind)
  const found = new Set(rows.map((row) => String(row['project_id'])))
  return new Set(projectIds.filter((id) => found.has(id)))
}

export async function readIdentifiersOf(
  ask: Ask,
  ...[projectId, eventIds, kind]: Parameters<EventTelemetry['identifiersOf']>
): Promise<ReadonlyMap<string, readonly string[]>> {
  const bind = ask.bindings()
  const where = whereIds(projectId, eventIds, bind)
  if (where === undefined) return new Map()
  const rows = await ask(
    `select event_id, identifiers from events where ${ofPlaces(`event_ids where ${where}`)}`,
    bind,
  )
  const stored = new Map(rows.map((row) => [row['event_id'], row['identifiers'] as string]))
  return new Map(
    eventIds.flatMap((eventId) => {
      const pairs = JSON.parse(stored.get(eventId) ?? '[]') as readonly Pair[]
      const values = pairs.filter(([own]) => own === kind).map(([, value]) => value)
      return values.length === 0 ? [] : [[eventId, values.toSorted()] as const]
    }),
  )
}
