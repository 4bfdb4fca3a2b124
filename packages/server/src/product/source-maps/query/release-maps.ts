import { AppError } from '#domain/app-error.ts'
import type { ErrorEvent } from '#domain/events/error-event.ts'
import { normalise } from '#event/normalise.ts'
import { LIMITS } from '#domain/limits.ts'
import type { FrameMap, StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'
import { askFor } from '#symbols/ask.ts'
import { isScript, plainUrl } from '#symbols/script-urls.ts'
import { everything } from '#product/issues/query/time-series.ts'

/** A script that events of the release ran through. */
export interface SeenScript {
  readonly url: string
  /** `missing`: no working source map. `foreign`: presumably a third-party script. */
  readonly verdict: 'mapped' | 'missing' | 'foreign'
  readonly frames: number
  readonly map: FrameMap
}

/** What the maps of a release are worth. */
export interface ReleaseMaps {
  readonly release: string
  readonly scripts: readonly SeenScript[]
  /** Events looked at, the latest. */
  readonly events: number
  readonly uploaded: { readonly scripts: number; readonly maps: number }
  /** No script that was seen lacks its map. */
  readonly complete: boolean
}

export interface ReleaseMapsDeps {
  readonly telemetry: Pick<TelemetryStore, 'page' | 'get' | 'breakdown'>
  readonly artifacts: Pick<ArtifactRecords, 'ofRelease'>
  readonly symbolicator: Symbolicator
}

/** Looks at the latest events of the release, at most so many. */
export async function readReleaseMaps(
  deps: ReleaseMapsDeps,
  projectId: string,
  release: string,
  now: number,
  mostEvents: number = LIMITS.symbols.doctorEvents,
): Promise<ReleaseMaps> {
  const scope = {
    ...everything(projectId, now),
    where: [{ dimension: 'release', op: 'is', values: [release] }] as const,
  }
  const { events } = await deps.telemetry.page(scope, { limit: mostEvents })
  const files = await deps.artifacts.ofRelease(projectId, release, LIMITS.symbols.nearCandidates)
  if (events.length === 0 && files.length === 0) {
    throw new AppError(
      'not_found',
      `There is neither an event nor an upload of release “${release}”: name it as the SDK does, or upload its maps first.`,
    )
  }
  const seen = new Map<string, SeenScript>()
  for (const { eventId } of events) {
    if (seen.size >= LIMITS.symbols.doctorScripts) break
    const stored = await deps.telemetry.get(projectId, eventId)
    if (stored === undefined) continue
    const event = normalise(stored.document.payload, stored.document.received, stored)
    await look(deps.symbolicator, event, askFor(event, projectId), seen)
  }
  const scripts = [...seen.values()].toSorted((a, b) => b.frames - a.frames)
  const count = (kind: string) => files.filter((file) => file.kind === kind).length
  return {
    release,
    scripts,
    events: events.length,
    uploaded: { scripts: count('minified_source'), maps: count('source_map') },
    complete: scripts.every(({ verdict }) => verdict !== 'missing'),
  }
}

/** The same of the release whose events came last; undefined where no event names one. */
export async function readLatestMaps(
  deps: ReleaseMapsDeps,
  projectId: string,
  now: number,
): Promise<ReleaseMaps | undefined> {
  const { values } = await deps.telemetry.breakdown(everything(projectId, now), {
    by: 'release',
    measure: 'events',
    limit: 1,
    order: 'latest',
  })
  const release = values[0]?.key
  return release === undefined ? undefined : readReleaseMaps(deps, projectId, release, now)
}

async function look(
  symbolicator: Symbolicator,
  event: ErrorEvent,
  ask: StackAsk,
  seen: Map<string, SeenScript>,
): Promise<void> {
  const answer = await symbolicator.symbolicate(ask)
  for (const [index, stack] of ask.stacks.entries()) {
    for (const [place, { absPath }] of stack.entries()) {
      const map = answer[index]![place]!.map
      if (!isScript(absPath) || map.state === 'not_needed') continue
      const url = plainUrl(absPath)
      const before = seen.get(url)
      // One frame that maps shows that the map is there and fits.
      const told = before?.verdict === 'mapped' ? before.map : map
      seen.set(url, {
        url,
        verdict: verdictOf(told, url, event),
        frames: (before?.frames ?? 0) + 1,
        map: told,
      })
    }
  }
}

function verdictOf(map: FrameMap, url: string, event: ErrorEvent): SeenScript['verdict'] {
  if (map.state === 'mapped') return 'mapped'
  const hasId = map.looked.some(({ by }) => by === 'debug_id')
  const page = hostOf(event.request?.url)
  const isForeign = page !== undefined && hostOf(url) !== page && !hasId && map.nearest === undefined
  return isForeign ? 'foreign' : 'missing'
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).host : undefined
}
