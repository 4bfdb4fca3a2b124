import type { Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** Issues of earlier versions learn it with their next event. */
export async function up({ schema }: Transaction<Schema>): Promise<void> {
  await schema.alterTable('issues').addColumn('recognised', 'text').execute()
}
