import { LIMITS } from '#domain/limits.ts'
import type { Project } from '#domain/projects/project.ts'
import { UNREAD_MAP } from '#domain/source-maps/unread-map.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { retryAt } from './retry-at.ts'

const EVERY_MS = 60_000

/** What is known of one project while the process runs. */
export interface UnreadMapsState {
  dueAt: number
  /** Looks one after the other that found the maps unreadable still. */
  failures: number
  /** How often each event failed while others were read. */
  readonly tries: Map<string, number>
  /** What was read since, or never can be. */
  readonly settled: Set<string>
}

export const createUnreadMapsState = (): UnreadMapsState => ({
  dueAt: 0,
  failures: 0,
  tries: new Map(),
  settled: new Set(),
})

export interface UnreadMapsDeps {
  readonly records: Pick<RecordStore, 'artifacts'>
  readonly telemetry: Pick<TelemetryStore, 'find'>
  readonly now: () => number
}

/**
 * Events that were grouped without their maps because the maps could not be read in time: the place where they are kept
 * was away, or a large one took too long. `regroup` answers those that failed again. One is tried first, each time another,
 * so that a place that is still away is asked once and not for every event.
 */
export async function regroupUnread(
  { records, telemetry, now }: UnreadMapsDeps,
  { id: projectId }: Project,
  state: UnreadMapsState,
  since: number,
  regroup: (events: readonly EventSummary[]) => Promise<readonly EventSummary[]>,
): Promise<void> {
  if (state.dueAt > now()) return
  state.dueAt = now() + EVERY_MS
  if ((await records.artifacts.lastUpload(projectId)) === undefined) return
  const marked = { kind: 'awaited_map', value: UNREAD_MAP } as const
  const found = await telemetry.find([projectId], marked, LIMITS.symbols.lateEvents)
  forget(state, new Set(found.map(({ eventId }) => eventId)))
  const unread = found.filter(({ eventId, receivedAt }) => receivedAt >= since && !state.settled.has(eventId))
  if (unread.length === 0) return
  const probe = unread[state.failures % unread.length]!
  if ((await regroup([probe])).length > 0) {
    state.failures += 1
    state.dueAt = retryAt(state.failures, now())
    return
  }
  state.failures = 0
  settle(state, unread, await regroup(unread.filter((event) => event !== probe)))
}

/** What is no longer among the latest is not looked for either. */
function forget({ tries, settled }: UnreadMapsState, found: ReadonlySet<string>): void {
  for (const id of tries.keys()) if (!found.has(id)) tries.delete(id)
  for (const id of settled) if (!found.has(id)) settled.delete(id)
}

/** One event that can never be read must not keep the others waiting. */
function settle(
  { tries, settled }: UnreadMapsState,
  tried: readonly EventSummary[],
  failed: readonly EventSummary[],
): void {
  const failing = new Set(failed.map(({ eventId }) => eventId))
  for (const { eventId } of tried) {
    const failures = failing.has(eventId) ? (tries.get(eventId) ?? 0) + 1 : LIMITS.symbols.lateTries
    tries.set(eventId, failures)
    if (failures < LIMITS.symbols.lateTries) continue
    tries.delete(eventId)
    settled.add(eventId)
  }
}
