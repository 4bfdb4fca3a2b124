import { hash } from 'node:crypto'
import { LIMITS } from '#domain/limits.ts'

/**
 * What became of the map that a script names for itself. `off`: the project does not ask for it. `waiting`: not tried
 * yet, or it is time to try again. `not_own`: the script is not of an origin that the project calls its own.
 * `not_found`: the server answered, but not with the file. `no_reference`: the script names no map.
 * `other_build`: another script is served at that address by now. `no_space`: the organization keeps as much as it may.
 */
export const MAP_FETCH_STATES = [
  'off',
  'waiting',
  'fetched',
  'not_own',
  'address_refused',
  'unreachable',
  'timed_out',
  'too_large',
  'not_found',
  'no_reference',
  'not_a_map',
  'other_build',
  'no_space',
] as const
export type MapFetchState = (typeof MAP_FETCH_STATES)[number]

/** How the last attempt ended. */
export interface MapFetch {
  readonly state: Exclude<MapFetchState, 'off' | 'waiting'>
  readonly at: number
}

/**
 * The id under which a fetched map is kept, in the form of a debug id. The release is part of it: the same address serves
 * another build later.
 */
export function fetchedMapId(release: string | undefined, url: string): string {
  const hex = hash('sha256', JSON.stringify([release ?? null, withoutFragment(url)]))
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

export function withoutFragment(url: string): string {
  const end = url.indexOf('#')
  return end === -1 ? url : url.slice(0, end)
}

/** Whether a script could be fetched at all. */
export function isFetchable(url: string | undefined): url is string {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** Whether it is time to try again. */
export function isFetchDue(last: MapFetch | undefined, now: number): boolean {
  return last === undefined || now - last.at >= LIMITS.mapFetch.againMs
}
