import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { LIMITS } from '#domain/limits.ts'
import type { FrameMap } from '#domain/source-maps/mapped-frame.ts'
import type { BlobStore } from '#stores/blobs/blobs.ts'
import type { ArtifactRecords } from '#stores/records/records.ts'
import { createByteCache } from './byte-cache.ts'
import { explainMiss } from './explain-miss.ts'
import type { FetchStates } from './fetch-state.ts'
import { unmappedColumns } from './late-banner.ts'
import { locateMap, type Located, type ScriptKey } from './locate-map.ts'
import { NO_JOURNAL, type MapJournal } from './map-journal.ts'
import { createMapOpener } from './map-opener.ts'
import { mapMemory, type MapMemory } from './memory.ts'
import type { OpenMap } from './open-map.ts'
import { placeInMap, type Place } from './place-in-map.ts'
import { mapNameOf, uploadNames } from '#symbols/script-urls.ts'

export interface SymbolStores {
  readonly artifacts: Pick<ArtifactRecords, 'byDebugIds' | 'byUrls' | 'ofRelease' | 'lastUpload'>
  readonly blobs: Pick<BlobStore, 'get'>
  readonly fetchStates?: FetchStates
  /** What opening maps may take; by default that of a machine with 1 GiB. */
  readonly memory?: MapMemory
  readonly journal?: MapJournal
}

/** The map of one script, found or not. */
export interface ScriptMap {
  readonly located: Located
  /** Why there is none; undefined where there is one. */
  readonly miss: FrameMap | undefined
}

export interface MappedScript {
  readonly map: ArtifactFile
  readonly script: ArtifactFile | undefined
}

export interface ScriptMaps {
  /** `uploadedAt`: when anything was last uploaded; what was found before may have been replaced. */
  find(key: ScriptKey, uploadedAt: number): Promise<ScriptMap>
  /** Undefined: the map says nothing about the position. Throws where the map cannot be opened. */
  place(files: MappedScript, line: number, column: number): Promise<Place | undefined>
}

const GiB = 1024 ** 3

export function createScriptMaps({
  artifacts,
  blobs,
  fetchStates,
  memory = mapMemory(GiB),
  journal = NO_JOURNAL,
}: SymbolStores): ScriptMaps {
  const found = createByteCache<ScriptMap>(LIMITS.symbols.answerBytes / 4)
  const places = createByteCache<{ readonly place: Place | undefined }>(LIMITS.symbols.answerBytes)
  const open = createMapOpener({ blobs, memory, journal })
  const shiftOf = createShiftFinder(blobs, open)

  return {
    async find(key, uploadedAt) {
      const name = JSON.stringify([key, uploadedAt])
      const known = found.get(name)
      if (known !== undefined) return known
      const located = await locateMap(artifacts, key)
      const map: ScriptMap = {
        located,
        miss: located.map === undefined ? await missOf(key, located) : undefined,
      }
      // What is missing is looked for again: two uploads at the same time may end in the other order.
      if (located.map === undefined) return map
      found.set(name, map, 1000 + JSON.stringify(map).length * 2 + name.length * 2)
      return map
    },
    async place({ map, script }, line, sentColumn) {
      const shift = line === 1 && script !== undefined ? await shiftOf(script, map) : 0
      const column = sentColumn - shift
      const name = `${map.blob}:${line}:${column}`
      const known = places.get(name)
      if (known !== undefined) return known.place
      const place = await placeInMap(await open(map), line, column, (source) => sourceOf(map, source))
      places.set(name, { place }, (place?.bytes ?? 100) + name.length * 2)
      return place
    },
  }

  async function missOf(key: ScriptKey, located: Located): Promise<FrameMap> {
    const { release, projectId } = key
    const uploaded =
      release === undefined || located.script !== undefined
        ? []
        : await artifacts.ofRelease(projectId, release, LIMITS.symbols.nearCandidates)
    return { ...explainMiss(key, located, uploaded), fetch: await fetchStates?.(key) }
  }

  /** A source that was uploaded as a file of its own. */
  async function sourceOf(map: ArtifactFile, source: string): Promise<string | undefined> {
    const name = mapNameOf(map.url, source)
    if (name === undefined || map.release === undefined) return undefined
    const files = await artifacts.byUrls(map.projectId, map.release, map.dist, uploadNames(name))
    const file = files.find(({ kind, bytes }) => kind === 'source' && bytes <= LIMITS.symbols.sourceBytes)
    const bytes = file && (await blobs.get(file.blob))
    return bytes && Buffer.from(bytes).toString('utf8')
  }
}

/** How far the positions of a script's first line are from where its map says they are. */
function createShiftFinder(
  blobs: Pick<BlobStore, 'get'>,
  open: (map: ArtifactFile) => Promise<OpenMap>,
): (script: ArtifactFile, map: ArtifactFile) => Promise<number> {
  const shifts = createByteCache<number>(LIMITS.symbols.answerBytes / 16)
  return async (script, map) => {
    const name = `${script.blob} ${map.blob}`
    const known = shifts.get(name)
    if (known !== undefined) return known
    const bytes = await blobs.get(script.blob).catch(() => undefined)
    const opened = await open(map)
    const start = Buffer.from(bytes?.subarray(0, LIMITS.symbols.sourceBytes) ?? []).toString('utf8')
    const shift = unmappedColumns(start, (count) => opened.samples(count))
    // One that could not be read is read again.
    if (bytes !== undefined) shifts.set(name, shift, 200 + name.length * 2)
    return shift
  }
}
