import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { Project } from '#domain/projects/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { createLateMapsState, type LateMapsState } from './late-maps-state.ts'
import type { ReadableEvents } from './readable-events.ts'
import { retryAt } from './retry-at.ts'
import { regroupUnread } from './unread-maps.ts'
import { regroupEvents, type RegroupDeps } from '#product/issues/jobs/regroup-events.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'

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
  readonly telemetry: Pick<TelemetryStore, 'find' | 'page' | 'get' | 'revise'>
  /** Events whose map was fetched meanwhile. */
  readonly readable?: Pick<ReadableEvents, 'take'>
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
  const { records, now, log } = deps
  const begun = now()
  const desks = new Map<string, LateMapsState>()
  let telling = { failures: 0, dueAt: 0 }

  /** False: the stores are behind, so later steps would run too early. */
  async function tell(): Promise<boolean> {
    if (telling.dueAt > now()) return false
    try {
      await tellTelemetry(deps)
      telling = { failures: 0, dueAt: 0 }
      return true
    } catch (error) {
      const failures = telling.failures + 1
      telling = { failures, dueAt: retryAt(failures, now()) }
      log.error('what late maps moved could not be told', { error })
      return false
    }
  }

  return {
    name: 'late-maps',
    everyMs: EVERY_MS,
    async run(signal) {
      if (!(await tell())) return
      const projects = await records.projects.all()
      const known = new Set(projects.map(({ id }) => id))
      for (const id of desks.keys()) if (!known.has(id)) desks.delete(id)
      for (const project of projects) {
        if (signal.aborted) return
        const lateMaps = desks.get(project.id) ?? createLateMapsState(begun - OVERLAP_MS)
        desks.set(project.id, lateMaps)
        await lookSafely(deps, project, lateMaps, signal)
      }
    },
  }
}

/** One project's trouble is not the others', and is not tried again at once. */
async function lookSafely(
  deps: LateMapsDeps,
  project: Project,
  lateMaps: LateMapsState,
  signal: AbortSignal,
): Promise<void> {
  const started = deps.now()
  if (lateMaps.dueAt > started) return
  try {
    await lookForMaps(deps, project, lateMaps, started, signal)
    lateMaps.failures = 0
  } catch (error) {
    // A stop breaks off what it reads: nothing went wrong.
    if (signal.aborted) return
    lateMaps.failures += 1
    lateMaps.dueAt = retryAt(lateMaps.failures, deps.now())
    deps.log.error('late maps of a project could not be used', { error, project: project.id })
  }
}

async function lookForMaps(
  deps: LateMapsDeps,
  project: Project,
  lateMaps: LateMapsState,
  started: number,
  signal: AbortSignal,
): Promise<void> {
  const { wanted, looked } = await wantedBy(deps, project.id, lateMaps, started)
  lateMaps.readable = [...lateMaps.readable, ...(deps.readable?.take(project.id) ?? [])].slice(
    -LIMITS.symbols.lateEvents,
  )
  const again = [...lateMaps.readable, ...lateMaps.retries.due(started)]
  const range = { from: started - LIMITS.symbols.lateDays * DAY_MS, to: started + 1 }
  const regroup = (events: readonly EventSummary[]) => regroupInSlices(deps, project, events, signal)
  if (wanted.debugIds.size + wanted.releases.size + again.length > 0) {
    const waiting = await eventsWaiting(deps.telemetry, project.id, wanted, range, again)
    lateMaps.retries.settle(waiting, await regroup(waiting), deps.now())
  }
  if (!signal.aborted) await regroupUnread(deps, project, lateMaps.unread, range.from, regroup)
  if (signal.aborted) return
  // At the end: what fails is looked at again.
  lateMaps.readable = []
  lateMaps.looked = looked
  lateMaps.since = started - OVERLAP_MS
}

/** Those that failed. What a stop left over is looked at by the next process. */
async function regroupInSlices(
  deps: LateMapsDeps,
  { id: project, settings }: Project,
  events: readonly EventSummary[],
  signal: AbortSignal,
): Promise<readonly EventSummary[]> {
  let moved = 0
  const failures: EventSummary[] = []
  for (let from = 0; from < events.length && !signal.aborted; from += SLICE) {
    const slice = events.slice(from, from + SLICE)
    const { revisions, issueIds, failed } = await regroupEvents(deps, slice, settings, deps.now())
    failures.push(...failed)
    moved += revisions.length
    if (issueIds.length > 0) deps.changed(project, issueIds)
  }
  if (moved > 0) deps.log.info('late maps', { project, looked: events.length, moved })
  return failures
}

/** Everything of the bundles that are due, so that an upload of a thousand files is looked at once. */
async function wantedBy(
  { records }: LateMapsDeps,
  projectId: string,
  { looked, since }: LateMapsState,
  time: number,
): Promise<{ readonly wanted: Wanted; readonly looked: LateMapsState['looked'] }> {
  const wanted = { debugIds: new Set<string>(), releases: new Set<string>() }
  const seen = new Map<string, number | undefined>()
  for (const { checksum, release } of await records.artifacts.bundlesSince(projectId, since)) {
    const due = isDue(looked, checksum, time)
    seen.set(checksum, !looked.has(checksum) ? time : due ? undefined : looked.get(checksum))
    if (!due) continue
    if (release !== undefined) wanted.releases.add(release)
    for (const id of await records.artifacts.debugIdsOf(projectId, checksum)) wanted.debugIds.add(id)
  }
  return { wanted, looked: seen }
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

interface Wanted {
  readonly debugIds: ReadonlySet<string>
  readonly releases: ReadonlySet<string>
}

/** By what they lack; where a script carries no id, anything of the release may. The latest first, each once. */
async function eventsWaiting(
  telemetry: Pick<TelemetryStore, 'find' | 'page'>,
  projectId: string,
  { debugIds, releases }: Wanted,
  range: TimeRange,
  readable: readonly EventSummary[],
): Promise<readonly EventSummary[]> {
  const found = new Map(readable.map((event) => [event.eventId, event]))
  const left = () => LIMITS.symbols.lateEvents - found.size
  for (const value of debugIds) {
    if (left() <= 0) break
    for (const event of await telemetry.find([projectId], { kind: 'awaited_map', value }, left())) {
      if (event.receivedAt >= range.from) found.set(event.eventId, event)
    }
  }
  for (const release of releases) {
    if (left() <= 0) break
    const where = [{ dimension: 'release', op: 'is', values: [release] }] as const
    const { events } = await telemetry.page({ projectId, range, where }, { limit: left() })
    for (const event of events) found.set(event.eventId, event)
  }
  return [...found.values()]
}
