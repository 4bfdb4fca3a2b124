import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { DataCategory } from '#domain/intake/category.ts'
import type { IntakeCount, IntakeOutcome } from '#domain/intake/intake.ts'
import type { IntakeRecords } from '#stores/records/records.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { insertRows } from '#stores/records/sql/row-sets.ts'
import type { IntakeTable, Schema } from '#stores/records/sql/schema.ts'
import { storable } from '#stores/records/sql/text.ts'

export function intakeRecords(
  db: Kysely<Schema>,
  reads: Kysely<Schema>,
  engine: RecordsEngine,
): IntakeRecords {
  const add = intakeAdder(db, engine)
  return {
    async add(counts) {
      if (counts.length === 0) return
      await db.transaction().execute(async (transaction) => add(transaction, counts))
    },
    async list(projectId, range) {
      const rows = await reads
        .selectFrom('intake_counts')
        .selectAll()
        .where('project_id', '=', projectId ?? '')
        .where('hour', '>=', range.from)
        .where('hour', '<', range.to)
        // Items that were kept raw and read later are taken back from where they were counted first.
        .where('quantity', '>', 0)
        .orderBy('hour')
        .orderBy('category')
        .orderBy('outcome')
        .orderBy('reason')
        .execute()
      return rows.map(toCount)
    },
    async expire(before) {
      await db.deleteFrom('intake_counts').where('hour', '<', before).execute()
    },
  }
}

/** Adds cells up first: a batch names the same cell once per event. */
export function intakeAdder(db: Kysely<Schema>, engine: RecordsEngine) {
  const upsert = insertRows<IntakeTable>(
    db,
    engine,
    'intake_counts',
    {
      project_id: 'text',
      hour: 'bigint',
      category: 'text',
      outcome: 'text',
      reason: 'text',
      quantity: 'bigint',
    },
    sql`on conflict (project_id, hour, category, outcome, reason)
        do update set quantity = intake_counts.quantity + excluded.quantity`,
  )
  return async (transaction: Transaction<Schema>, counts: readonly IntakeCount[]): Promise<void> => {
    const cells = new Map<string, IntakeTable>()
    for (const count of counts) {
      const row = toRow(count)
      const key = JSON.stringify([row.project_id, row.hour, row.category, row.outcome, row.reason])
      const cell = cells.get(key)
      if (cell) cell.quantity += row.quantity
      else cells.set(key, row)
    }
    await upsert(transaction, [...cells.values()])
  }
}

function toRow({ projectId = '', hour, category, outcome, reason, quantity }: IntakeCount): IntakeTable {
  return { project_id: projectId, hour, category, outcome, reason: storable(reason), quantity }
}

function toCount(row: Selectable<IntakeTable>): IntakeCount {
  return {
    projectId: row.project_id === '' ? undefined : row.project_id,
    hour: row.hour,
    category: row.category as DataCategory,
    outcome: row.outcome as IntakeOutcome,
    reason: row.reason,
    quantity: row.quantity,
  }
}
