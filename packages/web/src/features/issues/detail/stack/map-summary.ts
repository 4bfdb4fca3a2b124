import type { Frame } from './frame-runs.ts'

type FrameMap = NonNullable<Frame['map']>
export type MapState = FrameMap['state']

export interface MapSummary {
  readonly mapped: number
  /** Frames of built files: those that were sent as they were written need no map. */
  readonly built: number
  /** Says what to do about most of those without a map. */
  readonly advice: FrameMap | null
  /** Source maps could not be looked up. */
  readonly unknown: boolean
}

/** How much of a stack can be read; undefined where nothing in it needs a map. */
export function mapSummary(frames: readonly Frame[]): MapSummary | undefined {
  const unknown = frames.length > 0 && frames.every(({ map }) => map === null)
  const built = frames.filter(({ map }) => map !== null && map.state !== 'not_needed')
  if (built.length === 0 && !unknown) return undefined
  const missing = built.filter(isUnmapped)
  return {
    mapped: built.length - missing.length,
    built: built.length,
    advice: mostFrequentAdvice(missing),
    unknown,
  }
}

/** A map is needed and does not help. */
export function isUnmapped({ map }: Frame): boolean {
  return map !== null && map.state !== 'mapped' && map.state !== 'not_needed'
}

export function isMapped({ original }: Frame): boolean {
  return original !== null
}

/** Frames of the app come first: source maps of third-party scripts can rarely be uploaded. */
function mostFrequentAdvice(missing: readonly Frame[]): FrameMap | null {
  const own = missing.filter(({ inApp }) => inApp)
  const advised = (own.length > 0 ? own : missing).flatMap(({ map }) => (map?.fix == null ? [] : [map]))
  const byFix = Map.groupBy(advised, ({ fix }) => fix)
  return [...byFix.values()].toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null
}
