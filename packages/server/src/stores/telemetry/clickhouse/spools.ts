import { randomUUID } from 'node:crypto'

import { createBindings } from './bindings.ts'
import type { Engine } from './engine.ts'
import { POSITION_OF } from './kinds.ts'
import { changedTable, onCluster } from './layout.ts'
import { askOf } from './questions.ts'
import type { TableRows } from './table.ts'

export interface SpoolPosition {
  readonly position: number
  /** The largest number that an event of it has. */
  readonly lastSeq: number
}

interface Spool {
  readonly stored: SpoolPosition
  /** Undefined: nobody knows whether there are rows behind its position. Else what tells this writer's blocks from earlier ones. */
  readonly attempt: string | undefined
}

/** The spools that this process writes. */
export function createSpools(engine: Engine) {
  const spools = new Map<string, Spool>()

  async function stored(spoolId: string): Promise<SpoolPosition> {
    const known = spools.get(spoolId)
    if (known !== undefined) return known.stored
    const bind = createBindings()
    const [row] = await askOf(engine)(
      `select max(position) as position, argMax(last_seq, position) as last_seq, count(*) as rows from positions
       where spool_id = ${bind.text(spoolId)}`,
      bind,
    )
    const isNew = Number(row?.['rows'] ?? 0) === 0
    const position = isNew
      ? { position: 0, lastSeq: -1 }
      : { position: Number(row!['position']), lastSeq: Number(row!['last_seq']) }
    return position
  }

  return {
    stored,
    /** Deletes what an unfinished batch left from here on; nothing, where the last batch of this process was finished. */
    async settle(spoolId: string, from: number): Promise<void> {
      if (spools.get(spoolId)?.attempt !== undefined) return
      const position = await stored(spoolId)
      await stopInserts(engine, spoolId)
      await deleteFrom(engine, spoolId, from)
      spools.set(spoolId, { stored: position, attempt: randomUUID() })
    },
    async insert(spoolId: string, to: number, { table, columns, rows }: TableRows): Promise<void> {
      const isNamed = columns.includes('spool_id')
      await engine.insert({
        table,
        columns: isNamed ? columns : [...columns, 'spool_id'],
        rows: isNamed ? rows : rows.map((row) => [...row, spoolId.toWellFormed()]),
        // Of this attempt only: what was deleted has to be stored when it is written again.
        token: `${spools.get(spoolId)!.attempt} ${to}`,
        comment: commentOf(spoolId),
      })
    },
    async commit(spoolId: string, { position, lastSeq }: SpoolPosition): Promise<void> {
      const attempt = spools.get(spoolId)!.attempt!
      await engine.insert({
        table: 'positions',
        columns: ['spool_id', 'position', 'last_seq'],
        rows: [[spoolId.toWellFormed(), position, lastSeq]],
        token: `${attempt} ${position}`,
        comment: commentOf(spoolId),
      })
      spools.set(spoolId, { stored: { position, lastSeq }, attempt })
    },
    /** After a failure: neither the position nor the rows behind it are known. */
    doubt: (spoolId: string): void => void spools.delete(spoolId),
  }
}

const commentOf = (spoolId: string): string => `hindcast batch of ${spoolId.toWellFormed()}`

/** One whose asker is gone may still run, and would bring back what is deleted. */
async function stopInserts(engine: Engine, spoolId: string): Promise<void> {
  const bind = createBindings()
  await engine.command(
    `kill query ${onCluster(engine.layout)} where Settings['log_comment'] = ${bind.text(commentOf(spoolId))} sync`,
    bind,
  )
}

/** Positions only grow, and the index of the column leaves out what is older: rarely is there anything to delete. */
async function deleteFrom(engine: Engine, spoolId: string, from: number): Promise<void> {
  const bind = createBindings()
  const spool = bind.text(spoolId)
  const position = bind.integer(from)
  const left = (column: string) => `spool_id = ${spool} and ${column} >= ${position}`
  const looks = Object.entries(POSITION_OF).map(
    ([table, column]) => `(select '${table}' as name from ${table} where ${left(column)} limit 1)`,
  )
  for (const { name } of await askOf(engine)(looks.join(' union all '), bind)) {
    const table = name as string
    await engine.command(
      `delete from ${changedTable(engine.layout, table)} where ${left(POSITION_OF[table]!)}`,
      bind,
    )
  }
}
