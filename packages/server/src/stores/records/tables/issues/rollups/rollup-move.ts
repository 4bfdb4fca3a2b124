import type { Transaction } from 'kysely'
import type { LateEvent } from '#stores/records/records.ts'
import { fingerprintKey } from './rollup-keys.ts'
import { HOUR_MS } from './rollup-tally.ts'
import { recountUsers, type rollupWriter } from './rollup-write.ts'
import type { Schema } from '#stores/records/sql/schema.ts'

/**
 * Events with a new fingerprint are counted under it. The other users of the old one are unknown here, so its users
 * stay until it has no events left or they expire.
 */
export async function moveRollups(
  transaction: Transaction<Schema>,
  writer: ReturnType<typeof rollupWriter>,
  events: readonly LateEvent[],
  issueIds: Iterable<string>,
): Promise<void> {
  const moved = events.filter((event) => keyBefore(event) !== keyNow(event))
  await writer.count(transaction, moved, () => undefined)
  for (const [key, left] of Map.groupBy(moved, keyBefore)) {
    for (const [hour, { length }] of Map.groupBy(left, ({ receivedAt }) => Math.floor(receivedAt / HOUR_MS)))
      await takeHour(transaction, key, hour, length)
    await forgetUsersOfEmpty(transaction, key)
  }
  for (const id of issueIds) await recountUsers(transaction, id)
}

function keyNow({ projectId: project_id, groupingVersion: version, fingerprint }: LateEvent): number {
  return fingerprintKey({ project_id, version, fingerprint })
}

function keyBefore({ projectId: project_id, before }: LateEvent): number {
  return fingerprintKey({ project_id, ...before })
}

async function takeHour(transaction: Transaction<Schema>, key: number, hour: number, events: number) {
  await transaction
    .updateTable('fingerprint_hours')
    .set((eb) => ({ events: eb('events', '-', events) }))
    .where('key', '=', key)
    .where('hour', '=', hour)
    .execute()
  await transaction
    .deleteFrom('fingerprint_hours')
    .where('key', '=', key)
    .where('hour', '=', hour)
    .where('events', '<=', 0)
    .execute()
}

async function forgetUsersOfEmpty(transaction: Transaction<Schema>, key: number): Promise<void> {
  await transaction
    .deleteFrom('fingerprint_users')
    .where('key', '=', key)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fingerprints')
            .select('fingerprint')
            .where('fingerprints.key', '=', key)
            .where('event_count', '>', 0),
        ),
      ),
    )
    .execute()
}
