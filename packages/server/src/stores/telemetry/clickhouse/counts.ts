import { STORED_KINDS, type StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import type { KindCounts } from '#stores/telemetry/telemetry.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { changedTable } from '#stores/telemetry/clickhouse/layout.ts'
import { createBindings } from './bindings.ts'
import type { Engine } from './engine.ts'
import { TABLES } from './kinds.ts'
import { askOf, type Ask } from './questions.ts'

/** Of a project and a range, else of everything. */
export async function countKinds(ask: Ask, projectId?: string, range?: TimeRange): Promise<KindCounts> {
  const project = projectId === undefined ? undefined : parseDecimalId(projectId)
  if (projectId !== undefined && project === undefined) return countsOf([])
  const counts = STORED_KINDS.map(async (kind) => {
    const bind = ask.bindings()
    const where =
      project === undefined || range === undefined
        ? ''
        : `where project_id = ${bind.integer(project)} and received_at >= ${bind.integer(range.from)}
             and received_at < ${bind.integer(range.to)}`
    const [row] = await ask(`select count(*) as many from ${TABLES[kind][0]} ${where}`, bind)
    return [kind, Number(row?.['many'] ?? 0)] as const
  })
  return countsOf(await Promise.all(counts))
}

/** Rows that can be listed go first: no list shows an event that can no longer be opened. */
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

function countsOf(counts: ReadonlyArray<readonly [StoredKind, number]>): KindCounts {
  const none = STORED_KINDS.map((kind) => [kind, 0] as const)
  return Object.fromEntries([...none, ...counts]) as KindCounts
}

/** Compressed, of all machines that this one knows of. */
export async function readBytes(ask: Ask): Promise<number> {
  const [row] = await ask(
    'select sum(bytes_on_disk) as bytes from system.parts where database = currentDatabase() and active',
    ask.bindings(),
  )
  return Number(row?.['bytes'] ?? 0)
}
