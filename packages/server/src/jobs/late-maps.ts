import { awaitedDebugId, awaitedRelease } from '#domain/awaited-map.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry.ts'
import { regroupEvents, type RegroupDeps } from './regroup-events.ts'
import type { Job } from './scheduler.ts'

const EVERY_MS = 3_000
const DAY_MS = 86_400_000
/** Two uploads at the same time may end in the other order. */
const OVERLAP_MS = 600_000
/** An event that was on its way while the map came is stored a little later. */
const SECOND_LOOK_MS = 60_000
/** Events per transaction. */
const SLICE = 100

export interface LateMapsDeps extends RegroupDeps {
  readonly records: Pick<RecordStore, 'projects' | 'artifacts' | 'regrouping'>
  readonly telemetry: Pick<TelemetryStore, 'find' | 'get' | 'revise'>
  /** Issues that events came to or went from. */
  readonly changed: (projectId: string, issueIds: readonly string[]) => void
  readonly now: () => number
  readonly log: Log
}

/**
 * Looks for uploads that events have waited for, and moves those events to the issue they belong to. What is shown needs
 * no job: stacks are mapped when they are read.
 */
export function lateMapsJob(deps: LateMapsDeps): Job {
  const { records, telemetry, now, log } = deps
  /** When each bundle was looked at first; undefined once it was twice. */
  const looked = new Map<string, number | undefined>()
  let since = now() - DAY_MS

  async function regroupBundle(
    projectId: string,
    keys: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const waiting = await eventsWaiting(telemetry, projectId, keys, now() - LIMITS.symbols.lateDays * DAY_MS)
    let moved = 0
    for (let from = 0; from < waiting.length && !signal.aborted; from += SLICE) {
      const { revisions, issueIds } = await regroupEvents(deps, waiting.slice(from, from + SLICE), now())
      moved += revisions.length
      if (issueIds.length > 0) deps.changed(projectId, issueIds)
    }
    if (waiting.length > 0) log.info('late maps', { project: projectId, waiting: waiting.length, moved })
  }

  return {
    name: 'late-maps',
    everyMs: EVERY_MS,
    async run(signal) {
      await tellTelemetry(deps)
      const started = now()
      for (const { id } of await records.projects.all()) {
        for (const { checksum, release } of await records.artifacts.bundlesSince(id, since)) {
          const name = `${id}/${checksum}`
          if (signal.aborted) return
          if (!isDue(looked, name, started)) continue
          const ids = await records.artifacts.debugIdsOf(id, checksum)
          const keys = [
            ...ids.map(awaitedDebugId),
            ...(release === undefined ? [] : [awaitedRelease(release)]),
          ]
          await regroupBundle(id, keys, signal)
          looked.set(name, looked.has(name) ? undefined : started)
        }
      }
      since = Math.max(since, started - OVERLAP_MS)
    },
  }
}

function isDue(looked: ReadonlyMap<string, number | undefined>, name: string, time: number): boolean {
  if (!looked.has(name)) return true
  const first = looked.get(name)
  return first !== undefined && time - first >= SECOND_LOOK_MS
}

/** What a process that ended in between had decided. */
async function tellTelemetry({ records, telemetry }: LateMapsDeps): Promise<void> {
  for (;;) {
    const waiting = await records.regrouping.waiting(SLICE)
    if (waiting.length === 0) return
    await telemetry.revise(waiting)
    await records.regrouping.told(waiting)
  }
}

async function eventsWaiting(
  telemetry: Pick<TelemetryStore, 'find'>,
  projectId: string,
  keys: readonly string[],
  notBefore: number,
): Promise<readonly EventSummary[]> {
  const found = new Map<string, EventSummary>()
  for (const value of keys) {
    const left = LIMITS.symbols.lateEvents - found.size
    if (left <= 0) break
    for (const event of await telemetry.find([projectId], { kind: 'awaited_map', value }, left)) {
      if (event.receivedAt >= notBefore) found.set(event.eventId, event)
    }
  }
  return [...found.values()]
}
