import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import { mapAdvice, type MapFix } from '#domain/source-maps/map-advice.ts'
import type {
  FrameAsk,
  FrameMap,
  MappedFrame,
  StackAnswer,
  StackAsk,
  Symbolicator,
} from '#domain/source-maps/mapped-frame.ts'
import type { LookedFor } from '#domain/source-maps/mapped-frame.ts'
import { frameName } from './frame-name.ts'
import { BrokenMapError } from '#symbols/maps/map-opener.ts'
import type { Place } from '#symbols/maps/place-in-map.ts'
import {
  createScriptMaps,
  type ScriptMap,
  type ScriptMaps,
  type SymbolStores,
} from '#symbols/maps/script-map.ts'
import { isScript, plainUrl } from './script-urls.ts'

const NOT_NEEDED: MappedFrame = {
  original: undefined,
  map: { state: 'not_needed', looked: [], nearest: undefined, fix: undefined },
}

/** Maps stacks with what was uploaded. Never throws for what is wrong with a map: the frame says so. */
export function createSymbolicator(stores: SymbolStores): Symbolicator {
  const maps = createScriptMaps(stores)
  return {
    async symbolicate(ask) {
      const scripts = await scriptsOf(ask, stores, maps)
      const answer: MappedFrame[][] = []
      for (const stack of ask.stacks) answer.push(await mapStack(stack, scripts, maps))
      return answer satisfies StackAnswer
    },
  }
}

type Scripts = ReadonlyMap<string, ScriptMap>

async function scriptsOf(ask: StackAsk, stores: SymbolStores, maps: ScriptMaps): Promise<Scripts> {
  const scripts = new Map<string, ScriptMap>()
  const uploadedAt = await stores.artifacts.lastUpload(ask.projectId)
  for (const frame of ask.stacks.flat()) {
    const url = frame.absPath
    if (!isScript(url) || scripts.has(url) || scripts.size === LIMITS.symbols.scripts) continue
    const debugId = debugIdFor(ask, url)
    // A path with its own source line was never built, unless it has a debug ID or an upload.
    if (debugId === undefined && frame.hasSource && uploadedAt === undefined) continue
    const { projectId, release, dist } = ask
    scripts.set(url, await maps.find({ projectId, release, dist, debugId, url }, uploadedAt ?? 0))
  }
  return scripts
}

function debugIdFor({ images }: StackAsk, url: string): string | undefined {
  const image =
    images.find(({ codeFile }) => codeFile === url) ??
    images.find(({ codeFile }) => plainUrl(codeFile) === plainUrl(url))
  return image === undefined ? undefined : normalDebugId(image.debugId)
}

async function mapStack(
  stack: readonly FrameAsk[],
  scripts: Scripts,
  maps: ScriptMaps,
): Promise<MappedFrame[]> {
  const mapped: MappedFrame[] = []
  let caller: Place | undefined
  for (const frame of stack) {
    const script = frame.absPath === undefined ? undefined : scripts.get(frame.absPath)
    const found = script === undefined ? undefined : await placeOf(frame, script, maps)
    mapped.push(found === undefined ? NOT_NEEDED : mappedFrame(frame, found, caller))
    caller = found?.place
  }
  return mapped
}

const FIXES: Partial<Record<BrokenMapError['nearest']['code'], 'upload_smaller_map' | 'reach_store'>> = {
  costly_map: 'upload_smaller_map',
  fatal_map: 'upload_smaller_map',
  unreachable_map: 'reach_store',
}

interface FoundPlace {
  readonly place: Place | undefined
  readonly map: FrameMap
}

async function placeOf(
  frame: FrameAsk,
  { located, miss }: ScriptMap,
  maps: ScriptMaps,
): Promise<FoundPlace | undefined> {
  const { map, script, looked } = located
  if (map === undefined) {
    const asWritten = frame.hasSource && looked.every(({ by }) => by === 'url')
    return asWritten ? undefined : { place: undefined, map: miss! }
  }
  if (frame.line === undefined || frame.column === undefined)
    return without(looked, { code: 'send_position' })
  try {
    const place = await maps.place({ map, script }, frame.line, frame.column)
    if (place === undefined) return without(looked, { code: 'upload_fitting_map' })
    return { place, map: { state: 'mapped', looked, nearest: undefined, fix: undefined } }
  } catch (error) {
    if (!(error instanceof BrokenMapError)) throw error
    // One file may lie under several names.
    const nearest = { ...error.nearest, url: map.url }
    const advice = mapAdvice({ code: FIXES[nearest.code] ?? 'build_map_again' }, nearest)
    return { place: undefined, map: { state: 'broken_map', looked, ...advice } }
  }
}

function without(looked: readonly LookedFor[], fix: MapFix): FoundPlace {
  return { place: undefined, map: { state: 'no_position', looked, ...mapAdvice(fix) } }
}

function mappedFrame(frame: FrameAsk, { place, map }: FoundPlace, caller: Place | undefined): MappedFrame {
  if (place === undefined) return { original: undefined, map }
  const name = frameName({ scope: place.scope, calledAs: caller?.calls, sent: frame.function })
  const inApp = frame.inApp && !place.isLibrary
  return { original: { ...place.original, function: name, inApp }, map }
}
