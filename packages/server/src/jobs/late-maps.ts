import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { Project } from '#domain/project.ts'
import type { TimeRange } from '#domain/time-range.ts'
import type { RecordStore } from '#stores/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry.ts'
import type { ReadableEvents } from './readable-events.ts'
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
  const { records, telemetry, now, log } = deps
  /** When each bundle was looked at first; undefined once it was twice. Those that are too old are forgotten. */
  let looked: ReadonlyMap<string, number | undefined> = new Map()
  let since = now() - OVERLAP_MS

  async function regroupProject(
    { id: projectId, settings }: Project,
    wanted: Wanted,
    readable: readonly EventSummary[],
    signal: AbortSignal,
  ): Promise<void> {
    const range = { from: now() - LIMITS.symbols.lateDays * DAY_MS, to: now() + 1 }
    const waiting = await eventsWaiting(telemetry, projectId, wanted, range, readable)
    let moved = 0
    for (let from = 0; from < waiting.length && !signal.aborted; from += SLICE) {
      const slice = waiting.slice(from, from + SLICE)
      const { revisions, issueIds } = await regroupEvents(deps, slice, settings, now())
      moved += revisions.length
      if (issueIds.length > 0) deps.changed(projectId, issueIds)
    }
    if (moved > 0) log.info('late maps', { project: projectId, looked: waiting.length, moved })
  }

  /** Everything of the bundles that are due, so that an upload of a thousand files is looked at once. */
  async function wantedBy(
    projectId: string,
    time: number,
    seen: Map<string, number | undefined>,
  ): Promise<Wanted> {
    const wanted = { debugIds: new Set<string>(), releases: new Set<string>() }
    for (const { checksum, release } of await records.artifacts.bundlesSince(projectId, since)) {
      const name = `${projectId}/${checksum}`
      const due = isDue(looked, name, time)
      seen.set(name, !looked.has(name) ? time : due ? undefined : looked.get(name))
      if (!due) continue
      if (release !== undefined) wanted.releases.add(release)
      for (const id of await records.artifacts.debugIdsOf(projectId, checksum)) wanted.debugIds.add(id)
    }
    return wanted
  }

  return {
    name: 'late-maps',
    everyMs: EVERY_MS,
    async run(signal) {
      await tellTelemetry(deps)
      const started = now()
      // Taken over at the end: what fails is looked at again.
      const seen = new Map<string, number | undefined>()
      for (const project of await records.projects.all()) {
        if (signal.aborted) return
        const wanted = await wantedBy(project.id, started, seen)
        const readable = deps.readable?.take(project.id) ?? []
        if (wanted.debugIds.size + wanted.releases.size + readable.length === 0) continue
        await regroupProject(project, wanted, readable, signal)
      }
      looked = seen
      since = started - OVERLAP_MS
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
