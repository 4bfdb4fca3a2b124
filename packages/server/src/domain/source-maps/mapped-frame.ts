import type { DebugImage, Frame } from '#domain/events/error-event.ts'
import type { MapCodes } from './map-advice.ts'
import type { MapFetchState } from './map-fetch.ts'

/**
 * `no_debug_id`: nothing to look for: the script carries no id and the event names no release.
 * `no_file`: something was looked for and is not there. `no_position`: the frame or the map does not say where.
 * `not_needed`: what was sent is not a built script.
 */
export const MAP_STATES = [
  'mapped',
  'no_debug_id',
  'no_file',
  'no_position',
  'broken_map',
  'not_needed',
] as const
export type MapState = (typeof MAP_STATES)[number]

/** Position of a frame in the original source. */
export interface OriginalFrame {
  /** Without what the bundler put around it: `src/cart.ts`. */
  readonly filename: string
  /** As the map names it. */
  readonly source: string
  readonly function: string | undefined
  readonly line: number
  /** From 1. */
  readonly column: number
  readonly inApp: boolean
  readonly preContext: readonly string[]
  readonly contextLine: string | undefined
  readonly postContext: readonly string[]
}

/** One step of the search for a map. */
export interface LookedFor {
  /** `fetch`: a map that was fetched from where the script is served. */
  readonly by: 'debug_id' | 'url' | 'fetch'
  readonly value: string
  /** Undefined: files that were uploaded without one. */
  readonly dist: string | undefined
  readonly found: 'map' | 'script' | 'nothing'
}

/** Why a frame is mapped, or why it is not and what to do about it. */
export interface FrameMap {
  readonly state: MapState
  readonly looked: readonly LookedFor[]
  /** What is there and almost fits. */
  readonly nearest: string | undefined
  /** One line; undefined where nothing is to be done. */
  readonly fix: string | undefined
  /** The same in codes; `mapAdvice` makes both. */
  readonly codes?: MapCodes
  /** Of a script without an uploaded map: what became of the one that it names itself. */
  readonly fetch?: MapFetchState | undefined
}

export interface MappedFrame {
  readonly original: OriginalFrame | undefined
  readonly map: FrameMap
}

/** What the mapping of a frame depends on. */
export type FrameAsk = Pick<Frame, 'absPath' | 'line' | 'column' | 'function' | 'inApp'> & {
  /** The source line was sent along. */
  readonly hasSource: boolean
}

export interface StackAsk {
  readonly projectId: string
  readonly release: string | undefined
  readonly dist: string | undefined
  readonly images: readonly DebugImage[]
  /** Each oldest first. */
  readonly stacks: ReadonlyArray<readonly FrameAsk[]>
}

/** In the order of the question. */
export type StackAnswer = ReadonlyArray<readonly MappedFrame[]>

export interface Symbolicator {
  symbolicate(ask: StackAsk): Promise<StackAnswer>
}
