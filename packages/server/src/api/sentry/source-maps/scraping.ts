import type { FrameMap } from '#domain/source-maps/mapped-frame.ts'
import type { MapFetchState } from '#domain/source-maps/map-fetch.ts'

export interface Scraped {
  readonly url: string
  readonly status: 'success' | 'failure' | 'not_attempted'
  readonly reason?: string
  readonly details?: string | null
}

export interface Scraping {
  readonly source_file: Scraped | null
  readonly source_map: Scraped | null
}

const NONE: Scraping = { source_file: null, source_map: null }

/** Why a script or its map was not fetched, in Sentry's words. */
const REASONS: Readonly<Partial<Record<MapFetchState, string>>> = {
  off: 'disabled',
  not_own: 'invalid_host',
  address_refused: 'invalid_host',
  unreachable: 'download_error',
  timed_out: 'timeout',
  not_found: 'not_found',
}

/** The script was fetched; what failed came afterwards. */
const AFTER_SCRIPT: ReadonlySet<MapFetchState> = new Set(['no_reference', 'not_a_map', 'other_build'])

/** What became of fetching the map from where the script is served. */
export function scrapingOf(url: string, map: FrameMap | undefined): Scraping {
  const fetched = map?.looked.find(({ by, found }) => by === 'fetch' && found === 'map')
  const success = { url, status: 'success' } as const
  if (fetched !== undefined)
    return { source_file: success, source_map: { url: fetched.value, status: 'success' } }
  const state = map?.fetch
  if (state === undefined) return NONE
  if (state === 'fetched') return { source_file: success, source_map: null }
  if (state === 'waiting') return { source_file: { url, status: 'not_attempted' }, source_map: null }
  const failure = { url, status: 'failure', reason: REASONS[state] ?? 'other', details: state } as const
  return AFTER_SCRIPT.has(state)
    ? { source_file: success, source_map: failure }
    : { source_file: failure, source_map: null }
}
