import { AppError } from '#domain/app-error.ts'

import type { IssueMove } from '#stores/telemetry/telemetry.ts'
import type { Columns } from '#stores/telemetry/duckdb/columns.ts'
import type { createSerialQueue } from '#stores/telemetry/guard.ts'
import type { Vault } from '#stores/telemetry/duckdb/vault.ts'

/** Documents first: from then on no event comes to the old place. Rows in slices, each in its turn. */
export async function moveEvents(
  {
    vault,
    columns,
    inSequence,
    closing,
  }: {
    readonly vault: Vault
    readonly columns: Columns
    readonly inSequence: ReturnType<typeof createSerialQueue>
    readonly closing: AbortSignal
  },
  move: IssueMove,
): Promise<void> {
  const repeat = async (slice: () => Promise<boolean>) => {
    while (!closing.aborted && (await inSequence(slice)));
  }
  await inSequence(async () => vault.move(move))
  await repeat(() => columns.fill(move, (projectId, eventId) => vault.get(projectId, eventId)?.fingerprint))
  await repeat(() => columns.move(move))
  // Callers rely on completion, so an interrupted move fails and is repeated.
  if (closing.aborted) throw new AppError('store_unavailable', 'The telemetry store is closing.')
}
