import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

import { AppError } from '#domain/app-error.ts'
import type { MovedStep, MovedTable, TelemetrySource } from '#stores/telemetry/moving.ts'
import { columnSteps } from './column-steps.ts'
import { eventStep } from './event-step.ts'
import { stepOf, vaultSteps } from './vault-steps.ts'

const POSITIONS: MovedTable = {
  table: 'positions',
  columns: [
    { name: 'spool_id', kind: 'text' },
    { name: 'position', kind: 'integer' },
    { name: 'last_seq', kind: 'integer' },
  ],
}

/** The telemetry of a folder that nobody writes to: a copy that was opened and closed. */
export async function openDuckDbSource(dir: string): Promise<TelemetrySource> {
  const vault = new DatabaseSync(join(dir, 'vault.sqlite'))
  const instance = await DuckDBInstance.create(join(dir, 'telemetry.duckdb'), {
    access_mode: 'READ_ONLY',
    memory_limit: '512MB',
    threads: '2',
  })
  const connection = await instance.connect()
  const close = async () => {
    connection.closeSync()
    instance.closeSync()
    vault.close()
  }
  try {
    const positions = await positionStep(connection, vault)
    const columns = await columnSteps(connection)
    const steps = [await eventStep(connection, vault), ...columns, ...vaultSteps(vault), positions]
    return { steps, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function positionStep(connection: DuckDBConnection, vault: DatabaseSync): Promise<MovedStep> {
  const result = await connection.run('select spool_id, max(position) from watermarks group by spool_id')
  const inColumns = new Map((await result.getRowsJS()).map(([id, position]) => [id, Number(position)]))
  const rows = vault.prepare('select spool_id, position, last_seq from watermarks').all()
  for (const { spool_id: id, position } of rows)
    if ((inColumns.get(id) ?? 0) !== Number(position))
      throw new AppError(
        'conflict',
        'A batch was written by halves when the server was killed. Start the server once, so that it completes the batch.',
      )
  const positions = rows.map((row) => [
    row['spool_id'] as string,
    Number(row['position']),
    Number(row['last_seq']),
  ])
  return stepOf('positions', { table: POSITIONS, rows: positions })
}
