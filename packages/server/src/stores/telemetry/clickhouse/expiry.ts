import { STORED_KINDS, type StoredKind } from '#domain/intake/stored-kind.ts'

import type { KindCounts, KindMoments } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { createBindings } from './bindings.ts'
import { countsOf } from './counts.ts'
import type { Engine } from './engine.ts'
import { TABLES } from './kinds.ts'
import { changedTable, partsOf, storedName } from './layout.ts'
import { askOf } from './questions.ts'

/** Deletes rows of one project. Those that can be listed go first: no list shows an event that can no longer be opened. */
export async function expireKinds(
  engine: Engine,
  projectId: string,
  before: number,
  kinds: readonly StoredKind[],
): Promise<KindCounts> {
  const project = parseDecimalId(projectId)
  if (project === undefined) return countsOf([])
  const gone: Array<readonly [StoredKind, number]> = []
  for (const kind of STORED_KINDS.filter((one) => kinds.includes(one)))
    for (const table of TABLES[kind]) {
      const bind = createBindings()
      const older = `project_id = ${bind.integer(project)} and received_at < ${bind.integer(before)}`
      const [row] = await askOf(engine)(`select count(*) as many from ${table} where ${older}`, bind)
      const many = Number(row?.['many'] ?? 0)
      if (many > 0)
        await engine.command(`delete from ${changedTable(engine.layout, table)} where ${older}`, bind)
      if (table === TABLES[kind][0]) gone.push([kind, many])
    }
  return countsOf(gone)
}

/** Drops the weeks that are over by then, with everything that was deleted in them. No row is read or written for it. */
export async function dropWeeks(engine: Engine, moments: KindMoments): Promise<KindCounts> {
  const gone: Array<readonly [StoredKind, number]> = []
  for (const kind of STORED_KINDS)
    for (const table of TABLES[kind]) {
      let many = 0
      for (const week of await weeksBefore(engine, table, moments[kind])) {
        await engine.command(
          `alter table ${changedTable(engine.layout, table)} drop partition '${week.monday}' ${WHATEVER_SIZE}`,
        )
        many += week.rows
      }
      if (table === TABLES[kind][0]) gone.push([kind, many])
    }
  return countsOf(gone)
}

/** Without it ClickHouse drops nothing larger than 50 GB. */
const WHATEVER_SIZE = 'settings max_partition_size_to_drop = 0'

/** As in `partition by` of every table. */
const WEEK_OF_ROW = `toMonday(toDateTime(intDiv(received_at, 1000), 'UTC'))`
const WEEK_MS = 7 * 86_400_000

interface Week {
  readonly monday: string
  readonly rows: number
}

/**
 * Also those in which every row is deleted: their parts are on disk until somebody drops them. A moment that is no date of
 * ClickHouse (after 2106) gets a wrong week, so that the rows are asked, too.
 */
async function weeksBefore(engine: Engine, table: string, before: number): Promise<readonly Week[]> {
  const ask = askOf(engine)
  const bind = createBindings()
  const parts = await ask(
    `select distinct partition from ${partsOf(engine.layout)}
     where database = currentDatabase() and table = ${bind.text(storedName(engine.layout, table))} and active`,
    bind,
  )
  const over = parts
    .map(({ partition }) => partition as string)
    .filter((monday) => MONDAY.test(monday) && Date.parse(monday) + WEEK_MS <= before)
  if (over.length === 0) return []
  const asked = createBindings()
  const rows = await ask(
    `select toString(${WEEK_OF_ROW}) as monday, count(*) as many, max(received_at) as newest from ${table}
     where has(${asked.texts(over)}, toString(${WEEK_OF_ROW})) group by monday`,
    asked,
  )
  const found = new Map(rows.map((row) => [row['monday'] as string, row]))
  return over
    .filter((monday) => Number(found.get(monday)?.['newest'] ?? 0) < before)
    .map((monday) => ({ monday, rows: Number(found.get(monday)?.['many'] ?? 0) }))
    .toSorted((a, b) => a.monday.localeCompare(b.monday))
}

/** Else it is a partition of changes to rows, which ClickHouse removes itself once there is nothing that they belong to. */
const MONDAY = /^\d{4}-\d{2}-\d{2}$/
