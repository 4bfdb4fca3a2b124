import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import { isFetchDue, type MapFetch } from '#domain/source-maps/map-fetch.ts'
import type { Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { Project } from '#domain/projects/project.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { EventSummary, TelemetryStore } from '#stores/telemetry/telemetry.ts'
import type { ReadableEvents } from './readable-events.ts'
import type { Grouper } from '#product/issues/jobs/regroup-events.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'
import { scriptsToFetch, type ScriptToFetch } from './scripts-to-fetch.ts'

const EVERY_MS = 5_000
const MINUTE_MS = 60_000
const BY_SOURCES = 2

export interface FetchMapsDeps {
  readonly records: Pick<RecordStore, 'projects' | 'mapFetches'>
  readonly telemetry: Pick<TelemetryStore, 'page' | 'get'>
  readonly symbolicator: Symbolicator
  readonly grouper: Pick<Grouper, 'ask'>
  readonly fetch: (project: Project, script: ScriptToFetch, signal: AbortSignal) => Promise<MapFetch['state']>
  readonly readable: Pick<ReadableEvents, 'add'>
  readonly now: () => number
  readonly log: Log
}

/** What is known of one project while the process runs. */
interface Desk {
  /** The number of the last event that was looked at, per spool: one spool may be digested later than another. */
  readonly lookedTo: Map<string, number>
  readonly waiting: Map<string, { readonly script: ScriptToFetch; readonly events: EventSummary[] }>
  /** When the latest fetches began. */
  begun: readonly number[]
}

/**
 * Fetches missing source maps of new events, for projects with fetching on. Outside of the digest, so that no event
 * waits for a remote server, and in its own scheduler, because that server may be slow.
 */
export function fetchMapsJob(deps: FetchMapsDeps): Job {
  const desks = new Map<string, Desk>()

  return {
    name: 'fetch-maps',
    everyMs: EVERY_MS,
    async run(signal) {
      const projects = (await deps.records.projects.all()).filter(({ settings }) => settings.fetchSourceMaps)
      const wanted = new Set(projects.map(({ id }) => id))
      for (const id of desks.keys()) if (!wanted.has(id)) desks.delete(id)
      const queue = projects.values()
      const work = async () => {
        for (const project of queue) {
          if (signal.aborted) return
          const lateMaps = desks.get(project.id) ?? { lookedTo: new Map(), waiting: new Map(), begun: [] }
          desks.set(project.id, lateMaps)
          // One project's trouble is not the others'.
          await lookAndFetch(deps, project, lateMaps, signal).catch((error: unknown) => {
            // A stop breaks off what it reads: nothing went wrong.
            if (signal.aborted) return
            deps.log.error('maps of a project could not be fetched', { error, project: project.id })
          })
        }
      }
      await Promise.all(Array.from({ length: LIMITS.mapFetch.projects }, work))
    },
  }
}

async function lookAndFetch(
  deps: FetchMapsDeps,
  project: Project,
  lateMaps: Desk,
  signal: AbortSignal,
): Promise<void> {
  await lookAtEvents(deps, project.id, lateMaps)
  await fetchWaiting(deps, project, lateMaps, signal)
}

async function lookAtEvents(deps: FetchMapsDeps, projectId: string, lateMaps: Desk): Promise<void> {
  const { lookBackMs, lookedEvents } = LIMITS.mapFetch
  const range = { from: deps.now() - lookBackMs, to: deps.now() + 1 }
  const { events } = await deps.telemetry.page({ projectId, range }, { limit: lookedEvents })
  const lastOf = (spoolId: string) => lateMaps.lookedTo.get(spoolId) ?? -1
  const fresh = events.filter(({ spoolId, seq }) => seq > lastOf(spoolId))
  // Before they are looked at: one that cannot be is not tried for ever.
  for (const { spoolId, seq } of fresh) lateMaps.lookedTo.set(spoolId, Math.max(lastOf(spoolId), seq))
  for (const event of fresh) {
    // One that cannot be read costs itself and none of the others.
    await lookAtEvent(deps, lateMaps, event).catch((error: unknown) =>
      deps.log.error('the scripts of an event could not be looked up', {
        error,
        project: projectId,
        event: event.eventId,
      }),
    )
  }
}

async function lookAtEvent(deps: FetchMapsDeps, { waiting }: Desk, event: EventSummary): Promise<void> {
  const { projectId, eventId } = event
  const stored = await deps.telemetry.get(projectId, eventId)
  const ask = stored && (await deps.grouper.ask(stored))
  if (stored === undefined || ask === undefined) return
  const scripts = scriptsToFetch(ask, await deps.symbolicator.symbolicate(ask))
  for (const script of scripts) {
    // With a release, what was fetched for it once stays right.
    const settled = script.fetched && script.release !== undefined
    const last = settled ? undefined : await deps.records.mapFetches.find(projectId, script.id)
    if (settled || !isFetchDue(last, deps.now())) continue
    const entry = waiting.get(script.id)
    if (entry === undefined && waiting.size >= LIMITS.mapFetch.waiting) continue
    if (entry === undefined) waiting.set(script.id, { script, events: [event] })
    else if (entry.events.length < LIMITS.mapFetch.events) entry.events.push(event)
  }
  // It was on its way while the map came.
  const isLate = stored.document.grouping.version !== BY_SOURCES && scripts.some(({ fetched }) => fetched)
  if (isLate) deps.readable.add(projectId, [event])
}

async function fetchWaiting(
  deps: FetchMapsDeps,
  project: Project,
  lateMaps: Desk,
  signal: AbortSignal,
): Promise<void> {
  const { mapFetch } = LIMITS
  lateMaps.begun = lateMaps.begun.filter((at) => deps.now() - at < MINUTE_MS)
  const allowed = Math.min(mapFetch.atOnce, mapFetch.perMinute - lateMaps.begun.length)
  for (const [id, { script, events }] of [...lateMaps.waiting].slice(0, Math.max(0, allowed))) {
    lateMaps.begun = [...lateMaps.begun, deps.now()]
    const state = await attempt(deps, project, script, signal)
    if (signal.aborted) return
    lateMaps.waiting.delete(id)
    await deps.records.mapFetches.remember(project.id, id, { state, at: deps.now() }, mapFetch.remembered)
    if (state === 'fetched') deps.readable.add(project.id, events)
    deps.log.info('asked a site for a map', { project: project.id, state })
  }
}

async function attempt(
  { fetch, log }: FetchMapsDeps,
  project: Project,
  script: ScriptToFetch,
  signal: AbortSignal,
): Promise<MapFetch['state']> {
  try {
    return await fetch(project, script, signal)
  } catch (error) {
    log.error('a map could not be fetched', { error, project: project.id })
    return 'unreachable'
  }
}
