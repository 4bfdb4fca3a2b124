import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** Takes the next `count` numbers, for good, and answers the first. Also queues those who want one at the same time. */
export async function take(
  transaction: Transaction<Schema>,
  name: Schema['counters']['name'],
  count = 1,
): Promise<number> {
  const { value } = await transaction
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow()
  return value - count + 1
}
