import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MapNearest } from '#domain/source-maps/map-advice.ts'
import { DamagedBlob, type BlobStore } from '#stores/blobs/blobs.ts'
import { createByteCache } from './byte-cache.ts'
import type { MapJournal } from './map-journal.ts'
import type { MapMemory } from './memory.ts'
import { CostlyMapError, openMap, type OpenMap } from './open-map.ts'
import { textCost } from './text-cost.ts'

type Broken = Extract<
  MapNearest,
  {
    readonly code:
      | 'large_map'
      | 'costly_map'
      | 'fatal_map'
      | 'lost_map'
      | 'unreachable_map'
      | 'unreadable_map'
  }
>

export class BrokenMapError extends Error {
  override readonly name = 'BrokenMapError'
  readonly nearest: Broken
  constructor(nearest: Broken) {
    super(nearest.code)
    this.nearest = nearest
  }
}

export interface MapOpenerDeps {
  readonly blobs: Pick<BlobStore, 'get'>
  readonly memory: MapMemory
  readonly journal: MapJournal
}

const MiB = 1024 * 1024
/** A parser quotes what it cannot read, which may be the whole file. */
const PROBLEM_CHARS = 200

type Opened = OpenMap | BrokenMapError

/** Opens each map once, one after the other, and none that would take more memory than there is or that was fatal before. */
export function createMapOpener(deps: MapOpenerDeps): (file: ArtifactFile) => Promise<OpenMap> {
  const kept = createByteCache<Opened>(deps.memory.keptBytes)
  const opening = new Map<string, Promise<Opened>>()
  // One that is too large to be kept beside others is asked for by every frame of a stack.
  let latest: { readonly blob: string; readonly map: Opened } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  return async (file) => {
    const { blob } = file
    const known = kept.get(blob) ?? (latest?.blob === blob ? latest.map : undefined) ?? (await begin(file))
    if (known instanceof BrokenMapError) throw known
    return known
  }

  function begin(file: ArtifactFile): Promise<Opened> {
    const running = opening.get(file.blob)
    if (running !== undefined) return running
    const work = turn.then(() => load(file)).finally(() => opening.delete(file.blob))
    turn = work.catch(() => {})
    opening.set(file.blob, work)
    return work
  }

  async function load({ blob, bytes, url }: ArtifactFile): Promise<Opened> {
    if (bytes > LIMITS.symbols.mapBytes)
      return new BrokenMapError({ code: 'large_map', url, most: inMiB(LIMITS.symbols.mapBytes) })
    // Before the bytes are read: the memory of the one before is needed.
    latest = undefined
    const content = await deps.blobs
      .get(blob)
      .catch((error: unknown) => (error instanceof DamagedBlob ? undefined : ('unreachable' as const)))
    // Neither is remembered: the store may come back, and so may the bytes, from a backup.
    if (content === 'unreachable') return new BrokenMapError({ code: 'unreachable_map', url })
    if (content === undefined) return new BrokenMapError({ code: 'lost_map', url })
    const map = await openNoted(deps, blob, content, url)
    const held = map instanceof BrokenMapError ? 1_000 : map.bytes
    kept.set(blob, map, held)
    if (held > deps.memory.keptBytes) latest = { blob, map }
    return map
  }
}

/** Written down before and crossed out after, so that a map which ends the process is known to the next one. */
async function openNoted(
  { memory, journal }: MapOpenerDeps,
  blob: string,
  content: Uint8Array,
  url: string,
): Promise<Opened> {
  const cost = textCost(content)
  const total = cost.parsing + cost.parsed
  if (total > memory.mapBytes) return costly(url, total, memory)
  if (total <= memory.mapBytes * LIMITS.symbols.noteShare) return openSafely(content, cost, url, memory)
  if (await journal.wasFatal(blob)) return new BrokenMapError({ code: 'fatal_map', url })
  await journal.begin(blob)
  const map = openSafely(content, cost, url, memory)
  await journal.end(blob)
  return map
}

function openSafely(
  content: Uint8Array,
  cost: ReturnType<typeof textCost>,
  url: string,
  memory: MapMemory,
): Opened {
  try {
    return openMap(content, cost, memory.mapBytes)
  } catch (error) {
    if (error instanceof CostlyMapError) return costly(url, error.needsBytes, memory)
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_CHARS)
    return new BrokenMapError({ code: 'unreadable_map', url, problem: problem.toWellFormed() })
  }
}

function costly(url: string, needsBytes: number, { mapBytes }: MapMemory): BrokenMapError {
  return new BrokenMapError({ code: 'costly_map', url, needs: inMiB(needsBytes), most: inMiB(mapBytes) })
}

function inMiB(bytes: number): string {
  return `${Math.ceil(bytes / MiB)} MiB`
}
