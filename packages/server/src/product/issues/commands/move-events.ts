import type { LateEvent, RecordStore, RegroupResult } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

export interface MoveStores {
  readonly records: Pick<RecordStore, 'regrouping'>
  readonly telemetry: Pick<TelemetryStore, 'revise'>
}

/** Records first, because they know the issue; what they decided is kept until the telemetry knows it too. */
export async function moveEvents(
  { records, telemetry }: MoveStores,
  late: readonly LateEvent[],
  now: number,
): Promise<RegroupResult> {
  const moved = await records.regrouping.regroup(late, now)
  await telemetry.revise(moved.revisions)
  await records.regrouping.told(moved.revisions)
  return moved
}
