import type { Frame } from '#domain/events/error-event.ts'
import { stableLine, stablePlace } from './group-v4-names.ts'
import { firstWords } from './group-v4-words.ts'

/* FROZEN once released as a part of grouping version 4 (spec GR1). */

const FRAMES_COMPARED = 4
/** A function that stands in a stack as often as this calls itself, directly or not. */
const RECURSION = 4

export interface Site {
  /** Newest first. */
  readonly places: readonly string[]
  /** The source line of the newest; without sources, what the message begins with. */
  readonly line: string
  /** The places are the application's. */
  readonly isOwn: boolean
}

/** By the frames of the application, or all of them where it has none. Undefined: the stack says nothing. */
export function siteOf(frames: readonly Frame[], platform: string, message: string): Site | undefined {
  const own = frames.filter(({ inApp }) => inApp)
  const isOwn = own.length > 0
  const compared = isOwn ? own : frames
  const repeated = repeatedIn(compared)
  const places = new Set<string>()
  const cycle = new Set<string>()
  let line: string | undefined
  for (let index = compared.length - 1; index >= 0 && places.size < FRAMES_COMPARED; index--) {
    const frame = compared[index]!
    const place = stablePlace(frame, platform)
    if (place === undefined) continue
    // Lines of a package change with its version.
    if (places.size === 0 && isOwn) line = stableLine(frame)
    if (places.size === cycle.size && repeated.has(keyOf(frame))) cycle.add(place)
    places.add(place)
  }
  if (places.size === 0) return undefined
  // Where a recursion of several functions ends is chance.
  const inOrder = [...[...cycle].toSorted(), ...[...places].slice(cycle.size)]
  return { places: inOrder, line: cycle.size > 1 ? '' : (line ?? firstWords(message)), isOwn }
}

/** The functions of a recursion. */
function repeatedIn(frames: readonly Frame[]): ReadonlySet<string> {
  const times = new Map<string, number>()
  for (const frame of frames) {
    const key = keyOf(frame)
    times.set(key, (times.get(key) ?? 0) + 1)
  }
  return new Set([...times].filter(([, count]) => count >= RECURSION).map(([key]) => key))
}

function keyOf({ module, function: name }: Frame): string {
  return `${module ?? ''} ${name ?? ''}`
}
