import { BIGINT } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

import type { StoredKind } from '#domain/intake/stored-kind.ts'
import type { TimeRange } from '#domain/time-range.ts'

import { createBindings } from './bindings.ts'
import { parseDecimalId } from '#stores/telemetry/sql/identifiers.ts'
import { tablesOf } from './kind.ts'
import { COLUMNS_KINDS } from './kinds.ts'
import type { Query } from '#stores/telemetry/sql/dialect.ts'

export async function expireColumns(
  writer: DuckDBConnection,
  projectId: string,
  before: number,
  kinds: readonly StoredKind[],
): Promise<ReadonlyMap<StoredKind, number>> {
  const gone = new Map<StoredKind, number>()
  const project = parseDecimalId(projectId)
  if (project === undefined) return gone
  const bounds = [project, BigInt(Math.ceil(before))]
  for (const kind of COLUMNS_KINDS.filter((one) => kinds.includes(one.kind))) {
    for (const { table } of tablesOf(kind)) {
      const older = `delete from ${table} where project_id = $1 and received_at < $2`
      const { rowsChanged } = await writer.run(older, bounds, [BIGINT, BIGINT])
      if (table === kind.table) gone.set(kind.kind, rowsChanged)
    }
  }
  // The rows stay in the file until a checkpoint rewrites or drops their row groups.
  if ([...gone.values()].some((rows) => rows > 0)) await writer.run('checkpoint')
  return gone
}

export async function countColumns(
  query: Query,
  projectId?: string,
  range?: TimeRange,
): Promise<ReadonlyMap<StoredKind, number>> {
  const counts = new Map<StoredKind, number>()
  const project = projectId === undefined ? undefined : parseDecimalId(projectId)
  const isUnknownProject = projectId !== undefined && project === undefined
  for (const { kind, table } of COLUMNS_KINDS) {
    const bind = createBindings()
    const where =
      project === undefined || range === undefined
        ? ''
        : `where project_id = ${bind.integer(project)} and received_at >= ${bind.integer(range.from)}
           and received_at < ${bind.integer(range.to)}`
    const [row] = isUnknownProject ? [] : await query(`select count(*) as count from ${table} ${where}`, bind)
    counts.set(kind, Number(row?.['count'] ?? 0))
  }
  return counts
}
