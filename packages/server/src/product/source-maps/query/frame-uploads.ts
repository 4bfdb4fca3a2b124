import type { ErrorEvent } from '#domain/events/error-event.ts'
import { LIMITS } from '#domain/limits.ts'
import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import { isScript, mapNameOf, uploadNames } from '#symbols/script-urls.ts'

/** `wrong_dist`: only with another dist than the event has. */
export type Lookup = 'found' | 'wrong_dist' | 'nothing'

/** What the release of an event has for a script. */
export interface ReleaseLookup {
  readonly names: readonly string[]
  readonly script: Lookup
  /** What the script says about its map. */
  readonly reference: string | undefined
  readonly mapName: string | undefined
  readonly map: Lookup
}

/** What was uploaded for the script of a frame, in each way that it is looked for. */
export interface FrameUploads {
  readonly debugId: string | undefined
  readonly scriptWithId: boolean
  readonly mapWithId: boolean
  /** Undefined: the event names no release, or the frame no script. */
  readonly release: ReleaseLookup | undefined
}

export interface EventUploads {
  /** By exception, then by frame. */
  readonly exceptions: ReadonlyArray<readonly FrameUploads[]>
  /** Something was ever uploaded for the project. */
  readonly hasAny: boolean
  readonly hasAnyOfRelease: boolean
  /** Among the latest uploads, as many as are looked at. */
  readonly hasAnyWithId: boolean
}

type Artifacts = Pick<
  ArtifactRecords,
  'byDebugIds' | 'byUrls' | 'ofRelease' | 'lastUpload' | 'bundlesSince' | 'debugIdsOf'
>

/** Scripts of an event that are looked for by release; each is two questions to the records. */
const MOST_SCRIPTS = 25
/** Latest uploads in which an id is looked for. */
const MOST_BUNDLES = 20

export async function readFrameUploads(
  artifacts: Artifacts,
  projectId: string,
  event: ErrorEvent,
): Promise<EventUploads> {
  const idOf = new Map(event.debugImages.map(({ codeFile, debugId }) => [codeFile, debugId]))
  const withIds = await artifacts.byDebugIds(projectId, [...new Set(idOf.values())])
  const hasFile = (id: string | undefined, kind: ArtifactFile['kind']) =>
    id !== undefined && withIds.some((file) => file.debugId === id && file.kind === kind)
  const releases = await lookUpScripts(artifacts, projectId, event)
  const { release } = event
  return {
    exceptions: event.exceptions.map(({ frames }) =>
      frames.map(({ absPath = '' }) => {
        const debugId = idOf.get(absPath)
        return {
          debugId,
          scriptWithId: hasFile(debugId, 'minified_source'),
          mapWithId: hasFile(debugId, 'source_map'),
          release: releases.get(absPath),
        }
      }),
    ),
    hasAny: (await artifacts.lastUpload(projectId)) !== undefined,
    hasAnyOfRelease: release !== undefined && (await artifacts.ofRelease(projectId, release, 1)).length > 0,
    hasAnyWithId: withIds.length > 0 || (await hasIds(artifacts, projectId)),
  }
}

async function hasIds(artifacts: Artifacts, projectId: string): Promise<boolean> {
  const bundles = await artifacts.bundlesSince(projectId, 0)
  for (const { checksum } of bundles.slice(-MOST_BUNDLES).toReversed())
    if ((await artifacts.debugIdsOf(projectId, checksum)).length > 0) return true
  return false
}

async function lookUpScripts(
  artifacts: Artifacts,
  projectId: string,
  { release, dist, exceptions }: ErrorEvent,
): Promise<ReadonlyMap<string, ReleaseLookup>> {
  const found = new Map<string, ReleaseLookup>()
  if (release === undefined) return found
  const scripts = new Set(exceptions.flatMap(({ frames }) => frames.map(({ absPath }) => absPath)))
  const near = await artifacts.ofRelease(projectId, release, LIMITS.symbols.nearCandidates)
  const byName = async (names: readonly string[]) => [
    ...(await artifacts.byUrls(projectId, release, dist, names)),
    ...(dist === undefined ? [] : await artifacts.byUrls(projectId, release, undefined, names)),
  ]
  for (const url of [...scripts].filter(isScript).slice(0, MOST_SCRIPTS)) {
    const names = uploadNames(url)
    const script = (await byName(names)).find(({ kind }) => kind === 'minified_source')
    const mapName = script && mapNameOf(script.url, script.sourceMap ?? `${script.url}.map`)
    const maps = mapName === undefined ? [] : await byName(uploadNames(mapName))
    const map = maps.find(({ kind }) => kind === 'source_map')
    found.set(url, {
      names,
      script: lookupOf(script, near, names),
      reference: script?.sourceMap,
      mapName,
      map: lookupOf(map, near, mapName === undefined ? names.map((name) => `${name}.map`) : [mapName]),
    })
  }
  return found
}

function lookupOf(
  file: ArtifactFile | undefined,
  near: readonly ArtifactFile[],
  names: readonly string[],
): Lookup {
  if (file !== undefined) return 'found'
  return near.some(({ url }) => names.includes(url)) ? 'wrong_dist' : 'nothing'
}
