import type { Kysely, Transaction } from 'kysely'
import type { TriggerKind } from '#domain/alerts/alert.ts'
import type { AlertTrigger, TriggerRecords } from '#stores/records/alerts.ts'
import { take } from '#stores/records/sql/counters.ts'
import type { RecordsEngine } from '#stores/records/sql/engine.ts'
import { insertRows } from '#stores/records/sql/row-sets.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

export function triggerRecords(db: Kysely<Schema>, reads: Kysely<Schema>): TriggerRecords {
  return {
    async since(after, limit) {
      const rows = await db
        .selectFrom('issue_happenings')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toTrigger)
    },
    async between({ from, to }, { kind, projectIds, limit }) {
      if (projectIds.length === 0) return []
      const rows = await reads
        .selectFrom('issue_happenings')
        .selectAll()
        .where('kind', '=', kind)
        .where('at', '>=', from)
        .where('at', '<', to)
        .where('project_id', 'in', projectIds)
        .orderBy('at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toTrigger)
    },
    async last() {
      const row = await db
        .selectFrom('issue_happenings')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
      return row?.id ?? 0
    },
    async expire(before) {
      await db.deleteFrom('issue_happenings').where('at', '<', before).execute()
    },
  }
}

/**
 * Numbers are assigned under a lock held until the commit, so that no reader sees a later one before an earlier one. Whoever
 * takes other numbers as well takes those first: two who did it the other way round would wait for each other.
 */
export function triggerWriter(db: Kysely<Schema>, engine: RecordsEngine) {
  const add = insertRows<Schema['issue_happenings']>(db, engine, 'issue_happenings', {
    id: 'bigint',
    kind: 'text',
    project_id: 'text',
    issue_id: 'text',
    at: 'bigint',
  })
  return async (
    transaction: Transaction<Schema>,
    triggers: ReadonlyArray<Omit<AlertTrigger, 'id'>>,
  ): Promise<void> => {
    if (triggers.length === 0) return
    const first = await take(transaction, 'happening', triggers.length)
    const rows = triggers.map(({ kind, projectId, issueId, at }, index) => ({
      id: first + index,
      kind,
      project_id: projectId,
      issue_id: issueId,
      at,
    }))
    await add(transaction, rows)
  }
}

function toTrigger(row: Schema['issue_happenings']): AlertTrigger {
  const { id, kind, project_id: projectId, issue_id: issueId, at } = row
  return { id, kind: kind as TriggerKind, projectId, issueId, at }
}
