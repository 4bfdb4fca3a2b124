import type { Frame } from './frame-runs.ts'

export type MapState = NonNullable<Frame['map']>['state']

export interface MapSummary {
  readonly mapped: number
  /** Frames of built files: those that were sent as they were written need no map. */
  readonly built: number
  /** What to do about most of those without a map. */
  readonly fix: string | null
  /** Nobody could look for maps just now. */
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
    fix: mostFrequentFix(missing),
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

/** Frames of the app count first: a script of somebody else is rarely the reader's to upload. */
function mostFrequentFix(missing: readonly Frame[]): string | null {
  const own = missing.filter(({ inApp }) => inApp)
  const fixes = (own.length > 0 ? own : missing).flatMap(({ map }) => map?.fix ?? [])
  const counts = Map.groupBy(fixes, (fix) => fix)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}
