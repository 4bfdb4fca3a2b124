import type { Grouping } from '#domain/issues/grouping.ts'
import type { LateEvent, RecordStore, RegroupResult } from '#stores/records/records.ts'
import type { StoredEvent, TelemetryStore } from '#stores/telemetry/telemetry.ts'

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

/** A browser's side of a server's error as it is with another grouping. */
export function sideGrouped(stored: StoredEvent, grouping: Grouping): LateEvent {
  const { projectId, eventId, seq, title, culprit, document } = stored
  return {
    ...stored,
    recognised: 'server_render_error',
    isBrowserSide: true,
    before: document.grouping,
    fingerprint: grouping.fingerprint,
    groupingVersion: grouping.version,
    revision: { projectId, eventId, seq, title, culprit, grouping, awaited: [] },
  }
}
