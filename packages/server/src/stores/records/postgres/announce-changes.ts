import { sql, type Transaction } from 'kysely'
import type { Schema } from '#stores/records/sql/schema.ts'

/** The channel of `LISTEN` and `NOTIFY`. */
export const CHANNEL = 'hindcast'

/** A setting of a session: who writes, and need not be told. */
export const NODE = 'hindcast.node'

/**
 * By triggers, because they speak for everybody who writes, commands and the account library among them, and are heard when
 * the transaction is there to be read.
 */
export async function announceChanges(
  transaction: Transaction<Schema>,
  watched: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await sql`
    create or replace function hindcast_announce() returns trigger language plpgsql as $$
    begin
      perform pg_notify(${sql.lit(CHANNEL)}, json_build_object(
        'changed', tg_table_name, 'from', current_setting(${sql.lit(NODE)}, true))::text);
      return null;
    end $$`.execute(transaction)
  for (const [name, columns] of Object.entries(watched)) {
    const table = sql.table(name)
    const of = columns.length === 0 ? sql`` : sql`of ${sql.join(columns.map((column) => sql.ref(column)))}`
    await sql`
      create or replace trigger hindcast_announce_rows after insert or delete on ${table}
      for each statement execute function hindcast_announce()`.execute(transaction)
    // A row that is only locked by writing it as it is has not changed.
    await sql`
      create or replace trigger hindcast_announce_changes after update ${of} on ${table}
      for each row when (old.* is distinct from new.*) execute function hindcast_announce()`.execute(
      transaction,
    )
  }
}
